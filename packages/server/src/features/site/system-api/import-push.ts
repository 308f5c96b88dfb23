import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Unavailable } from '../../../platform/errors.ts'
import { hasDocument } from '../../../platform/documents/has-document.ts'
import { scrubPersonal } from '../../../platform/scrub-personal.ts'
import { importReadingsFile } from '../../usage/green-button/public.ts'
import { type ReadingsSummary, ReadingsUnreadable } from '../../usage/usage/public.ts'
import {
  AnotherImportRuns,
  type BundleFile,
  bundleFiles,
  type FileSummary,
  importBundle,
  type ImportEntry,
} from '../integration/public.ts'
import { linesOf, parseLine, rowsAsCsv } from './push-rows.ts'

/** The target of a body: a file of the bundle, or the readings. */
export type PushTarget = { readonly kind: 'file'; readonly file: BundleFile } | { readonly kind: 'readings' }

export const pushOptions = z.strictObject({
  full: z.int().optional(),
  olderBalances: z.boolean().optional(),
  dryRun: z.boolean().optional(),
  clockTime: z.boolean().optional(),
  intervalEnding: z.boolean().optional(),
})
export type PushOptions = z.output<typeof pushOptions>

const pushEntry = z.strictObject({
  severity: z.enum(['error', 'notice']),
  line: z.int(),
  column: z.string(),
  reason: z.string(),
})

/** The result of an import as it is stored: without the values of rows, which the caller has. */
export const pushResult = z.strictObject({
  state: z.enum(['done', 'failed']),
  rows: z.int(),
  stored: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  ended: z.int(),
  entries: z.array(pushEntry),
  moreEntries: z.int(),
})
export type PushResult = z.output<typeof pushResult>

/** A body that is imported. */
export interface PushBody {
  readonly media: string
  readonly pieces: AsyncIterable<Uint8Array>
}

/** The way in which an import waits and reports. */
export interface PushProgress {
  /** The time that it waits for another import, in milliseconds. */
  readonly patienceMs: number
  readonly onRows?: (rows: number) => void
  /** Runs in the import's transaction before it commits, with the result; what it throws rolls everything back. */
  readonly beforeCommit?: (tx: Tx, result: PushResult) => Promise<void>
}

/** Rolls back the import of a body that is refused as a whole. */
class BodyRefused extends Error {}

const [mostEntries, longestReason] = [1000, 500] as const

/** Finds a target by its name as it is stored. */
export function targetOf(name: string): PushTarget | undefined {
  if (name === 'readings') return { kind: 'readings' }
  const file = bundleFiles.find((one) => name === `file:${one.file.replace(/\.csv$/u, '')}`)
  return file === undefined ? undefined : { kind: 'file', file }
}

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'settings'>

/**
 * Imports a body as the commands of `coopline import` do: by the same code, from a file in a folder that exists meanwhile.
 *
 * @throws Unavailable when another import does not end in time.
 */
export async function importPush(
  deps: ImportDeps,
  target: PushTarget,
  body: PushBody,
  options: PushOptions,
  progress: PushProgress,
): Promise<PushResult> {
  return fromFolder(async (folder) =>
    target.kind === 'file'
      ? importRows(deps, target.file, { folder, body, options, progress })
      : importMeters(deps, { folder, body, options, progress }),
  )
}

/**
 * Does an import from a folder that exists meanwhile.
 *
 * @throws Unavailable when another import does not end in time.
 */
export async function fromFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'coopline-push-'))
  try {
    return await work(folder)
  } catch (error) {
    if (error instanceof AnotherImportRuns) throw new Unavailable('Another import is under way: this one', 30)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Running {
  readonly folder: string
  readonly body: PushBody
  readonly options: PushOptions
  readonly progress: PushProgress
}

async function importRows(
  deps: ImportDeps,
  file: BundleFile,
  { folder, body, options, progress }: Running,
): Promise<PushResult> {
  const rows = body.media === 'text/csv' ? undefined : rowsAsCsv(file)
  await write(rows === undefined ? body.pieces : csvOf(rows, body.pieces), join(folder, file.file))
  const report = collectEntries((line) => rows?.rowOfLine(line) ?? line, rows?.moreFaults() ?? 0)
  for (const fault of rows?.faults ?? []) report.add({ severity: 'error', value: '', file: '', ...fault }, true)
  if (rows?.count() === 0) report.add({ ...aboutBody, reason: `${file.file} is empty` })
  const resultOf = (files: readonly FileSummary[]): PushResult => {
    const counts = files.find((one) => one.file === file.file)
    const read = counts?.rows ?? 0
    const left = (rows?.count() ?? read) - read
    const { added = 0, changed = 0, unchanged = 0, repeated = 0, refused = 0, ended = 0 } = counts ?? {}
    if (counts?.state !== 'imported' || rows?.count() === 0) return { state: 'failed', ...nothing, ...report.take() }
    const sums = {
      rows: read + left,
      stored: added + changed,
      unchanged: unchanged + repeated,
      refused: refused + left,
    }
    return { state: 'done', ...sums, ended, ...report.take() }
  }
  let result: PushResult = { state: 'failed', ...nothing, entries: [], moreEntries: 0 }
  try {
    const { files } = await importBundle(deps, {
      directory: folder,
      dryRun: options.dryRun === true,
      olderBalances: options.olderBalances === true,
      batchRows: 1000,
      patienceMs: progress.patienceMs,
      hasDocument: async (name) => hasDocument(deps.env.DOCUMENTS_DIR, name),
      report: report.add,
      onProgress: ({ rows: read }) => progress.onRows?.(read),
      beforeCommit: async (tx, done) => {
        result = resultOf(done)
        if (result.state === 'failed') throw new BodyRefused()
        await progress.beforeCommit?.(tx, result)
      },
      // Rows that were left out may be on file: a body with faults ends none.
      ...(options.full === undefined || (rows?.faults.length ?? 0) > 0 ? {} : { mostEnded: options.full }),
    })
    return resultOf(files)
  } catch (error) {
    if (!(error instanceof BodyRefused)) throw error
    return result
  }
}

const nothing = { rows: 0, stored: 0, unchanged: 0, refused: 0, ended: 0 }
const aboutBody = { severity: 'error', file: '', line: 0, column: '', value: '' } as const

const write = async (pieces: AsyncIterable<Uint8Array | string>, path: string): Promise<void> =>
  pipeline(Readable.from(pieces), createWriteStream(path, { mode: 0o600 }))

async function* csvOf(rows: ReturnType<typeof rowsAsCsv>, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield rows.header
  for await (const line of linesOf(pieces)) yield rows.add(parseLine(line))
}

async function importMeters(deps: ImportDeps, { folder, body, options, progress }: Running): Promise<PushResult> {
  const path = join(folder, body.media === 'text/csv' ? 'readings.csv' : 'readings.xml')
  await write(body.pieces, path)
  const report = collectEntries((line) => line)
  const resultOf = ({ rows, written, refused }: Pick<ReadingsSummary, 'rows' | 'written' | 'refused'>): PushResult => ({
    ...nothing,
    state: 'done',
    rows,
    stored: written,
    refused,
    ...report.take(),
  })
  try {
    const summary = await importReadingsFile(deps, path, {
      of: undefined,
      timeZone: deps.settings.current().timeZone,
      times: { isClockTime: options.clockTime === true, isIntervalEnding: options.intervalEnding === true },
      usagePoints: new Map(),
      spreadsMonths: false,
      report: report.add,
      patienceMs: progress.patienceMs,
      beforeCommit: async (tx, counts) => progress.beforeCommit?.(tx, resultOf(counts)),
    })
    return resultOf(summary)
  } catch (error) {
    if (!(error instanceof ReadingsUnreadable)) throw error
    const reason = error.message.replaceAll(`${folder}/`, '')
    report.add({ ...aboutBody, reason })
    return { ...nothing, state: 'failed', ...report.take() }
  }
}

/** Collects the first entries of a report in the order of the rows, without the values of rows. */
export function collectEntries(rowOf: (line: number) => number, before = 0) {
  const entries: PushResult['entries'] = []
  let more = before
  return {
    /** @param isPlaced true when the line of the entry is that of the body already. */
    add: ({ severity, line, column, reason }: ImportEntry, isPlaced = false): void => {
      if (entries.length === mostEntries) more += 1
      else {
        const place = isPlaced ? line : rowOf(line)
        entries.push({ severity, line: place, column, reason: scrubPersonal(reason).slice(0, longestReason) })
      }
    },
    take: () => ({ entries: entries.toSorted((a, b) => a.line - b.line), moreEntries: more }),
  }
}
