import { toPlainLetters } from '@coopline/rules/kernel/plain-letters'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, cents, minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'

/** The sender of a bank file and its bank: the setting `achOriginator`. */
export interface Originator {
  /** The nine digits of the routing number of the bank that receives the file. */
  readonly destination: string
  readonly destinationName: string
  /** Nine or ten digits that the file header has instead of the routing number; empty or absent for the routing number. */
  readonly immediateDestination?: string | undefined
  /** The ten characters that the bank gave the sender. */
  readonly origin: string
  readonly originName: string
  readonly companyName: string
  readonly companyId: string
  /** The text on the bank statements of payers, such as UTIL PMT. */
  readonly entryDescription: string
  /** True when the file has a credit of all debits to the cooperative's own account. Otherwise the bank adds it. */
  readonly balanced: boolean
  readonly offsetRoutingNumber: string
  readonly offsetAccountNumber: string
}

export interface NachaHead extends Originator {
  readonly fileDate: CalendarDate
  /** The time as HHMM in the cooperative's time zone. */
  readonly fileTime: string
  readonly modifier: string
  readonly effectiveDate: CalendarDate
}

/** A debit of a payer's account. An amount of 0 is a prenote, which checks the account and moves nothing. */
export interface NachaEntry {
  readonly accountKind: 'Checking' | 'Savings'
  readonly routingNumber: string
  readonly bankAccountNumber: string
  readonly amount: Cents
  readonly individualId: string
  readonly name: string
  readonly traceNumber: string
}

/** The maximum length of an account number in the format. */
export const longestNachaAccount = 17

/** The maximum amount of one entry, in cents: ten digits. */
export const largestNachaAmount = 9_999_999_999

const lineLength = 94
const linesPerBlock = 10

/** The last seven digits of the first offset's trace number. Entry trace numbers are lower. */
export const offsetSequence = 9_999_000

/** Maximum entries of a file. The count has six digits and includes offsets. */
export const mostNachaEntries = 900_000

/**
 * Writes the lines of a file with one batch of WEB entries, because drafts are authorized on the portal. Only the totals stay in memory.
 *
 * @param entries the entries by trace number.
 */
export async function* nachaLines(head: NachaHead, entries: AsyncIterable<NachaEntry>): AsyncGenerator<string> {
  const odfi = head.destination.slice(0, 8)
  // 200: debits and credits; 225: debits alone.
  const serviceClass = head.balanced ? '200' : '225'
  const batch = odfi + digits(1, 7)
  const total: Totals = { count: 0, hash: 0, debits: zeroCents, credits: zeroCents }
  yield fileHeader(head)
  yield line(
    `5${serviceClass}`,
    text(head.companyName, 16),
    text('', 20),
    text(head.companyId, 10),
    'WEB',
    text(head.entryDescription, 10),
    shortDate(head.effectiveDate),
    shortDate(head.effectiveDate),
    '   1',
    batch,
  )
  for await (const entry of entries) {
    add(total, entry.routingNumber, entry.amount, 'debits')
    yield entryLine(debitCode(entry), entry, 'R ')
  }
  if (head.balanced) {
    for (const [index, amount] of offsetAmounts(total.debits).entries()) {
      add(total, head.offsetRoutingNumber, amount, 'credits')
      yield entryLine('22', offsetOf(head, amount, offsetSequence + index), '  ')
    }
  }
  const sums = digits(total.hash % 10_000_000_000, 10) + digits(total.debits, 12) + digits(total.credits, 12)
  yield line(`8${serviceClass}`, digits(total.count, 6), sums, text(head.companyId, 10), text('', 25), batch)
  const blocks = Math.ceil((total.count + 4) / linesPerBlock)
  yield line('9000001', digits(blocks, 6), digits(total.count, 8), sums, text('', 39))
  for (let lines = total.count + 4; lines < blocks * linesPerBlock; lines += 1) yield '9'.repeat(lineLength)
}

interface Totals {
  count: number
  hash: number
  debits: Cents
  credits: Cents
}

function add(total: Totals, routingNumber: string, amount: Cents, side: 'debits' | 'credits'): void {
  total.count += 1
  total.hash += Number(routingNumber.slice(0, 8))
  total[side] = addCents(total[side], amount)
}

const fileHeader = (head: NachaHead): string =>
  line(
    `101${(head.immediateDestination || head.destination).padStart(10)}`,
    text(head.origin, 10).trimEnd().padStart(10),
    shortDate(head.fileDate),
    head.fileTime,
    head.modifier,
    '094101',
    text(head.destinationName, 23),
    text(head.originName, 23),
    text('', 8),
  )

function debitCode({ accountKind, amount }: NachaEntry): string {
  const isPrenote = amount === 0
  if (accountKind === 'Checking') return isPrenote ? '28' : '27'
  return isPrenote ? '38' : '37'
}

const entryLine = (code: string, entry: NachaEntry, paymentType: string): string =>
  line(
    `6${code}${entry.routingNumber}`,
    entry.bankAccountNumber.padEnd(longestNachaAccount),
    digits(entry.amount, 10),
    text(entry.individualId, 15),
    // Banks refuse an entry without a name, and some names have none of the letters that they accept.
    text(text(entry.name, 22).trim() === '' ? entry.individualId : entry.name, 22),
    paymentType,
    '0',
    entry.traceNumber,
  )

/** Splits the balancing credit into as many entries as needed, because an entry amount has ten digits. */
export function offsetAmounts(debits: Cents): readonly Cents[] {
  const amounts: Cents[] = []
  for (let rest = debits; rest > 0; rest = subtractCents(rest, amounts.at(-1) ?? zeroCents))
    amounts.push(minCents(rest, cents(largestNachaAmount)))
  return amounts
}

const offsetOf = (head: NachaHead, amount: Cents, sequence: number): NachaEntry => ({
  accountKind: 'Checking',
  routingNumber: head.offsetRoutingNumber,
  bankAccountNumber: head.offsetAccountNumber,
  amount,
  individualId: 'OFFSET',
  name: head.companyName,
  traceNumber: head.destination.slice(0, 8) + digits(sequence, 7),
})

/** Joins fields to a line. @throws RangeError when a value does not fit its field, so that the line has another length. */
function line(...fields: readonly string[]): string {
  const whole = fields.join('')
  if (whole.length !== lineLength) throw new RangeError(`A line of a bank file would have ${whole.length} characters`)
  return whole
}

/** Writes a text with the characters that banks accept: letters without marks (`O` for `Ø`), digits and a few signs, cut to its field. */
const text = (value: string, length: number): string =>
  toPlainLetters(value)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 .,&'/-]/gu, ' ')
    .slice(0, length)
    .padEnd(length)

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

const shortDate = (date: CalendarDate): string => date.slice(2).replaceAll('-', '')
