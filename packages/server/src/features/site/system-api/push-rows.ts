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
  readonly faults: readonly RowFault[]
  /** The rows so far, those with faults included. */
  readonly count: () => number
  /** The place among the rows, counted from 1, of what stands on a line of the CSV file; 0 for its header. */
  readonly rowOfLine: (line: number) => number
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
  const shifts: { readonly line: number; readonly by: number }[] = []
  let rows = 0
  let lines = 1
  const refuse = (column: string, reason: string) => void faults.push({ line: rows, column, reason })
  const isGood = (row: unknown): row is Readonly<Record<string, string | number | null>> => {
    const before = faults.length
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      refuse('', 'is no object with the columns of the file')
    else {
      // A column that was left out by mistake would otherwise empty what is stored.
      for (const name of needed) if (!Object.hasOwn(row, name)) refuse(name, 'is missing from the row')
      for (const [name, value] of Object.entries(row)) {
        if (!known.has(name)) refuse(name.slice(0, 60), `is no column of ${file}, which has ${names.join(', ')}`)
        else if (value !== null && typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
          refuse(name, 'is neither a text nor a number')
      }
    }
    return faults.length === before
  }
  return {
    header: `${names.join(',')}\n`,
    faults,
    count: () => rows,
    add: (row) => {
      rows += 1
      if (!isGood(row)) {
        shifts.push({ line: lines + 1, by: 1 })
        return ''
      }
      const text = `${names.map((name) => cellOf(row[name] ?? '')).join(',')}\n`
      lines += 1
      const breaks = text.split(/\r\n?|\n/u).length - 2
      if (breaks > 0) shifts.push({ line: lines + 1, by: -breaks })
      lines += breaks
      return text
    },
    rowOfLine: (line) =>
      line < 2 ? 0 : shifts.reduce((row, shift) => (shift.line <= line ? row + shift.by : row), line - 1),
  }
}

/** A line of NDJSON as a value; a text for one that is no JSON, so that it is refused as a row. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
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
