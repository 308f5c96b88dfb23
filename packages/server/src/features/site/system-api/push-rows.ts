import { parseJson } from '../../../platform/http/parse-json.ts'
import type { BundleFile } from '../integration/public.ts'

/** A fault of a row that cannot be written as CSV. `line` is that of `RowsAsCsv`. */
interface RowFault {
  readonly line: number
  readonly column: string
  readonly reason: string
}

/** Rows of JSON as the CSV file that the import reads. */
export interface RowsAsCsv {
  readonly header: string
  /** Adds a row. @returns its line of CSV; an empty text for a row with faults. */
  readonly add: (row: unknown) => string
  /** The first thousand faults. */
  readonly faults: readonly RowFault[]
  /** The number of faults beyond those. */
  readonly moreFaults: () => number
  /** The rows so far, those with faults included. */
  readonly count: () => number
  /** The place among the rows, counted from 1, of what stands on a line of the CSV file; 0 for its header. */
  readonly rowOfLine: (line: number) => number
}

const mostFaults = 1000

/** A number that was not changed when it was read. Larger integers have lost digits. */
const isExact = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

/** A line from which rows are not where their numbers say, and by how much together with the shifts before it. */
interface Shift {
  readonly line: number
  sum: number
}

function addShift(shifts: Shift[], line: number, by: number): void {
  const last = shifts.at(-1)
  if (last?.line === line) last.sum += by
  else shifts.push({ line, sum: (last?.sum ?? 0) + by })
}

/** The sum of the shifts up to a line, found by halves. */
function shiftAt(shifts: readonly Shift[], line: number): number {
  let [low, high] = [0, shifts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((shifts[middle]?.line ?? 0) <= line) low = middle + 1
    else high = middle
  }
  return shifts[low - 1]?.sum ?? 0
}

const cellOf = (value: string | number): string => {
  const text = String(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Writes rows as the CSV file of a bundle, with every column of the file. Columns that the file does not have, those that a row must have
 * and leaves out, and values that are neither texts nor numbers, are faults.
 */
export function rowsAsCsv({ file, columns }: BundleFile): RowsAsCsv {
  const names = columns.map(({ name }) => name)
  const known = new Set(names)
  const needed = columns.filter(({ mustExist }) => mustExist).map(({ name }) => name)
  const faults: RowFault[] = []
  /** Lines at which a row is not where its number says: rows that were left out, and line breaks inside values. */
  const shifts: Shift[] = []
  let rows = 0
  let lines = 1
  let count = 0
  const refuse = (column: string, reasonOf: () => string) => {
    count += 1
    if (faults.length < mostFaults) faults.push({ line: rows, column, reason: reasonOf() })
  }
  const isGood = (row: unknown): row is Readonly<Record<string, string | number | null>> => {
    const before = count
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      refuse('', () => 'is no object with the columns of the file')
    else {
      // A column that was left out by mistake would otherwise empty what is stored.
      for (const name of needed) if (!Object.hasOwn(row, name)) refuse(name, () => 'is missing from the row')
      for (const [name, value] of Object.entries(row)) {
        if (!known.has(name)) refuse(name.slice(0, 60), () => `is no column of ${file}, which has ${names.join(', ')}`)
        else if (value !== null && typeof value !== 'string' && !isExact(value))
          refuse(name, () => 'is neither a text nor a number that JSON keeps exactly; write it as a text')
      }
    }
    return count === before
  }
  return {
    header: `${names.join(',')}\n`,
    faults,
    count: () => rows,
    add: (row) => {
      rows += 1
      if (!isGood(row)) {
        addShift(shifts, lines + 1, 1)
        return ''
      }
      const text = `${names.map((name) => cellOf(row[name] ?? '')).join(',')}\n`
      lines += 1
      const breaks = text.split(/\r\n?|\n/u).length - 2
      if (breaks > 0) addShift(shifts, lines + 1, -breaks)
      lines += breaks
      return text
    },
    moreFaults: () => count - faults.length,
    rowOfLine: (line) => (line < 2 ? 0 : line - 1 + shiftAt(shifts, line)),
  }
}

/** A line of NDJSON as a value; the line itself for one that is no JSON or has a key twice, so that it is refused as a row. */
export function parseLine(line: string): unknown {
  try {
    return parseJson(Buffer.from(line))
  } catch {
    return line
  }
}

const longestLine = 65_536

/**
 * Splits pieces of a body into its lines, without empty ones. In place of a line that is longer than any row it gives a text that is no
 * JSON, and keeps nothing of it.
 */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let isTooLong = false
  const whole = (line: string) => (isTooLong || line.length > longestLine ? 'too long' : line)
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isTooLong || line.trim() !== '') yield whole(line)
      isTooLong = false
    }
    if (rest.length <= longestLine) continue
    isTooLong = true
    rest = ''
  }
  const last = rest + decoder.decode()
  if (isTooLong || last.trim() !== '') yield whole(last)
}
