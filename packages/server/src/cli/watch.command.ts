import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Clock, systemClock } from '../platform/clock.ts'
import { tryLater } from '../platform/command-outcome.ts'
import { DirectoryInUse, lockDirectory } from '../platform/db/lock-directory.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import type { Env } from '../platform/env.ts'
import { noteRefusedImports, type RefusedCall } from '../platform/health/refused-imports.ts'
import { createLog, type Log } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runImport } from './import.command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'
import {
  type Arrival,
  besideArrival,
  expireDone,
  findArrival,
  listArrivals,
  listRefused,
  moveArrival,
  prepareWatchFolder,
  watchFolderId,
} from './watch-folder.ts'

const usualSeconds = 30
const mostSeconds = 3600
const retainedDays = 30
/** Interval at which refused files are reported again, so that the alarm knows that the folder is still watched. */
const reportMs = 3_600_000
const [reportEnding, printedEnding] = ['.report.csv', '.txt'] as const

/** `coopline watch DIR`: imports the files that the cooperative's systems put into a folder. */
export const watchCommand: Command = {
  name: 'watch',
  summary: 'Import files as they arrive in the sub-folders outages, bundles, readings and weather',
  calls: [
    {
      words: 'DIR [--once] [--every SECONDS] [--usage-points FILE] [--spread] [--clock-time] [--interval-ending]',
      json: 'It logs JSON lines while it runs.',
    },
  ],
  examples: ['watch /var/lib/coopline/incoming', 'watch /var/lib/coopline/incoming --once'],
  run: async (args, env) => watchFolder(args, env, createLog(env.LOG_LEVEL)),
}

interface Watch {
  readonly directory: string
  /** The id of the folder. */
  readonly folder: string
  readonly once: boolean
  readonly everyMs: number
  /** Further words for an import of readings. */
  readonly readingsWords: readonly string[]
  readonly env: Env
  readonly log: Log
  readonly clock: Clock
  /** The files of the last look, by path. */
  seen: ReadonlyMap<string, string>
  /** Imported files that could not be moved: they are not imported again until they change. */
  readonly unmoved: Map<string, string>
  /** The reason that imports wait. */
  waitsFor: string
  /** The refused files last reported to the database, and when. */
  noted: { readonly call: string; readonly at: number }
}

/**
 * Watches a folder until the process ends, or looks twice with `--once`.
 *
 * @returns 0, or with `--once` 1 when something was refused and `tryLater` when something waits. `tryLater` when another process
 *   watches the folder.
 * @param pauseMs milliseconds between two looks in place of those of `--every`.
 * @throws WrongUsage.
 */
export async function watchFolder(
  args: readonly string[],
  env: Env,
  log: Log,
  { clock = systemClock, pauseMs }: { readonly clock?: Clock; readonly pauseMs?: number } = {},
): Promise<number> {
  const call = readCall(args)
  if (!isFolder(call.directory)) {
    console.error(`${call.directory} is not a folder.`)
    return 1
  }
  let unlock: () => void
  try {
    unlock = lockDirectory(call.directory)
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    console.error(`Another process watches ${call.directory}.`)
    return tryLater
  }
  try {
    prepareWatchFolder(call.directory)
    const watch: Watch = {
      ...call,
      everyMs: pauseMs ?? call.everyMs,
      folder: watchFolderId(call.directory),
      env,
      log,
      clock,
      seen: new Map(),
      unmoved: new Map(),
      waitsFor: '',
      noted: { call: '', at: 0 },
    }
    return call.once ? await lookTwice(watch) : await lookForever(watch)
  } finally {
    unlock()
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** @throws WrongUsage for unknown options and anything but one folder. */
function readCall(args: readonly string[]): Pick<Watch, 'directory' | 'once' | 'everyMs' | 'readingsWords'> {
  const { values, positionals } = parsed(args)
  const [directory, ...others] = positionals
  if (directory === undefined || others.length > 0) throw new WrongUsage('Give the folder to watch.')
  const seconds = Number(values.every ?? usualSeconds)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds)
    throw new WrongUsage(`--every takes whole seconds from 1 to ${mostSeconds}.`)
  const usagePoints = values['usage-points']
  const readingsWords = [
    ...(usagePoints === undefined ? [] : ['--usage-points', resolve(usagePoints)]),
    ...(['spread', 'clock-time', 'interval-ending'] as const).flatMap((name) =>
      values[name] === true ? [`--${name}`] : [],
    ),
  ]
  return { directory: resolve(directory), once: values.once ?? false, everyMs: seconds * 1000, readingsWords }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        once: { type: 'boolean' },
        every: { type: 'string' },
        'usage-points': { type: 'string' },
        spread: { type: 'boolean' },
        'clock-time': { type: 'boolean' },
        'interval-ending': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

async function lookTwice(watch: Watch): Promise<number> {
  await lookOnce(watch)
  await sleep(watch.everyMs)
  const results = await lookOnce(watch)
  if (results.includes('refused')) return 1
  return listArrivals(watch.directory).length > 0 ? tryLater : 0
}

/** A failed look, for example at a missing folder, does not end the watch. */
async function lookForever(watch: Watch): Promise<never> {
  for (;;) {
    try {
      await lookOnce(watch)
    } catch (error) {
      watch.log.error({ alarm: 'import-refused', err: error }, 'The watch folder cannot be read')
      await noteRefused(watch, { files: [{ file: '.', hasReport: false }], isWhole: false })
    }
    await sleep(watch.everyMs)
  }
}

type Result = 'done' | 'refused' | 'waits'

/** Imports every arrival that has not changed since the last look. */
async function lookOnce(watch: Watch): Promise<readonly Result[]> {
  const { directory, clock, unmoved } = watch
  const arrivals = listArrivals(directory)
  const settled = arrivals.filter(({ path, mark }) => watch.seen.get(path) === mark && unmoved.get(path) !== mark)
  watch.seen = new Map(arrivals.map(({ path, mark }) => [path, mark]))
  expireDone(directory, today(clock), retainedDays)
  const results: Result[] = []
  if (settled.length > 0 && (await isDatabaseReady(watch)))
    for (const arrival of settled) results.push(await importArrival(watch, arrival))
  const stuck = [...unmoved.keys()].filter((path) => arrivals.some((arrival) => arrival.path === path))
  const files = stuck.map((path) => ({ file: relative(directory, path), hasReport: false }))
  await noteRefused(watch, { files: [...listRefused(directory), ...files], isWhole: true })
  return results
}

/**
 * Reports the refused files to the database when they change, and every hour, for the alarm. While the database is down, the
 * next look retries; the log has the alarm anyway.
 */
async function noteRefused(watch: Watch, list: Pick<RefusedCall, 'files' | 'isWhole'>): Promise<void> {
  const { folder, directory, clock, noted } = watch
  const call = JSON.stringify({ folder, directory, ...list } satisfies RefusedCall)
  const at = clock.now().getTime()
  if (call === noted.call && at - noted.at < reportMs) return
  try {
    const note = async ({ db }: OpenDatabase) => noteRefusedImports({ db, clock: watch.clock }, [call])
    const { exitCode } = await runWhereTheDatabaseIs('refused-imports', [call], watch.env, note)
    if (exitCode === 0) watch.noted = { call, at }
  } catch (error) {
    watch.log.warn({ err: error }, 'Refused imports could not be noted')
  }
}

/** The day in UTC: the folder has no time zone of its own. */
const today = (clock: Clock): string => clock.now().toISOString().slice(0, 10)

/** A database that is missing, away or of another version is no fault of a file. */
async function isDatabaseReady(watch: Watch): Promise<boolean> {
  let reason = ''
  try {
    const ready = async () => ({ output: '', exitCode: 0 })
    const { output, exitCode } = await runWhereTheDatabaseIs('ping', [], watch.env, ready)
    if (exitCode !== 0) reason = output
  } catch (error) {
    reason = String(error)
  }
  noteWaiting(watch, reason)
  return reason === ''
}

/** Logs why imports wait when that changes, not at every look. */
function noteWaiting(watch: Watch, reason: string): void {
  if (reason !== '' && reason !== watch.waitsFor) watch.log.warn({ reason }, 'Imports of the watch folder are waiting')
  watch.waitsFor = reason
}

async function importArrival(watch: Watch, arrival: Arrival): Promise<Result> {
  const { kind, misplaced } = arrival
  if (misplaced !== undefined || kind === 'elsewhere') {
    printBeside(arrival, `${basename(arrival.path)} ${misplaced}. It was not imported.`)
    fileAway(watch, arrival, 'refused')
    return 'refused'
  }
  const report = besideArrival(arrival, reportEnding)
  // A report of a process that was killed.
  rmSync(report, { force: true })
  const { exitCode, printed } = await runQuietly(watch, [...wordsFor(watch, arrival), '--report', report])
  const now = findArrival(kind, arrival.path)
  if (exitCode === tryLater || now?.mark !== arrival.mark) {
    noteWaiting(watch, exitCode === tryLater ? printed : 'A file changed during its import')
    rmSync(report, { force: true })
    return 'waits'
  }
  printBeside(arrival, printed)
  fileAway(watch, arrival, exitCode === 0 ? 'done' : 'refused')
  return exitCode === 0 ? 'done' : 'refused'
}

function printBeside(arrival: Arrival, text: string): void {
  const path = besideArrival(arrival, printedEnding)
  rmSync(path, { force: true })
  writeFileSync(path, `${text}\n`, { flag: 'wx', mode: 0o600 })
}

/** The name of a folder whose files are whole lists. */
const fullEnding = '.full'

const wordsFor = (watch: Watch, { kind, path }: Arrival): readonly string[] => {
  if (kind === 'bundles') return path.endsWith(fullEnding) ? [path, '--full'] : [path]
  return kind === 'readings' ? [kind, path, ...watch.readingsWords] : [kind, path]
}

/** An error that no import expects counts as a refusal: the same file would fail again at every look. */
async function runQuietly({ env }: Watch, words: readonly string[]): Promise<{ exitCode: number; printed: string }> {
  const lines: string[] = []
  const add = (line: unknown): void => void lines.push(String(line))
  let exitCode = 1
  try {
    exitCode = await runImport(words, env, { log: add, error: add })
  } catch (error) {
    add(error)
  }
  return { exitCode, printed: lines.join('\n') }
}

function fileAway({ directory, log, clock, unmoved }: Watch, arrival: Arrival, to: 'done' | 'refused'): void {
  const endings = [reportEnding, printedEnding]
  const from = relative(directory, arrival.path)
  try {
    const file = relative(directory, moveArrival(directory, arrival, { to, day: today(clock), endings }))
    if (to === 'done') log.info({ file }, 'Imported')
    else
      log.error(
        { alarm: 'import-refused', file, hasReport: existsSync(resolve(directory, `${file}${reportEnding}`)) },
        'An import was refused completely or in part',
      )
  } catch (error) {
    unmoved.set(arrival.path, arrival.mark)
    log.error({ alarm: 'import-refused', file: from, err: error }, 'An imported file could not be moved')
  }
}
