import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  isAfter,
  parseCalendarDate,
} from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { type CommandOutcome, escapeControls } from '../../../../platform/command-outcome.ts'
import { parseWords, text } from '../../../../platform/parse-words.ts'
import { listAlarmsOf, type RaisedAlarm, settleCommand } from '../alarms/alarms.ts'
import { type ComparedDays, compareDays, hasAllEvents, type ReconcileDeps, type Side } from './compare-days.ts'
import { selectUnderReview } from '../payments.store.ts'

/** An alarm of a payment of the day; settled ones need no command. */
interface Finding {
  readonly alarm: number
  readonly transNo: string | null
  readonly kind: string
  readonly settle: string | null
}

/**
 * Runs `reconcile [--date D]`: compares the provider's report of one of its days (UTC; yesterday unless named), the
 * ledger and the events for the cooperative, and prints a table with the alarms of that day's payments.
 *
 * @throws Unavailable when the provider does not answer.
 */
export async function runReconcileCommand(deps: ReconcileDeps, args: readonly string[]): Promise<CommandOutcome> {
  const today = calendarDateIn('UTC', deps.clock.now())
  const call = parseWords(args, { date: text })
  const date = call?.values.date
  const day = date === undefined ? addDays(today, -1) : parseCalendarDate(date)
  if (call === null || call.words.length > 0 || day === null)
    return { output: 'reconcile: give a day as --date yyyy-MM-dd', exitCode: 2 }
  if (isAfter(day, today)) return { output: `reconcile: ${day} has not begun`, exitCode: 1 }
  const { concerned, ...compared } = await compareDays(deps, day, day)
  const findings = await listFindings(deps, [...concerned])
  const output = tableOf(day, compared, findings, hasAllEvents(day, today))
  return { output, exitCode: 0, value: { day, ...compared, findings } }
}

async function listFindings({ db }: ReconcileDeps, transNos: readonly string[]): Promise<readonly Finding[]> {
  const underReview = await selectUnderReview(db, transNos)
  const toFinding = (alarm: RaisedAlarm): Finding => ({
    alarm: alarm.id,
    transNo: alarm.transNo,
    kind: alarm.kind,
    settle: alarm.settledAt === null ? settleCommand(alarm, underReview.has(alarm.transNo ?? '')) : null,
  })
  return (await listAlarmsOf(db, transNos)).map(toFinding)
}

function tableOf(
  day: CalendarDate,
  { sides, takenIn }: Omit<ComparedDays, 'concerned'>,
  findings: readonly Finding[],
  hasEvents: boolean,
): string {
  const lineOf = (name: string, { payments, received, credited, reversed }: Side, isEvents = false) => [
    name,
    String(payments),
    isEvents ? '-' : formatUsd(received),
    formatUsd(credited),
    String(reversed),
  ]
  const open = findings.filter(({ settle }) => settle !== null).length
  return [
    `Payments of ${day}, the provider’s day (UTC)`,
    aligned([
      ['', 'payments', 'received', 'to accounts', 'reversed'],
      lineOf('provider', sides.provider),
      lineOf('ledger', sides.ledger),
      hasEvents ? lineOf('events', sides.events, true) : ['events', 'may have been deleted'],
    ]),
    ...(takenIn === 0 ? [] : [`${takenIn} payments of the report were missing from the ledger and are booked now.`]),
    ...(findings.length === 0
      ? ['No differences.']
      : [
          aligned([
            ['alarm', 'payment', 'difference', 'settle with'],
            ...findings.map((one) => [String(one.alarm), one.transNo ?? '-', one.kind, one.settle ?? 'settled']),
          ]),
          `${open} of ${findings.length} alarms are open. See "Payments that need a person" in docs/OPERATIONS.md before you settle one.`,
        ]),
  ].join('\n\n')
}

/** Aligns rows in columns: numbers and amounts to the right. The last column is not padded. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const isNumber = (cell: string) => /^[-$0-9]/u.test(cell) && !/[A-Za-z]/u.test(cell)
  return rows
    .map((row) =>
      row
        .map((cell, column) => (isNumber(cell) ? cell.padStart(widthOf(column)) : cell.padEnd(widthOf(column))))
        .map(escapeControls)
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
