import { paths } from '@coopline/contract/paths'
import { lastFour } from '@coopline/rules/kernel/digits'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../platform/db/open-database.ts'
import type { NoticeRecipient } from '../../platform/notices/notice.store.ts'
import { notifyAccount, type NoticeDeps, writeNotice } from '../../platform/notices/notify-account.ts'
import { insertMailOnFile } from '../accounts/public.ts'
import type { composeReceipt } from './compose-receipt.ts'
import { failedMail } from './failed-payment.messages.ts'
import { isChargedAway } from './payment.ts'
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

/**
 * Notifies the member of the payment that a payment was not made, or not applied: once, however often the card is tried. A member
 * who was away gets it at the address on file too: no page has told them.
 */
export async function notifyFailure(
  tx: Tx,
  deps: NoticeDeps,
  { payment, items }: PaymentWithItems,
  reason: 'declined' | 'rejected',
): Promise<void> {
  const { accountNumber, amount, transNo, handOff, memberNumber, language } = payment
  const dedupeKey = `payment-${reason === 'declined' ? 'failed' : reason}:${transNo}`
  const facts = {
    reason,
    amount: formatUsd(amount),
    accountEnding: lastFour(accountNumber),
    accounts: items.length,
    utilityName: handOff.utilityName,
    address: `${deps.env.PUBLIC_ORIGIN}${paths.accountOverview()}`,
  }
  const compose = (chosen: Language) => failedMail(facts, chosen)
  const isNotified = await notifyAccount(tx, deps, payment, { topic: 'payment-failed', dedupeKey, compose })
  if (isNotified || !isChargedAway(payment)) return
  const { subject, bodyText } = compose(language)
  const mail = { dedupeKey, channel: 'email', subject, bodyText, language, now: deps.clock.now() } as const
  await insertMailOnFile(tx, memberNumber, mail)
}
