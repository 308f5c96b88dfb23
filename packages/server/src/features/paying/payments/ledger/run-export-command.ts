import { csvText } from '@coopline/rules/site/csv-text/csv-text'
import { calendarDateIn, isBefore, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, formatDecimal, zeroCents } from '@coopline/rules/kernel/money'
import type { CommandOutcome } from '../../../../platform/command-outcome.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { parseWords, text } from '../../../../platform/parse-words.ts'
import { settlingMs } from './ledger.ts'
import { listPostingRows, type PostingRow } from './posting-file.store.ts'

const pageSize = 1_000

/** The columns of the posting file, in their order; docs/OPERATIONS.md describes them. */
const columns = [
  'type',
  'date',
  'transNo',
  'memberNumber',
  'accountNumber',
  'amount',
  'fee',
  'paymentType',
  'confirmationNumber',
  'reconnectMeter',
  'bookedAt',
  'eventId',
  'rows',
] as const

type Line = Readonly<Partial<Record<(typeof columns)[number], string>>>

/**
 * Runs `export payments --date D [--format csv|jsonl]`. It writes the posting file of a day in the cooperative's time zone: one row for
 * the effect of each booking on each account, and a line of totals. The file of a day never changes.
 */
export async function runExportCommand(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  args: readonly string[],
): Promise<CommandOutcome> {
  const { words, values } = parseWords(args, { date: text, format: text }) ?? { words: [], values: {} }
  const { date = '', format = 'csv' } = values
  const day = parseCalendarDate(date)
  if (words.join(' ') !== 'payments' || day === null || (format !== 'csv' && format !== 'jsonl'))
    return { output: 'export: give payments --date yyyy-MM-dd, and --format csv or jsonl', exitCode: 2 }
  const { timeZone } = deps.settings.current()
  // Bookings of the last seconds of a day are committed a little after it.
  if (!isBefore(day, calendarDateIn(timeZone, new Date(deps.clock.now().getTime() - settlingMs))))
    return {
      output: `export: the file of ${day} is complete a quarter of an hour after that day has ended`,
      exitCode: 1,
    }
  const lines = await listLines(deps, day, timeZone)
  if (format === 'jsonl') return { output: lines.map((line) => JSON.stringify(line)).join('\n'), exitCode: 0 }
  const csv = csvText([columns, ...lines.map((line) => columns.map((column) => line[column] ?? ''))])
  return { output: csv.trimEnd(), exitCode: 0 }
}

async function listLines({ db }: Pick<Deps, 'db'>, day: string, timeZone: string): Promise<readonly Line[]> {
  const lines: Line[] = []
  let [amount, fee] = [zeroCents, zeroCents]
  let after: PostingRow | undefined
  do {
    const page = await listPostingRows(db, { day, timeZone, after, limit: pageSize })
    for (const row of page) {
      lines.push(lineOf(row, day))
      amount = addCents(amount, row.amount)
      fee = addCents(fee, row.fee)
    }
    after = page.at(-1)
  } while (after !== undefined)
  const totals = { amount: formatDecimal(amount), fee: formatDecimal(fee), rows: String(lines.length) }
  return [...lines, { type: 'total', date: day, ...totals }]
}

const lineOf = (row: PostingRow, date: string): Line => ({
  type: row.kind,
  date,
  transNo: row.transNo,
  memberNumber: row.memberNumber,
  accountNumber: row.accountNumber,
  amount: formatDecimal(row.amount),
  fee: formatDecimal(row.fee),
  paymentType: row.paymentType,
  confirmationNumber: row.confirmationNumber,
  reconnectMeter: row.reconnectMeter,
  bookedAt: row.bookedAt.toISOString(),
  eventId: row.eventId === null ? '' : String(row.eventId),
})
