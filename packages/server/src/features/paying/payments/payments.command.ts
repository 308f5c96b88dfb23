import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runExportCommand } from './ledger/run-export-command.ts'
import { runReconcileCommand } from './reconcile/run-reconcile-command.ts'
import { formatUsd, cents } from '@coopline/rules/kernel/money'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { parseWords, text } from '../../../platform/parse-words.ts'
import { type ListedPayment, listPayments } from './review/listed-payments.store.ts'
import { listAlarms } from './alarms/alarms.store.ts'
import type { ReconcileDeps } from './reconcile/compare-days.ts'
import { reconcile } from './reconcile/reconcile.job.ts'
import { accountDisplay } from './payment.ts'
import { decidePayment, readDecision, showPaymentsUnderReview } from './review/run-review-command.ts'
import { settleAlarm } from './alarms/alarms.ts'
import { settleOpenPaymentsNow } from './provider-events/sweep-open-payments.job.ts'

/** `coopline payments …`: payments and alarms, scheduled repairs run now, and decisions about reviews. */
export const paymentsCommand: FeatureCommand = {
  name: 'payments',
  summary: 'List payments and alarms, ask the provider now, compare with its report, decide reviews, settle alarms',
  calls: [
    { words: '[--account N | --trans T]', json: true },
    { words: 'sweep', json: true },
    { words: 'reconcile', json: true },
    { words: 'review', json: true },
    { words: 'accept TRANSNO --by NAME --reason TEXT [--event ID]', json: isOneSentence },
    { words: 'reject TRANSNO --by NAME --reason TEXT', json: isOneSentence },
    { words: 'alarms', json: true },
    { words: 'settle-alarm ID --by NAME --reason TEXT', json: isOneSentence },
  ],
  examples: [
    'payments --account 100100101',
    'payments review',
    'payments settle-alarm 12 --by "Dana, billing" --reason "Refunded at the provider"',
  ],
  run: runPaymentsCommand,
}

/** `coopline reconcile …`: one day of the provider, the ledger and the events for the cooperative, compared. */
export const reconcileCommand: FeatureCommand = {
  name: 'reconcile',
  summary: 'Compare a day of the provider’s report with the ledger and the events, and print a table',
  calls: [{ words: '[--date yyyy-MM-dd]', json: true }],
  examples: ['reconcile --date 2026-11-19', 'reconcile --json'],
  run: runReconcileCommand,
}

/** `coopline export payments …`: the posting file of a day. */
export const exportCommand: FeatureCommand = {
  name: 'export',
  summary: 'Print what each account was credited with on a day, for the cooperative’s system',
  calls: [{ words: 'payments --date yyyy-MM-dd [--format csv|jsonl]', json: '"--format jsonl" prints JSON lines.' }],
  examples: ['export payments --date 2026-11-19 --format csv'],
  run: runExportCommand,
}

const newest = 100
const done = (output: string, value?: unknown): CommandOutcome => ({ output, exitCode: 0, value })
const wrongArguments = (output: string): CommandOutcome => ({ output, exitCode: 2 })

/**
 * Runs `payments [--account N | --trans T] | sweep | reconcile | review | accept … | reject … | alarms |
 * settle-alarm ID --by NAME --reason TEXT`.
 *
 * Reports wrong arguments as text. Throws only when the database or the provider does not answer.
 */
export async function runPaymentsCommand(deps: ReconcileDeps, args: readonly string[]): Promise<CommandOutcome> {
  const [verb] = args
  if (verb === 'sweep' && args.length === 1) return sweep(deps)
  if (verb === 'reconcile' && args.length === 1) return compare(deps)
  if (verb === 'review') return showPaymentsUnderReview(deps)
  if (verb === 'accept' || verb === 'reject') return decidePayment(deps, args)
  if (verb === 'alarms') return showAlarms(deps)
  if (verb === 'settle-alarm') return settle(deps, args)
  return showPayments(deps, args)
}

async function sweep(deps: ReconcileDeps): Promise<CommandOutcome> {
  const asked = await settleOpenPaymentsNow(deps)
  return done(`Asked the provider about ${asked} open payments`, { asked })
}

async function compare(deps: ReconcileDeps): Promise<CommandOutcome> {
  const compared = await reconcile(deps)
  return done(JSON.stringify(compared, null, 2), compared)
}

async function showAlarms({ db }: ReconcileDeps): Promise<CommandOutcome> {
  const alarms = await listAlarms(db, newest)
  const lines = alarms.map(
    (one) =>
      `${one.id}  ${one.raisedAt.toISOString()}  ${one.kind}  ${one.transNo ?? '-'}  ${JSON.stringify(one.detail)}`,
  )
  return done(lines.length === 0 ? 'No alarms.' : lines.join('\n'), alarms)
}

async function settle(deps: ReconcileDeps, args: readonly string[]): Promise<CommandOutcome> {
  const decision = readDecision(args, 'the number of one alarm')
  if (typeof decision === 'string') return wrongArguments(decision)
  const id = Number(decision.subject)
  if (!Number.isSafeInteger(id)) return wrongArguments('payments settle-alarm: give the number of one alarm')
  return (await settleAlarm(deps, { ...decision, id }))
    ? done(`Alarm ${id} is settled.`)
    : {
        output: `There is no open alarm ${id}. Those of a payment under review are settled by accepting or rejecting it.`,
        exitCode: 1,
      }
}

async function showPayments({ db }: ReconcileDeps, args: readonly string[]): Promise<CommandOutcome> {
  const call = parseWords(args, { account: text, trans: text })
  if (call === null) return wrongArguments('payments: the options of the list are --account N and --trans T')
  if (call.words.length > 0) return wrongArguments(`payments: there is no sub-command ${call.words.join(' ')}`)
  const { account: accountNumber, trans: transNo } = call.values
  const payments = await listPayments(db, {
    limit: newest,
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(transNo === undefined ? {} : { transNo }),
  })
  return done(payments.length === 0 ? 'No payments.' : payments.map(lineOf).join('\n'), payments)
}

const lineOf = (payment: ListedPayment): string =>
  [
    payment.requestedAt,
    payment.transNo,
    accountDisplay(payment.accounts.length, payment.accountNumber).padEnd(12),
    payment.state.padEnd(10),
    formatUsd(cents(payment.amountCents)).padStart(14),
    payment.confirmationNumber ?? '-',
  ].join('  ')
