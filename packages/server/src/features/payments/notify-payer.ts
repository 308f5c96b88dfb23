import { paths } from '@coopline/contract/paths'
import { lastFour } from '@coopline/rules/kernel/digits'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../platform/db/open-database.ts'
import type { NoticeRecipient } from '../../platform/notices/notice.store.ts'
import { notifyAccount, type NoticeDeps, writeNotice } from '../../platform/notices/notify-account.ts'
import type { composeReceipt } from './compose-receipt.ts'
import { failedMail } from './failed-payment.messages.ts'
import type { PaymentWithItems } from './payments.store.ts'

/** Sends a receipt, or the notice of a reversal, as its recipient chose; a text message has its first line only. */
export async function notifyReceipt(
  tx: Tx,
  deps: NoticeDeps,
  recipient: NoticeRecipient,
  receipt: (language: Language) => ReturnType<typeof composeReceipt>,
): Promise<void> {
  await writeNotice(tx, deps, recipient, {
    topic: recipient.topic,
    dedupeKey: receipt(recipient.language).dedupeKey,
    compose: (language) => {
      const { subject, bodyText } = receipt(language)
      return { subject, bodyText, text: `${subject}.` }
    },
  })
}

/** Notifies the member of the payment that a payment was not made, or not applied: once, however often the card is tried. */
export async function notifyFailure(
  tx: Tx,
  deps: NoticeDeps,
  { payment, items }: PaymentWithItems,
  reason: 'declined' | 'rejected',
): Promise<void> {
  const { accountNumber, amount, transNo, handOff } = payment
  await notifyAccount(tx, deps, payment, {
    topic: 'payment-failed',
    dedupeKey: `payment-${reason === 'declined' ? 'failed' : reason}:${transNo}`,
    compose: (language) =>
      failedMail(
        {
          reason,
          amount: formatUsd(amount),
          accountEnding: lastFour(accountNumber),
          accounts: items.length,
          utilityName: handOff.utilityName,
          address: `${deps.env.PUBLIC_ORIGIN}${paths.accountOverview()}`,
        },
        language,
      ),
  })
}
