import { paths } from '@coopline/contract/paths'
import { lastFour } from '@coopline/rules/kernel/digits'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../platform/db/open-database.ts'
import { insertMessages } from '../../platform/messages/message.store.ts'
import type { NoticeRecipient } from '../../platform/notices/notice.store.ts'
import {
  type AccountOfMember,
  findAccountRecipients,
  type Notice,
  notifyAccount,
  type NoticeDeps,
  writeNotice,
  writeNotices,
} from '../../platform/notices/notify-account.ts'
import { mailOnFile, listEmails } from '../accounts/public.ts'
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
  await writeNotice(tx, deps, recipient, receiptNotice(recipient, receipt))
}

const receiptNotice = (
  { topic, language }: NoticeRecipient,
  receipt: (language: Language) => ReturnType<typeof composeReceipt>,
): Notice => ({
  topic,
  dedupeKey: receipt(language).dedupeKey,
  compose: (chosen) => {
    const { subject, bodyText } = receipt(chosen)
    return { subject, bodyText, text: `${subject}.` }
  },
})

/** The payment a receipt is for, and its texts in each language. */
export interface ReceiptFor extends AccountOfMember {
  /** Used for a member without a login. */
  readonly language: Language
  readonly receipt: (language: Language) => ReturnType<typeof composeReceipt>
}

/** Sends payment receipts through the channels each member chose, or else to the addresses on file. */
export async function notifyReceipts(tx: Tx, deps: NoticeDeps, receipts: readonly ReceiptFor[]): Promise<void> {
  const recipients = await findAccountRecipients(tx, deps, receipts, 'payment-received')
  const notices = receipts.flatMap((one, index) => {
    const recipient = recipients[index]
    return recipient === undefined ? [] : [{ recipient, notice: receiptNotice(recipient, one.receipt) }]
  })
  await writeNotices(tx, deps, notices)
  const others = receipts.filter((_, index) => recipients[index] === undefined)
  const addresses = await listEmails(
    tx,
    others.map((one) => one.memberNumber),
  )
  const mails = others.flatMap(({ memberNumber, language, receipt }) => {
    const recipient = addresses.get(memberNumber)
    return recipient === undefined ? [] : [{ ...receipt(language), recipient }]
  })
  await insertMessages(tx, mails)
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
  await mailOnFile(tx, memberNumber, { dedupeKey, subject, bodyText, language, now: deps.clock.now() })
}
