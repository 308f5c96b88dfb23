import type { Tx } from '../../../platform/db/open-database.ts'
import { type BundleFile, type BundleParent, changesThroughEvent, paymentsThroughEvent } from './bundle-file.ts'
import type { RowFault, RowValues } from './check-row.ts'
import {
  acknowledgeAccountChoices,
  acknowledgeBillingChoices,
  acknowledgeArrangements,
  acknowledgeDrafts,
  acknowledgeMemberChoices,
  acknowledgePayments,
  acknowledgeProfileChanges,
  findLastEventId,
  findPaymentsThrough,
  listUnknownParents,
  releaseSavepoint,
  rollBackToSavepoint,
  setSavepoint,
  type UpsertOptions,
  upsertRows,
} from './integration.store.ts'

/** A row that has no fault of its own. */
export interface GoodRow {
  readonly line: number
  readonly values: RowValues
}

/** The result for the rows of a batch: every row is counted once, in `faults` or in one of the first three. */
export interface BatchResult {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly credits: number
  readonly events: number
  readonly faults: readonly (RowFault & { readonly line: number })[]
}

/**
 * Writes the rows of a batch except those with an unknown reference or that the database refuses. References are looked up
 * only when the first attempt fails: foreign keys refuse unknown ones.
 * Keys must be unique in `rows`.
 *
 * @param options.takesOlder true to take balances that include fewer payments than those on file.
 */
export async function writeBatch(
  tx: Tx,
  file: BundleFile,
  rows: readonly GoodRow[],
  options: Omit<Writing, 'file'>,
): Promise<BatchResult> {
  const { takesOlder } = options
  const writing = { file, ...options }
  const faultsByEvent = [
    ...(await faultsOfEvents(tx, file, rows)),
    ...(takesOlder ? [] : await faultsOfOlderBalances(tx, file, rows)),
  ]
  if (faultsByEvent.length === 0) {
    const written = await writeAtOnce(tx, writing, rows)
    if (!isDataError(written)) return written
  }
  const faults = [...(await faultsOfParents(tx, file, rows)), ...faultsByEvent]
  const refused = new Set(faults.map((fault) => fault.line))
  const written = await writeRows(
    tx,
    writing,
    rows.filter((row) => !refused.has(row.line)),
  )
  return { ...written, faults: [...faults, ...written.faults].toSorted((a, b) => a.line - b.line) }
}

const valueOf = (file: BundleFile, row: GoodRow, name: string): string | null =>
  row.values[file.columns.findIndex((column) => column.name === name)] ?? null

async function faultsOfParents(tx: Tx, file: BundleFile, rows: readonly GoodRow[]): Promise<BatchResult['faults']> {
  const faults = []
  for (const parent of file.parents) faults.push(...(await faultsOfParent(tx, file, rows, parent)))
  return faults
}

async function faultsOfParent(
  tx: Tx,
  file: BundleFile,
  rows: readonly GoodRow[],
  parent: BundleParent,
): Promise<BatchResult['faults']> {
  const positions = parent.columns.map((name) => file.columns.findIndex((column) => column.name === name))
  const types = positions.map((position) => file.columns[position]?.kind.type ?? 'text')
  const named = rows.map((row) => positions.map((position) => row.values[position] ?? ''))
  const keys = new Map(named.map((key) => [key.join(' '), key]))
  const unknown = await listUnknownParents(tx, parent, types, [...keys.values()])
  const unknownKeys = new Set([...keys.keys()].filter((_, place) => unknown.has(place)))
  return rows.flatMap((row, index) => {
    const value = named[index]?.join(' ') ?? ''
    if (!unknownKeys.has(value)) return []
    return [{ line: row.line, column: parent.columns.join(' '), value, reason: `names no ${parent.what} on file` }]
  })
}

/** Columns with the last event that the cooperative's system has processed. */
const throughNames: ReadonlySet<string> = new Set([paymentsThroughEvent, changesThroughEvent])

const throughColumnOf = (file: BundleFile) => file.columns.find(({ name }) => throughNames.has(name))

/** The option with which the import takes older balances. */
const olderOption = '--older-balances'

/** Acknowledges what a row includes, by the table of the file. */
const acknowledgements: Readonly<Partial<Record<BundleFile['table'], typeof acknowledgePayments>>> = {
  'cis.balance': acknowledgePayments,
  'cis.account_profile': acknowledgeProfileChanges,
  'cis.member_detail': acknowledgeMemberChoices,
  'cis.account_preference': acknowledgeAccountChoices,
  'cis.levelized_account': acknowledgeBillingChoices,
  'cis.draft': acknowledgeDrafts,
  'cis.arrangement': acknowledgeArrangements,
}

async function faultsOfEvents(tx: Tx, file: BundleFile, rows: readonly GoodRow[]): Promise<BatchResult['faults']> {
  const through = throughColumnOf(file)
  if (through === undefined) return []
  const references = rows
    .map((row) => ({ line: row.line, value: valueOf(file, row, through.name) }))
    .filter((one) => one.value !== null)
  if (references.length === 0) return []
  const last = await findLastEventId(tx)
  const reason = `names an event that the portal has not issued; its last is ${last}`
  return references
    .filter((one) => Number(one.value) > last)
    .map((one) => ({ line: one.line, column: through.name, value: one.value ?? '', reason }))
}

/**
 * Refuses balances that include fewer payments than the one on file, or name none: they are from an older file or from a restored system,
 * and the portal would ask again for payments that were acknowledged before.
 */
async function faultsOfOlderBalances(
  tx: Tx,
  file: BundleFile,
  rows: readonly GoodRow[],
): Promise<BatchResult['faults']> {
  const [subject = ''] = file.key
  if (throughColumnOf(file)?.name !== paymentsThroughEvent) return []
  const named = rows.map((row) => ({
    line: row.line,
    value: valueOf(file, row, paymentsThroughEvent),
    accountNumber: valueOf(file, row, subject) ?? '',
  }))
  const kept = await findPaymentsThrough(
    tx,
    named.map(({ accountNumber }) => accountNumber),
  )
  return named.flatMap(({ line, value, accountNumber }) => {
    const before = kept.get(accountNumber)
    if (before === undefined || (value !== null && Number(value) >= before)) return []
    const says = value === null ? 'names no event' : 'names an event'
    const reason = `${says}, and the balance on file includes payments up to event ${before}: this one is older (${olderOption})`
    return [{ line, column: paymentsThroughEvent, value: value ?? '', reason }]
  })
}

interface Writing extends UpsertOptions {
  readonly file: BundleFile
  readonly now: Date
}

/** Writes rows; when the database refuses their data, finds the refused ones by halves and keeps the others. */
async function writeRows(tx: Tx, writing: Writing, rows: readonly GoodRow[]): Promise<BatchResult> {
  const written = await writeAtOnce(tx, writing, rows)
  if (!isDataError(written)) return written
  const [only] = rows
  if (rows.length === 1 && only !== undefined)
    return { ...nothing, faults: [refusedByDatabase(writing.file, only, written)] }
  const half = Math.ceil(rows.length / 2)
  const first = await writeRows(tx, writing, rows.slice(0, half))
  return joined(first, await writeRows(tx, writing, rows.slice(half)))
}

/** Writes all of the rows, or none when the database refuses their data. @returns that refusal. */
async function writeAtOnce(tx: Tx, writing: Writing, rows: readonly GoodRow[]): Promise<BatchResult | DataError> {
  if (rows.length === 0) return nothing
  await setSavepoint(tx)
  try {
    const written = await upsertRows(
      tx,
      writing.file,
      rows.map((row) => row.values),
      writing,
    )
    const settled = await acknowledge(tx, writing, rows)
    await releaseSavepoint(tx)
    return { ...written, ...settled, unchanged: rows.length - written.added - written.changed, faults: [] }
  } catch (error) {
    if (!isDataError(error)) throw error
    await rollBackToSavepoint(tx)
    return error
  }
}

async function acknowledge(tx: Tx, { file, now }: Writing, rows: readonly GoodRow[]) {
  const [through, acknowledgeThem] = [throughColumnOf(file), acknowledgements[file.table]]
  const [subject = ''] = file.key
  if (through === undefined || acknowledgeThem === undefined) return { credits: 0, events: 0 }
  const named = rows.flatMap((row) => {
    const event = valueOf(file, row, through.name)
    // A draft's row without a number may end a draft that an earlier row included.
    return event === null && file.table !== 'cis.draft'
      ? []
      : [{ subject: valueOf(file, row, subject) ?? '', throughEvent: event }]
  })
  return named.length === 0 ? { credits: 0, events: 0 } : acknowledgeThem(tx, named, now)
}

type DataError = Error & { readonly code: string }

/** Classes 22 and 23 of SQLSTATE: the data itself, or a constraint it breaks. */
const isDataError = (error: unknown): error is DataError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/u.test(error.code)

function refusedByDatabase(file: BundleFile, row: GoodRow, error: Error): RowFault & { line: number } {
  const key = file.key.map((name) => valueOf(file, row, name)).join(' ')
  return { line: row.line, column: '', value: key, reason: `is refused by the database: ${error.message}` }
}

const nothing: BatchResult = { added: 0, changed: 0, unchanged: 0, credits: 0, events: 0, faults: [] }

const joined = (a: BatchResult, b: BatchResult): BatchResult => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  credits: a.credits + b.credits,
  events: a.events + b.events,
  faults: [...a.faults, ...b.faults],
})
