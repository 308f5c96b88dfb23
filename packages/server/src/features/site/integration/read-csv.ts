import { createReadStream } from 'node:fs'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'

/** One row of the file: its values, or why it could not be parsed. */
export type CsvRow =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly broken: string; readonly text: string }

export interface CsvBlock {
  readonly rows: readonly CsvRow[]
  /** The bytes of the file that have been read so far. */
  readonly bytesRead: number
}

/** Thrown when a file cannot be read further; rows before it have been handed out. */
export class CsvUnreadable extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.name = 'CsvUnreadable'
    this.line = line
  }
}

/** A longer line cannot be a row of a bundle. */
const maxLineLength = 65_536
/** Maximum number of characters to search for the end of an open quote. */
const maxOpenLength = 1_048_576
const chunkBytes = 262_144

/**
 * Reads the rows of a CSV file, block by block, in constant memory. Empty lines are skipped.
 *
 * Lines without a quote are split at their commas; csv-parse parses the others. Lines that a quoted value joins are one row if
 * that row is well formed and as wide as the first. Otherwise an unclosed quote spoils only its own line. A last row without a
 * line break is broken: a file that was cut off inside its last value looks the same.
 *
 * @param isComplete true when a manifest proves that nothing is missing: the last row then needs no line break.
 * @throws CsvUnreadable when the file is not UTF-8 text, or a line has no end.
 */
export async function* readCsv(path: string, { isComplete = false } = {}): AsyncGenerator<CsvBlock> {
  const decoder = new TextDecoder('utf-8')
  const cut = createCutter(isComplete)
  let bytesRead = 0
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    if (bytesRead === 0) refuseUtf16(chunk)
    bytesRead += chunk.length
    const { rows, endless } = cut(decoder.decode(chunk, { stream: true }), false)
    yield { rows, bytesRead }
    if (endless !== null)
      throw new CsvUnreadable(endless, `has more than ${maxLineLength} characters in one line; it is no CSV file`)
  }
  yield { rows: cut(decoder.decode(), true).rows, bytesRead }
}

function refuseUtf16(start: Buffer): void {
  const mark = start.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') throw new CsvUnreadable(1, 'is UTF-16; save it as UTF-8')
}

interface Cut {
  readonly rows: readonly CsvRow[]
  /** The line that is too long to have an end, after which nothing can be read. */
  readonly endless: number | null
}

/** Splits streamed text into rows. */
function createCutter(isComplete: boolean): (text: string, last: boolean) => Cut {
  let rest = ''
  let line = 1
  let width = 0
  return (text, last) => {
    const all = rest + text
    // A carriage return at the end may be the first half of a line end.
    const cutAt = !last && all.endsWith('\r') ? all.length - 1 : all.length
    const ready = all.slice(0, cutAt)
    const lines = ready.split(ready.includes('\r') ? /\r\n?|\n/u : '\n')
    const open = lines.pop() ?? ''
    const endless = open.length > maxLineLength
    if (last && open !== '') lines.push(open)
    if (width === 0) width = onlyRecordOf(lines.find((one) => one !== '') ?? '')?.length ?? 0
    const { rows, taken } = rowsOf(lines, { line, width, last: last || endless })
    const ending = last && open !== '' && !isComplete ? rows.at(-1) : undefined
    if (ending !== undefined) rows.splice(-1, 1, { line: ending.line, broken: unended, text: open })
    line += taken
    rest = last ? '' : [...lines.slice(taken), open].join('\n') + all.slice(cutAt)
    return { rows, endless: endless && !last ? line : null }
  }
}

interface Place {
  /** Number of the first line. */
  readonly line: number
  /** The number of values in the first row of the file; 0 before it was read. */
  readonly width: number
  /** True when no lines follow these. */
  readonly last: boolean
}

interface QuotedLine {
  readonly at: number
  readonly line: number
  readonly text: string
}

/** The rows of some lines, and how many lines they took: a row whose quote is still open waits for more. */
function rowsOf(lines: readonly string[], place: Place): { rows: CsvRow[]; taken: number } {
  const rows: CsvRow[] = []
  const quoted: QuotedLine[] = []
  let index = 0
  while (index < lines.length) {
    const text = lines[index] ?? ''
    const line = place.line + index
    if (hasOddQuotes(text)) {
      const joined = joinedRow(lines, index, place)
      if (joined === 'open') break
      rows.push(joined === undefined ? { line, broken: unclosed, text } : { line, fields: joined.fields })
      index = joined?.end ?? index + 1
      continue
    }
    if (text.includes('"')) {
      quoted.push({ at: rows.length, line, text })
      rows.push({ line, broken: misplaced, text })
    } else if (text !== '') rows.push({ line, fields: text.split(',') })
    index++
  }
  fillIn(rows, quoted)
  return { rows, taken: index }
}

/** The row that starts at `start` with an open quote and ends on a later line; `open` when that line has not arrived yet. */
function joinedRow(
  lines: readonly string[],
  start: number,
  place: Place,
): { fields: string[]; end: number } | 'open' | undefined {
  let closing = start + 1
  while (closing < lines.length && !hasOddQuotes(lines[closing] ?? '')) closing++
  if (closing === lines.length) {
    const length = lines.slice(start).reduce((sum, text) => sum + text.length + 1, 0)
    return place.last || length > maxOpenLength ? undefined : 'open'
  }
  const records = recordsOf(lines.slice(start, closing + 1).join('\n'))
  const fields = records?.length === 1 ? records[0] : undefined
  return fields?.length === place.width ? { fields, end: closing + 1 } : undefined
}

function hasOddQuotes(text: string): boolean {
  let odd = false
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd
  return odd
}

const unclosed =
  'has a quote that is not closed; write a quote inside a value as two quotes and close the value on its line'

/** Parses the lines with quotes: together when they are well formed, otherwise individually. */
function fillIn(rows: CsvRow[], quoted: readonly QuotedLine[]): void {
  if (quoted.length === 0) return
  const together = recordsOf(quoted.map((one) => one.text).join('\n'))
  const matched = together?.length === quoted.length ? together : undefined
  quoted.forEach((one, index) => {
    const fields = matched === undefined ? onlyRecordOf(one.text) : matched[index]
    rows[one.at] =
      fields === undefined ? { line: one.line, broken: misplaced, text: one.text } : { line: one.line, fields }
  })
}

const unended = 'does not end with a line break, so the file may be cut off here; end the last line like the others'

const misplaced =
  'has a quote where none may stand; put the whole value in quotes and write a quote inside it as two quotes'

function onlyRecordOf(text: string): readonly string[] | undefined {
  const records = recordsOf(text)
  return records?.length === 1 ? records[0] : undefined
}

/** The records of well-formed CSV text, or `undefined`. */
function recordsOf(text: string): string[][] | undefined {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: '\n' })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
