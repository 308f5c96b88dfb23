import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { receiptMail } from './receipt.messages.ts'
import { paths } from '@coopline/contract/paths'
import { lastFour } from '@coopline/rules/kernel/digits'
import { addCents, type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import type { Tx } from '../../../../platform/db/open-database.ts'
import { insertMessage, insertMessages, type NewMessage } from '../../../../platform/messages/message.store.ts'
import type { NoticeRecipient } from '../../../../platform/notices/notice.store.ts'
import {
  type AccountOfMember,
  findAccountRecipients,
  type Notice,
  notifyAccount,
  type NoticeDeps,
  writeNotice,
  writeNotices,
} from '../../../../platform/notices/notify-account.ts'
import { mailOnFile, listEmails } from '../../../accounts/accounts/public.ts'
import { type FailureReason, failedMail } from './failed-payment.messages.ts'
import { guestPaymentMail } from './guest-payment.messages.ts'
import { findGuestEmail } from '../guest-payments.store.ts'
import { type BookingKind, plainKind, isChargedAway, type Payment, type PaymentItem } from '../payment.ts'
import type { PaymentWithItems } from '../payments.store.ts'

export type { FailureReason } from './failed-payment.messages.ts'

/** Builds the receipt of a payment, or the notice of its refund, return or reinstatement. Its dedupe key makes it one message. */
export function composeReceipt(receipt: {
  readonly kind: Exclude<BookingKind, 'return-fee'>
  readonly payment: Pick<Payment, 'transNo' | 'origin' | 'handOff' | 'lastFour' | 'confirmationNumber'>
  readonly event: ProviderEvent
  readonly items: readonly PaymentItem[]
  /** The convenience fee, or the part of it that moved. */
  readonly convenienceFee: Cents
  /** The whole payment, fee included. */
  readonly whole: Cents
  /** The fee for the return, in whole cents; zero otherwise. */
  readonly returnFee: Cents
  /** The day of the payment or its reversal, where the cooperative is. */
  readonly day: CalendarDate
  readonly language: Language
  readonly now: Date
}): Omit<NewMessage, 'recipient' | 'unsubscribeUrl'> {
  const { kind, payment, event, items, convenienceFee, whole, returnFee, day, language, now } = receipt
  const mail = receiptMail(
    {
      kind: plainKind(kind) as Posting,
      isGuests: payment.origin === 'guest',
      utilityName: payment.handOff.utilityName,
      transNo: payment.transNo,
      items,
      convenienceFee,
      whole,
      returnFee,
      total: addCents(convenienceFee, ...items.map((item) => item.amount)),
      paymentType: event.paymentType,
      lastFour: event.lastFour ?? payment.lastFour,
      confirmationNumber: event.confirmationNumber ?? payment.confirmationNumber,
      day,
    },
    language,
  )
  return {
    dedupeKey: `${kind === 'payment' ? 'receipt' : kind}:${payment.transNo}`,
    channel: 'email',
    ...mail,
    language,
    now,
  }
}

/** Sends a receipt, or the notice of a reversal, by the channels that its recipient chose. A text message has the first line only. */
export async function notifyReceipt(
  deps: NoticeDeps,
  tx: Tx,
  recipient: NoticeRecipient,
  receipt: (language: Language) => ReturnType<typeof composeReceipt>,
): Promise<void> {
  await writeNotice(deps, tx, recipient, receiptNotice(recipient, receipt))
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
export async function notifyReceipts(deps: NoticeDeps, tx: Tx, receipts: readonly ReceiptFor[]): Promise<void> {
  const recipients = await findAccountRecipients(deps, tx, receipts, 'payment-received')
  const notices = receipts.flatMap((one, index) => {
    const recipient = recipients[index]
    return recipient === undefined ? [] : [{ recipient, notice: receiptNotice(recipient, one.receipt) }]
  })
  await writeNotices(deps, tx, notices)
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

/** A booking of a payment that a guest made. Amounts in whole cents. */
interface GuestBooking {
  readonly payment: Payment
  readonly items: readonly PaymentItem[]
  readonly kind: Exclude<BookingKind, 'return-fee'>
  /** Charged to the account for a return; zero otherwise. */
  readonly returnFee: Cents
  /** The amount that the whole payment credited to the accounts. */
  readonly whole: Cents
  readonly receipt: (language: Language) => ReturnType<typeof composeReceipt>
}

/** Sends the receipt to the guest who paid, and notifies the member of the account as they chose, or else at the address on file. */
export async function notifyGuestPayment(
  deps: NoticeDeps,
  tx: Tx,
  { payment, items, kind, returnFee, whole, receipt }: GuestBooking,
): Promise<void> {
  const { transNo, memberNumber, accountNumber, handOff, language } = payment
  const who = await findGuestEmail(tx, transNo)
  if (who !== null) await insertMessage(tx, { ...receipt(language), recipient: who })
  const moved = addCents(...items.map((item) => item.amount))
  const facts = {
    kind: plainKind(kind) as Posting,
    who,
    amount: formatUsd(moved),
    whole: moved < whole ? formatUsd(whole) : null,
    accountEnding: lastFour(accountNumber),
    fee: returnFee === 0 ? null : formatUsd(returnFee),
    utilityName: handOff.utilityName,
    address: `${deps.env.PUBLIC_ORIGIN}${paths.myProfile({ tab: 'people' })}`,
  }
  const dedupeKey = `guest-${kind}:${transNo}`
  const topic = facts.kind === 'return' || facts.kind === 'reinstatement' ? 'payment-returned' : 'payment-received'
  const compose = (chosen: Language) => guestPaymentMail(facts, chosen)
  if (await notifyAccount(deps, tx, payment, { topic, dedupeKey, compose })) return
  const { subject, bodyText } = compose(language)
  await mailOnFile(tx, memberNumber, { dedupeKey, subject, bodyText, language, now: deps.clock.now() })
}

const pageAfterFailure = ({ origin, transNo }: Payment, reason: FailureReason) => {
  if (origin === 'guest') return paths.sharedWithMe()
  return reason === 'to-confirm' ? paths.payMultiple({ confirm: transNo }) : paths.accountOverview()
}

/**
 * Notifies the member, once, that a payment was not made or not applied, even when the card is tried several times. A member who was
 * absent also gets the notice at the address on file, because no page has shown it. For a guest's payment only the guest is notified.
 *
 * @param reason `to-confirm`: the bank declined because the payer must confirm; the notice leads to the page on which they can.
 */
export async function notifyFailure(
  deps: NoticeDeps,
  tx: Tx,
  { payment, items }: PaymentWithItems,
  reason: FailureReason,
): Promise<void> {
  const { accountNumber, amount, transNo, handOff, memberNumber, language } = payment
  const dedupeKey = `payment-${reason === 'rejected' ? reason : 'failed'}:${transNo}`
  const facts = {
    reason,
    amount: formatUsd(amount),
    accountEnding: lastFour(accountNumber),
    accounts: items.length,
    utilityName: handOff.utilityName,
    address: `${deps.env.PUBLIC_ORIGIN}${pageAfterFailure(payment, reason)}`,
  }
  const compose = (chosen: Language) => failedMail(facts, chosen)
  if (payment.origin === 'guest') {
    const recipient = await findGuestEmail(tx, transNo)
    const { subject, bodyText } = compose(language)
    const mail = { dedupeKey, channel: 'email', subject, bodyText, language, now: deps.clock.now() } as const
    if (recipient !== null) await insertMessage(tx, { ...mail, recipient })
    return
  }
  const isNotified = await notifyAccount(deps, tx, payment, { topic: 'payment-failed', dedupeKey, compose })
  if (isNotified || !isChargedAway(payment)) return
  const { subject, bodyText } = compose(language)
  await mailOnFile(tx, memberNumber, { dedupeKey, subject, bodyText, language, now: deps.clock.now() })
}
