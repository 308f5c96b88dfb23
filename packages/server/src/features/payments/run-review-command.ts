import { cents, formatUsd } from '@coopline/rules/kernel/money'
import type { CommandOutcome } from '../../platform/command-outcome.ts'
import type { EventDeps } from './apply-provider-event.ts'
import { acceptPayment, rejectPayment } from './review-payment.ts'
import { listPaymentsUnderReview, type PaymentUnderReview } from './reviewed-payments.store.ts'

const mostListed = 100

/** Runs `payments review [--json]`: payments that wait for a decision, oldest first. */
export async function showPaymentsUnderReview(args: readonly string[], { db }: EventDeps): Promise<CommandOutcome> {
  const payments = await listPaymentsUnderReview(db, mostListed)
  if (args.includes('--json')) return { output: JSON.stringify(payments, null, 2), exitCode: 0 }
  const output = payments.length === 0 ? 'No payments are under review.' : payments.map(linesOf).join('\n')
  return { output, exitCode: 0 }
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

const longest = { reason: 300, by: 80 }

/** Runs `payments accept|reject TRANSNO --by NAME --reason TEXT [--event ID]`. */
export async function decidePayment(args: readonly string[], deps: EventDeps): Promise<CommandOutcome> {
  const [verb, transNo = '', ...options] = args
  const valueOf = (flag: string) => (options.includes(flag) ? options[options.indexOf(flag) + 1]?.trim() : undefined)
  const [by = '', reason = '', eventId] = [valueOf('--by'), valueOf('--reason'), valueOf('--event')]
  const flags = options.filter((_word, index) => index % 2 === 0)
  const known = verb === 'accept' ? ['--by', '--reason', '--event'] : ['--by', '--reason']
  const isComplete = by !== '' && reason !== '' && by.length <= longest.by && reason.length <= longest.reason
  if (transNo === '' || transNo.startsWith('--') || !isComplete || !flags.every((flag) => known.includes(flag)))
    return {
      output: `payments ${verb}: name the payment, --by NAME (at most ${longest.by} characters) and --reason TEXT (at most ${longest.reason})`,
      exitCode: 2,
    }
  const outcome = await (verb === 'accept' ? acceptPayment : rejectPayment)(deps, { transNo, by, reason, eventId })
  return 'done' in outcome ? { output: outcome.done, exitCode: 0 } : { output: outcome.problem, exitCode: 1 }
}
