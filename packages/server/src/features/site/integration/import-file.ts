import { join } from 'node:path'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { BundleFile } from './bundle-file.ts'
import { checkRow, type RowValues } from './check-row.ts'
import { endGoneRows, type FullLoad } from './end-gone-rows.ts'
import { type ImportEntry, showValue } from './import-entry.ts'
import type { FileSummary } from './import-summary.ts'
import type { InTransaction } from './import-transactions.ts'
import { type CsvRow, CsvUnreadable, readCsv } from './read-csv.ts'
import { type Header, readHeader } from './read-header.ts'
import { openSeenKeys, type SeenKeys } from './seen-keys.ts'
import type { BillTotals } from './bill-totals.ts'
import { createDocumentCheck, type HasDocument } from './missing-documents.ts'
import { type GoodRow, writeBatch } from './write-batch.ts'
import { checkZeroDifferences } from './zero-differences.ts'

export interface FileImport {
  readonly directory: string
  readonly batchRows: number
  readonly inTransaction: InTransaction
  /** Limits for ending the rows that are missing from the files; `undefined` for an import that removes nothing. */
  readonly full: FullLoad | undefined
  /** True when the manifest of the bundle proves that no row is missing. */
  readonly isComplete: boolean
  readonly hasDocument: HasDocument | undefined
  readonly billTotals: BillTotals
  /** True to take balances that include fewer payments than those on file. */
  readonly takesOlder: boolean
  readonly now: () => Date
  /** The day of the import in the cooperative's time zone. */
  readonly today: CalendarDate
  readonly report: (entry: ImportEntry) => void
  readonly onRead: (file: string, rows: number, bytesRead: number, done: boolean) => void
}

type Counts = { -readonly [Name in keyof FileSummary]: FileSummary[Name] }

/** Imports one file of a bundle: writes good rows and reports the others. A part that cannot be read ends the import of this file only. */
export async function importFile(run: FileImport, file: BundleFile): Promise<FileSummary> {
  const counts: Counts = {
    file: file.file,
    state: 'imported',
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    repeated: 0,
    refused: 0,
    ended: 0,
    credits: 0,
    events: 0,
  }
  const seen = openSeenKeys()
  try {
    await readInBatches(run, file, counts, createWriter(run, file, counts, seen))
    await endRowsNotInFile(run, file, counts, seen)
  } catch (error) {
    if (!(error instanceof CsvUnreadable)) throw error
    counts.state = counts.rows === 0 ? 'refused' : 'cut short'
    const reason = counts.rows === 0 ? error.message : `${error.message}; nothing from this line on was read`
    run.report({ severity: 'error', file: file.file, line: error.line, column: '', value: '', reason })
  } finally {
    seen.close()
  }
  return counts
}

/**
 * Ends rows that are no longer in the file, after a full load without a refused row. A refused row may be on file, and
 * its key cannot be relied on.
 */
async function endRowsNotInFile(run: FileImport, file: BundleFile, counts: Counts, seen: SeenKeys): Promise<void> {
  if (run.full === undefined || file.gone === undefined) return
  const say = (severity: ImportEntry['severity'], reason: string) =>
    run.report({ severity, file: file.file, line: 0, column: '', value: '', reason })
  if (counts.refused > 0) {
    say('notice', 'has refused rows, so what it does not have any more stays')
    return
  }
  const { inTransaction, batchRows: pageRows } = run
  const has = (keys: readonly RowValues[]) => seen.has(keys.map((key) => key.join(' ')))
  const outcome = await endGoneRows({ inTransaction, pageRows, has }, file, run.full)
  if ('ended' in outcome) counts.ended = outcome.ended
  else
    say(
      'error',
      `does not have ${outcome.tooMany} of the ${outcome.of} rows on file, more than ${run.full.mostEnded} percent; they stay (--most-ended)`,
    )
}

/** Reads a file and hands full batches to the writer, which may still write one batch while the next is read. */
async function readInBatches(run: FileImport, file: BundleFile, counts: Counts, writer: Writer): Promise<void> {
  let header: Header | undefined
  let batch: GoodRow[] = []
  let bytesRead = 0
  try {
    for await (const block of readCsv(join(run.directory, file.file), { isComplete: run.isComplete })) {
      for (const row of block.rows) {
        if (header === undefined) {
          header = headerOf(file, row)
          continue
        }
        counts.rows++
        const good = goodRow(run, file, counts, { header, row })
        if (good !== undefined) batch.push(good)
        if (batch.length < run.batchRows) continue
        await writer.write(batch)
        batch = []
      }
      bytesRead = block.bytesRead
      run.onRead(file.file, counts.rows, bytesRead, false)
    }
    if (header === undefined) throw new CsvUnreadable(1, 'is empty; a file of a bundle begins with a header row')
  } finally {
    if (batch.length > 0) await writer.write(batch)
    await writer.done()
    run.onRead(file.file, counts.rows, bytesRead, true)
  }
}

/** Reads the header row. @throws CsvUnreadable with all faults of the header. */
function headerOf(file: BundleFile, row: CsvRow): Header {
  if ('broken' in row) throw new CsvUnreadable(row.line, `the header ${row.broken}`)
  const header = readHeader(file, row.fields)
  if ('positions' in header) return header
  throw new CsvUnreadable(row.line, header.map((fault) => `${fault.column} ${fault.reason}`.trim()).join('; '))
}

function goodRow(
  run: FileImport,
  file: BundleFile,
  counts: Counts,
  { header, row }: { header: Header; row: CsvRow },
): GoodRow | undefined {
  const checked =
    'broken' in row
      ? { faults: [{ column: '', value: row.text, reason: `the row ${row.broken}` }] }
      : checkRow(file, header, row.fields)
  if ('values' in checked) return { line: row.line, values: checked.values }
  counts.refused++
  for (const fault of checked.faults) {
    run.report({ severity: 'error', file: file.file, line: row.line, ...fault, value: showValue(fault.value) })
  }
  return undefined
}

interface Writer {
  readonly write: (batch: readonly GoodRow[]) => Promise<void>
  readonly done: () => Promise<void>
}

/** Writes one batch at a time, while the caller reads the next. */
function createWriter(run: FileImport, file: BundleFile, counts: Counts, seen: SeenKeys): Writer {
  let running: Promise<void> = Promise.resolve()
  const done = async () => running
  const documents = createDocumentCheck(file, run.hasDocument, run.report)
  const writeOne = async (rows: readonly GoodRow[]) => {
    await writeRows(run, file, counts, { rows, seen })
    await documents.check(rows)
  }
  return {
    write: async (batch) => {
      await done()
      running = writeOne(withoutRepeats(run, file, counts, { batch, seen }))
      // The next await rejects with its error. Until then the rejection must not count as unhandled.
      running.catch(() => {})
    },
    done: async () => {
      await done()
      documents.end()
    },
  }
}

async function writeRows(
  run: FileImport,
  file: BundleFile,
  counts: Counts,
  { rows, seen }: { readonly rows: readonly GoodRow[]; readonly seen: SeenKeys },
): Promise<void> {
  if (rows.length === 0) return
  run.billTotals.add(file, rows)
  const { entries, ...result } = await run.inTransaction(async (tx) => {
    const checked = await checkZeroDifferences(tx, file, { rows, seen, isFull: run.full !== undefined })
    return {
      entries: checked.entries,
      ...(await writeBatch(tx, file, checked.rows, { now: run.now(), today: run.today, takesOlder: run.takesOlder })),
    }
  })
  for (const entry of entries) run.report(entry)
  counts.refused += entries.filter(({ severity }) => severity === 'error').length
  counts.added += result.added
  counts.changed += result.changed
  counts.unchanged += result.unchanged
  counts.credits += result.credits
  counts.events += result.events
  counts.refused += new Set(result.faults.map((fault) => fault.line)).size
  for (const fault of result.faults)
    run.report({ severity: 'error', file: file.file, ...fault, value: showValue(fault.value) })
}

/** Leaves out rows with the key of an earlier row of the file. A row with the same values is a notice, one with other values an error. */
function withoutRepeats(
  run: FileImport,
  file: BundleFile,
  counts: Counts,
  { batch, seen }: { batch: readonly GoodRow[]; seen: SeenKeys },
): readonly GoodRow[] {
  const positions = file.key.map((name) => file.columns.findIndex((column) => column.name === name))
  const keyOf = (row: GoodRow) => positions.map((position) => row.values[position] ?? '')
  const earlier = seen.add(
    batch.map((row) => ({ line: row.line, key: keyOf(row).join(' '), content: row.values.join('\u0001') })),
  )
  return batch.filter((row, index) => {
    const first = earlier[index]
    if (first === undefined) return true
    const where = {
      file: file.file,
      line: row.line,
      column: file.key.join(' '),
      value: showValue(keyOf(row).join(' ')),
    }
    if (first.sameContent) {
      counts.repeated++
      run.report({ severity: 'notice', ...where, reason: `the same row is on line ${first.line} already` })
    } else {
      counts.refused++
      run.report({
        severity: 'error',
        ...where,
        reason: `is on line ${first.line} already, with other values; only that row counts`,
      })
    }
    return false
  })
}
