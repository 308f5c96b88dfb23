import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type CalendarDate, isAfter, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, formatUsd, zeroCents } from '@coopline/rules/kernel/money'
import { addBankingDays } from '@coopline/rules/paying/runs/banking-days'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { todayOf } from '../../../platform/today.ts'
import { stopDraft } from '../drafts/public.ts'
import { findEntriesByTrace, findReleasedFile, listFileItems } from './bank-files.store.ts'
import { findAnswer, readRejects, type RejectLine } from './read-rejects.ts'
import {
  type CollectedEntry,
  insertReturn,
  listReturnCodes,
  lockEntryByItem,
  markRejected,
  rejectedCode,
} from './returns.store.ts'
import { NotApplied, reverseDebit } from './reverse-debit.ts'

/** The entries of a bank file that its bank rejected: all, those with these trace numbers, or those that a file of the bank names. */
export type RejectedEntries = 'all' | { readonly traces: readonly string[] } | { readonly path: string }

/** The manner in which rejected entries are taken back. */
export interface RejectOptions {
  /** Collects what is still owed by a later bank file, and sends prenotes again. */
  readonly again: boolean
  /** Takes back entries of a file that is too old to be rejected, because the bank said that it was. */
  readonly late: boolean
  /** Counts the entries and changes nothing. */
  readonly dryRun: boolean
  /** The person who decided it. */
  readonly by: string
}

/** Banks reject a file before it settles, or soon after. Later, its debits were collected. */
const rejectBankingDays = 2

const linesPerQuery = 1_000
const itemsPerPage = 1_000

/**
 * Takes back entries of a released bank file that the bank rejected, each in a separate transaction and only once (`coopline nacha
 * reject`). Such a debit never reached its bank: its payment is reversed without a fee, and the member hears that it did not go through.
 * When one of the named entries is not in the file, or the file settled more than two banking days ago, nothing is taken back.
 *
 * @param name the name of the bank file, with or without its folder and ending.
 */
export async function rejectEntries(
  deps: Deps,
  name: string,
  entries: RejectedEntries,
  options: RejectOptions,
): Promise<CommandOutcome> {
  const file = readName(name)
  const released = file === null ? undefined : await findReleasedFile(deps.db, file)
  if (file === null || released === undefined)
    return refused([`No bank file ${name} was released. Name it as ${exampleName}.`])
  const { id: fileId, effectiveDate } = released
  const label = `${file.fileDate}-${file.modifier}`
  if (!options.late && isAfter(todayOf(deps), addBankingDays(effectiveDate, rejectBankingDays)))
    return refused([
      `The bank file ${label} settled on ${effectiveDate}, more than ${rejectBankingDays} banking days ago. Add --late if the bank says that it rejected it.`,
    ])
  const lines = entries === 'all' ? null : await readLines(entries)
  if (typeof lines === 'string') return refused([lines])
  if (lines?.length === 0) return refused(['No trace number was given.'])
  const found = lines && (await findItems(deps, fileId, lines))
  if (found === null) return takeAllBack(deps, label, itemsOf(deps, fileId), options)
  const { items, unknown } = found
  if (unknown.length > 0) return refused(unknown.map((one) => `${one} names no entry of the bank file ${label}`))
  return takeAllBack(deps, label, items, options)
}

const exampleName = 'nacha-2026-12-15-A.ach or 2026-12-15-A'

const refused = (reasons: readonly string[]): CommandOutcome => ({
  output: [...reasons, 'Nothing was taken back.'].join('\n'),
  exitCode: 1,
})

function readName(name: string): { readonly fileDate: CalendarDate; readonly modifier: string } | null {
  const [, day = '', modifier = ''] =
    /^(?:nacha-)?(\d{4}-\d{2}-\d{2})-([A-Z0-9])(?:\.ach)?$/u.exec(basename(name)) ?? []
  const fileDate = parseCalendarDate(day)
  return fileDate === null ? null : { fileDate, modifier }
}

interface NamedEntry extends Pick<RejectLine, 'numbers'> {
  /** The place that staff read when the entry is unknown. */
  readonly place: string
}

async function readLines(entries: Exclude<RejectedEntries, 'all'>): Promise<readonly NamedEntry[] | string> {
  if ('traces' in entries) return entries.traces.map((trace) => ({ place: `Trace number ${trace}`, numbers: [trace] }))
  const { path } = entries
  const content = await readFile(path, 'latin1').catch(() => null)
  if (content === null) return `${path} cannot be read.`
  const answer = findAnswer(content)
  if (answer !== null)
    return `${path}, line ${answer.line}: ${answer.code} answers an entry that the bank did not reject. Use import ach-returns.`
  return readRejects(content).map(({ line, numbers }) => ({ place: `${path}, line ${line}:`, numbers }))
}

async function findItems(
  { db }: Deps,
  fileId: number,
  named: readonly NamedEntry[],
): Promise<{ readonly items: readonly number[]; readonly unknown: readonly string[] }> {
  const [items, unknown] = [new Set<number>(), [] as string[]]
  for (let from = 0; from < named.length; from += linesPerQuery) {
    const page = named.slice(from, from + linesPerQuery)
    const known = await findEntriesByTrace(
      db,
      fileId,
      page.flatMap(({ numbers }) => numbers),
    )
    for (const { place, numbers } of page) {
      const found = numbers.flatMap((number) => known.get(number) ?? [])
      if (found.length === 0) unknown.push(place)
      for (const item of found) items.add(item)
    }
  }
  return { items: [...items], unknown }
}

async function* itemsOf({ db }: Deps, fileId: number): AsyncGenerator<number> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const page = await listFileItems(db, fileId, { after, limit: itemsPerPage })
    yield* page.map(({ id }) => id)
    after = page.length < itemsPerPage ? undefined : page.at(-1)?.traceNumber
  }
}

async function takeAllBack(
  deps: Deps,
  file: string,
  items: AsyncIterable<number> | Iterable<number>,
  options: RejectOptions,
): Promise<CommandOutcome> {
  const counts = new Map<string, { readonly entries: number; readonly amount: Cents }>()
  const faults: string[] = []
  for await (const item of items) {
    try {
      const { done, amount } = await inTransaction(deps.db, (tx) => takeBack(deps, tx, item, { ...options, file }))
      const before = counts.get(done) ?? { entries: 0, amount: zeroCents }
      counts.set(done, { entries: before.entries + 1, amount: addCents(before.amount, amount) })
    } catch (error) {
      if (!(error instanceof NotApplied)) throw error
      faults.push(error.message)
    }
  }
  return {
    output: [
      ...faults,
      ...[...counts].map(([done, { entries, amount }]) => `${done.padEnd(26)}${entries}  ${formatUsd(amount)}`),
      ...(faults.length === 0 ? [] : [`${faults.length} entries need a person. The others were taken back.`]),
    ].join('\n'),
    exitCode: faults.length === 0 ? 0 : 1,
    value: {
      file,
      done: Object.fromEntries(
        [...counts].map(([done, { entries, amount }]) => [done, { entries, amountCents: amount }]),
      ),
      notApplied: faults,
    },
  }
}

interface TakenBack {
  readonly done: string
  readonly amount: Cents
}

async function takeBack(
  deps: Deps,
  tx: Tx,
  itemId: number,
  options: RejectOptions & { readonly file: string },
): Promise<TakenBack> {
  const entry = await lockEntryByItem(tx, itemId)
  if (entry === undefined) throw new Error(`Entry ${itemId} is in no released bank file`)
  const { amount } = entry
  const codes = await listReturnCodes(tx, itemId)
  if (codes.includes(rejectedCode)) return { done: 'taken back before', amount }
  // The bank processed it after all, and its return has reversed it.
  if (codes.some((code) => code.startsWith('R'))) return { done: 'returned before', amount }
  if (options.dryRun) return { done: 'would be taken back', amount }
  await reject(deps, tx, entry, options)
  return { done: 'taken back', amount }
}

async function reject(
  deps: Deps,
  tx: Tx,
  entry: CollectedEntry,
  { again, by, file }: RejectOptions & { readonly file: string },
): Promise<void> {
  const { itemId, transNo, accountNumber, memberNumber, draftEvent, originalOn, retries } = entry
  const now = deps.clock.now()
  const isPrenote = transNo === null
  const retryOn = again && !isPrenote ? addBankingDays(todayOf(deps), 1) : null
  const action = again ? 'retry' : 'noted'
  await insertReturn(tx, { itemId, code: rejectedCode, action, draftEvent, retryOn, originalOn, retries, now })
  await markRejected(tx, itemId, again && isPrenote)
  if (!isPrenote)
    await reverseDebit(
      deps,
      tx,
      { ...entry, transNo },
      {
        eventId: `bank-rejected:${itemId}`,
        reason: 'The bank rejected it',
        feeWaiver: retryOn === null ? 'never-collected' : { takenAgainOn: retryOn },
      },
    )
  // Without a prenote, the draft would wait forever.
  else if (!again) await stopDraft(deps, tx, { accountNumber, eventId: Number(draftEvent) })
  const detail = { transNo, file, again, by }
  await recordAudit(tx, { kind: 'runs.bank-rejected', at: now, memberNumber, accountNumber, detail })
}
