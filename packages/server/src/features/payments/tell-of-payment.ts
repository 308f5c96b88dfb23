import { paths } from '@coopline/contract/paths'
import { lastFour } from '@coopline/rules/kernel/digits'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Reader } from '../../platform/notices/notice.store.ts'
import { tellAccount, writeNotice } from '../../platform/notices/tell-account.ts'
import type { composeReceipt } from './compose-receipt.ts'
import { failedMail } from './failed-payment.messages.ts'
import type { Payment } from './payment.ts'

type TellDeps = Pick<Deps, 'env' | 'keys' | 'clock' | 'settings'>

/** Sends a receipt, or the notice of a refund, where its reader wants to be told; by text its first line. */
export async function tellOfReceipt(
  tx: Tx,
  deps: TellDeps,
  reader: Reader,
  receipt: (language: Language) => ReturnType<typeof composeReceipt>,
): Promise<void> {
  await writeNotice(tx, deps, reader, {
    topic: 'payment-received',
    occasion: receipt(reader.language).dedupeKey,
    compose: (language) => {
      const { subject, bodyText, bodyHtml } = receipt(language)
      return { subject, bodyText, bodyHtml, text: `${subject}.` }
    },
  })
}

/** Tells the holder of the account that a payment did not go through: once, however often the card is tried. */
export async function tellOfFailure(tx: Tx, deps: TellDeps, payment: Payment): Promise<void> {
  const { accountNumber, amount, transNo, handOff } = payment
  await tellAccount(tx, deps, accountNumber, {
    topic: 'payment-failed',
    occasion: `payment-failed:${transNo}`,
    compose: (language) =>
      failedMail(
        {
          amount: formatUsd(amount),
          accountEnding: lastFour(accountNumber),
          utilityName: handOff.utilityName,
          address: `${deps.env.PUBLIC_ORIGIN}${paths.accountOverview()}`,
        },
        language,
      ),
  })
}
