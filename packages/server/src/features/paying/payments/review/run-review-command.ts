import { cents, formatUsd } from '@coopline/rules/kernel/money'
import { checkReason, maxReasonLength } from '@coopline/rules/staff/staff-payments/check-reason'
import type { CommandOutcome } from '../../../../platform/command-outcome.ts'
import { parseWords, text } from '../../../../platform/parse-words.ts'
import type { EventDeps } from '../provider-events/provider-events.ts'
import { acceptPayment, rejectPayment, type ReviewRefusal, ReviewRefused } from './review-payment.ts'
import { listPaymentsUnderReview, type PaymentUnderReview } from './reviewed-payments.store.ts'

const mostListed = 100

/** Runs `payments review`, which lists the payments that wait for a decision, oldest first. */
export async function showPaymentsUnderReview({ db }: EventDeps): Promise<CommandOutcome> {
  const payments = await listPaymentsUnderReview(db, mostListed)
  const output = payments.length === 0 ? 'No payments are under review.' : payments.map(linesOf).join('\n')
  return { output, exitCode: 0, value: payments }
}

function linesOf({ transNo, accountNumber, requestedAmount, requestedAt, said }: PaymentUnderReview): string {
  const usd = (amount: number) => formatUsd(cents(amount))
  return [
    `${requestedAt}  ${transNo}  ${accountNumber}  requested ${usd(requestedAmount)}`,
    ...(said.every(({ outcome }) => outcome !== 'quarantined')
      ? ['  the provider’s answer cannot be read: see payments alarms']
      : []),
    ...said.map(
      (one) =>
        `  ${one.eventId}  ${one.type}  ${usd(one.amount)} + fee ${usd(one.convenienceFee)}, total ${usd(one.totalAmount)} ${one.currency}  ${one.confirmationNumber ?? '-'}  ${one.outcome}`,
    ),
  ].join('\n')
}

const longestName = 80

interface TypedDecision {
  /** A transaction number, or the number of an alarm. */
  readonly subject: string
  readonly by: string
  readonly reason: string
  readonly eventId: string | undefined
}

const signed = { by: text, reason: text } as const

/** Parses `VERB SUBJECT --by NAME --reason TEXT`. @returns the decision, or a text that describes the error. */
export function readDecision(
  args: readonly string[],
  what: string,
  options: typeof signed | (typeof signed & { readonly event: typeof text }) = signed,
): TypedDecision | string {
  const call = parseWords(args, options)
  const [verb = args[0], subject = '', ...more] = call?.words ?? []
  const values: Readonly<Record<string, string | undefined>> = call?.values ?? {}
  const [by = '', reason = '', eventId] = ['by', 'reason', 'event'].map((name) => values[name]?.trim())
  const isComplete = by !== '' && by.length <= longestName && checkReason({ reason }).length === 0
  return subject === '' || more.length > 0 || !isComplete
    ? `payments ${verb}: name ${what}, --by NAME (at most ${longestName} characters) and --reason TEXT (at most ${maxReasonLength})`
    : { subject, by, reason, eventId }
}

/** Runs `payments accept|reject TRANSNO --by NAME --reason TEXT [--event ID]`. */
export async function decidePayment(deps: EventDeps, args: readonly string[]): Promise<CommandOutcome> {
  const isAccepted = args.includes('accept')
  const decision = readDecision(args, 'the payment', isAccepted ? { ...signed, event: text } : signed)
  if (typeof decision === 'string') return { output: decision, exitCode: 2 }
  const { subject: transNo, ...rest } = decision
  try {
    const { done } = await (isAccepted ? acceptPayment : rejectPayment)(deps, { transNo, ...rest })
    return { output: done, exitCode: 0 }
  } catch (error) {
    if (!(error instanceof ReviewRefused)) throw error
    return { output: sentences[error.code](transNo, error.eventIds.join(', ')), exitCode: 1 }
  }
}

/** The sentences of the command line, which name the payment and the reports. */
const sentences: Readonly<Record<ReviewRefusal, (transNo: string, eventIds: string) => string>> = {
  'not-under-review': (transNo) => `Payment ${transNo} is not under review.`,
  'no-such-report': () => 'The provider reported no such event for this payment, or none that can be read.',
  'reports-differ': (_transNo, eventIds) =>
    `The provider reported different figures. Name one of its events with --event: ${eventIds}`,
  'no-money': (_transNo, eventId) => `Event ${eventId} reports no money. Reject the payment.`,
  'not-bookable': (transNo) =>
    `Payment ${transNo} cannot be booked with these figures. Give it back at the provider and reject it.`,
  'needs-another-person': (transNo) => `You have asked to accept payment ${transNo} before.`,
}
