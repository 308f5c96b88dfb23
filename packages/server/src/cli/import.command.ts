import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createDeps } from '../create-deps.ts'
import { importFedach } from '../features/paying/drafts/public.ts'
import {
  AnotherImportRuns,
  type FileSummary,
  importBundle,
  type ImportEntry,
  type ImportSummary,
  NoBundle,
  openImportReport,
} from '../features/site/integration/public.ts'
import { type ReadingsCall, runReadingsCommand, toArguments } from '../features/usage/green-button/public.ts'
import { runOutageImport } from '../features/service/outage/public.ts'
import { createSettingsReader } from '../features/site/site/public.ts'
import { importReturns } from '../features/paying/runs/public.ts'
import { systemClock } from '../platform/clock.ts'
import { type CommandOutcome, printableJson, tryLater } from '../platform/command-outcome.ts'
import { openDatabaseClock } from '../platform/db/database-clock.ts'
import { DirectoryInUse } from '../platform/db/lock-directory.ts'
import { migrate } from '../platform/db/migrate.ts'
import { MigrationRefused } from '../platform/db/migration-errors.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { bulkTimeoutMs, openByEnv } from '../platform/db/open-by-env.ts'
import { hasDocument } from '../platform/documents/has-document.ts'
import type { Env } from '../platform/env.ts'
import { explainDatabaseFault } from '../platform/db/is-database-away.ts'
import { type ImportRecord, recordImport } from '../platform/imports/record-import.ts'
import { createLog } from '../platform/log.ts'
import { type Command, printOutcome, type Printer, readJsonFlag, WrongUsage } from './command.ts'
import { createImportProgress } from './import-progress.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

const defaultReport = 'import-report.csv'
const displayedEntries = 20

export const importCommand: Command = {
  name: 'import',
  summary:
    "Import the cooperative's CSV bundle, readings, weather, outages, bank returns or the directory of banks (docs/IMPORT.md)",
  calls: [
    {
      words: 'DIR [--full [--most-ended PERCENT]] [--older-balances] [--dry-run] [--report FILE] [--quiet]',
      json: true,
    },
    { words: 'fedach FILE', json: true },
    { words: 'ach-returns FILE', json: true },
    {
      words:
        'readings FILE… [--account A --meter M | --usage-points FILE] [--spread] [--clock-time] [--interval-ending] [--dry-run] [--report FILE] [--quiet]',
      json: true,
    },
    { words: 'weather FILE [--station S] [--zips 54701,54703] [--dry-run] [--report FILE] [--quiet]', json: true },
    { words: 'outages FILE [--dry-run] [--report FILE]', json: true },
    { words: 'territory FILE', json: true },
  ],
  examples: [
    'import /srv/export/nightly --dry-run',
    'import /srv/export/nightly --report /tmp/report.csv',
    'import readings readings.csv',
    'import ach-returns returns.ach',
  ],
  run: async (args, env) => runImport(args, env, console),
}

/**
 * Imports what the arguments of `coopline import` name.
 *
 * @param printer gets the lines. Only the console also gets the progress.
 * @returns the exit code.
 * @throws WrongUsage.
 */
export async function runImport(args: readonly string[], env: Env, printer: Printer): Promise<number> {
  const { isJson, words } = readJsonFlag(args)
  const call = readCall(words)
  if ('returns' in call) return printOutcome(await runReturns(env, call.returns), isJson, printer)
  if ('outages' in call) return printOutcome(await runOutages(env, call.outages), isJson, printer)
  if ('files' in call) return printOutcome(await runReadings(env, call), isJson, printer)
  if ('report' in call) requireWritable(call.report)
  try {
    const database = await openByEnv(env, (error) => console.error(error.message), bulkTimeoutMs)
    try {
      await migrate(database, { onWait: (message) => printer.error(message) })
      if ('fedach' in call) return printOutcome(await runFedach(database, call.fedach), isJson, printer)
      return await runBundle(database, env, { ...call, isJson }, printer)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof MigrationRefused) {
      printer.error(error.message)
      return 1
    }
    const reason = error instanceof DirectoryInUse ? error.message : explainDatabaseFault(error)
    if (reason === null) throw error
    printer.error(reason)
    // The file is not at fault: the same file may be imported later.
    return tryLater
  }
}

/** @throws WrongUsage before anything is imported: what is refused would be in no report. */
function requireWritable(report: string): void {
  try {
    accessSync(existsSync(report) ? report : dirname(report), constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new WrongUsage(`The report cannot be written: ${reason}. Name a file that can be written with --report.`)
  }
}

interface ImportCall {
  readonly directory: string
  readonly dryRun: boolean
  readonly report: string
  readonly quiet: boolean
  /** The highest percentage of stored rows that a full load may end; `undefined` for a load that ends none. */
  readonly mostEnded?: number | undefined
  readonly olderBalances?: boolean
  /** Prints the summary for programs. */
  readonly isJson?: boolean
}

/** @throws WrongUsage for unknown options and anything but one folder or one directory of banks. */
function readCall(
  args: readonly string[],
):
  | ImportCall
  | ReadingsCall
  | { readonly fedach: string }
  | { readonly returns: string }
  | { readonly outages: readonly string[] } {
  const { values, positionals } = parsed(args)
  const [word, file, ...others] = positionals
  if (word === 'fedach' && file !== undefined && others.length === 0) return { fedach: file }
  if (word === 'ach-returns' && file !== undefined && others.length === 0) return { returns: file }
  const options = {
    dryRun: values['dry-run'] ?? false,
    report: values.report ?? defaultReport,
    quiet: values.quiet ?? false,
  }
  if ((word === 'outages' || word === 'territory') && file !== undefined && others.length === 0)
    return { outages: [word, resolve(file), resolve(options.report), ...(options.dryRun ? ['dry-run'] : [])] }
  const { account, meter, station, zips = '*' } = values
  if ((word === 'readings' || word === 'weather') && file !== undefined) {
    if ((account === undefined) !== (meter === undefined)) throw new WrongUsage('Give --account and --meter together.')
    const of = account === undefined || meter === undefined ? undefined : { accountNumber: account, meterNumber: meter }
    return {
      ...options,
      kind: word,
      files: [file, ...others].map((path) => resolve(path)),
      report: resolve(options.report),
      of,
      station,
      zips: zips.split(','),
      usagePoints: values['usage-points'] === undefined ? undefined : resolve(values['usage-points']),
      spreadsMonths: values.spread ?? false,
      times: { isClockTime: values['clock-time'] ?? false, isIntervalEnding: values['interval-ending'] ?? false },
    }
  }
  const [directory, ...more] = positionals
  if (directory === undefined || more.length > 0) throw new WrongUsage('Give the folder that holds the bundle.')
  return { directory, ...options, mostEnded: mostEndedOf(values), olderBalances: values['older-balances'] ?? false }
}

const usualMostEnded = '10'

/** @throws WrongUsage for anything but a percentage, and for one without `--full`. */
function mostEndedOf({ full = false, 'most-ended': percent }: ReturnType<typeof parsed>['values']): number | undefined {
  if (!full && percent !== undefined) throw new WrongUsage('Give --most-ended with --full.')
  const most = Number(percent ?? usualMostEnded)
  if (!/^[0-9]{1,3}$/u.test(percent ?? usualMostEnded) || most > 100)
    throw new WrongUsage('--most-ended is a whole number from 0 to 100.')
  return full ? most : undefined
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        report: { type: 'string' },
        quiet: { type: 'boolean' },
        account: { type: 'string' },
        meter: { type: 'string' },
        station: { type: 'string' },
        zips: { type: 'string' },
        'usage-points': { type: 'string' },
        spread: { type: 'boolean' },
        'clock-time': { type: 'boolean' },
        'interval-ending': { type: 'boolean' },
        full: { type: 'boolean' },
        'most-ended': { type: 'string' },
        'older-balances': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

const openClock = async ({ db }: OpenDatabase) => openDatabaseClock({ db, log: createLog('warn', process.stderr) })

/** The server applies the file where it has the embedded database open; both are on one machine. */
async function runReturns(env: Env, file: string): Promise<CommandOutcome> {
  const path = resolve(file)
  return runWhereTheDatabaseIs('ach-returns', [path], env, async (database) => {
    const deps = await createDeps(env, database, createLog('warn', process.stderr))
    await deps.settings.refresh()
    return importReturns(deps, path)
  })
}

/** Works like `runReturns`. */
async function runOutages(env: Env, args: readonly string[]): Promise<CommandOutcome> {
  return runWhereTheDatabaseIs(
    'outages',
    args,
    env,
    async (database) => {
      const settings = createSettingsReader({ db: database.db, log: createLog('warn', process.stderr) })
      await settings.refresh()
      return runOutageImport({ db: database.db, clock: await openClock(database), settings }, args)
    },
    { mayCreate: true, isBulk: true },
  )
}

/** Works like `runReturns`. */
async function runReadings(env: Env, call: ReadingsCall): Promise<CommandOutcome> {
  return runWhereTheDatabaseIs(
    'readings',
    toArguments(call),
    env,
    async (database) => {
      const deps = await createDeps(env, database, createLog('warn', process.stderr))
      await deps.settings.refresh()
      return runReadingsCommand(deps, toArguments(call))
    },
    { mayCreate: true, isBulk: true },
  )
}

async function runFedach(database: OpenDatabase, file: string): Promise<CommandOutcome> {
  return importFedach({ db: database.db, clock: await openClock(database) }, file)
}

/** @returns 0 when every row went in, 1 when something was refused or there is no bundle, `tryLater` while another import runs. */
async function runBundle(database: OpenDatabase, env: Env, call: ImportCall, printer: Printer): Promise<number> {
  const deps = { db: database.db, clock: await openClock(database), env }
  const what = { kind: 'bundle', paths: [call.directory], isDryRun: call.dryRun } as const
  const { exitCode } = await recordImport(deps, what, async (record) => {
    try {
      return { exitCode: await importAndPrint(deps, call, printer, record) }
    } catch (error) {
      if (!(error instanceof NoBundle) && !(error instanceof AnotherImportRuns)) throw error
      record.addEntry({ severity: 'error', file: '', line: 0, column: '', reason: error.message })
      printer.error(error.message)
      return { exitCode: error instanceof NoBundle ? 1 : tryLater }
    }
  })
  return exitCode
}

async function importAndPrint(
  deps: Parameters<typeof importBundle>[0] & { readonly env: Env },
  call: ImportCall,
  printer: Printer,
  record: ImportRecord,
): Promise<number> {
  const { stderr } = process
  const target = {
    isTTY: stderr.isTTY,
    columns: stderr.columns ?? 80,
    write: (text: string) => void stderr.write(text),
  }
  const progress = createImportProgress(target, systemClock)
  const report = openImportReport(call.report)
  const first: ImportEntry[] = []
  try {
    const summary = await importBundle(deps, {
      directory: call.directory,
      dryRun: call.dryRun,
      mostEnded: call.mostEnded,
      hasDocument: async (name) => hasDocument(deps.env.DOCUMENTS_DIR, name),
      olderBalances: call.olderBalances === true,
      report: (entry) => {
        report.add(entry)
        record.addEntry(entry)
        if (first.length < displayedEntries) first.push(entry)
      },
      ...(call.quiet || call.isJson === true || printer !== console ? {} : { onProgress: progress.show }),
    })
    for (const { file, state, rows, added, changed, refused } of summary.files)
      if (state !== 'absent') record.addFile({ name: file, rows, stored: added + changed, refused })
    progress.end()
    printSummary(summary, call, first, printer)
    return summary.errors === 0 ? 0 : 1
  } finally {
    progress.end()
    report.close()
  }
}

function printSummary(summary: ImportSummary, call: ImportCall, first: readonly ImportEntry[], printer: Printer): void {
  if (call.isJson === true) {
    printer.log(printableJson({ ...summary, report: call.report, entries: first }))
    return
  }
  const shown = call.quiet ? first.filter((entry) => entry.severity === 'error') : first
  for (const entry of shown) printer.error(entryLine(entry))
  const all = summary.errors + summary.notices
  if (all > first.length) printer.error(`… and ${all - first.length} more in the report.`)
  if (all > 0) printer.error(`Report: ${call.report} (${summary.errors} errors, ${summary.notices} notices)`)
  if (call.quiet) return
  for (const file of summary.files) printer.log(fileLine(file))
  printer.log(summary.dryRun ? 'Dry run: nothing was stored.' : 'Done.')
}

function entryLine({ severity, file, line, column, value, reason }: ImportEntry): string {
  const place = [file, ...(line === 0 ? [] : [`line ${line}`]), ...(column === '' ? [] : [column])].join(', ')
  return `${severity}: ${place}: ${value === '' ? '' : `'${value}' `}${reason}`
}

function fileLine(file: FileSummary): string {
  if (file.state === 'absent') return `${file.file.padEnd(13)} not in this bundle`
  const parts = [
    `${file.rows} rows`,
    `${file.added} added`,
    `${file.changed} changed`,
    `${file.unchanged} unchanged`,
    ...(file.ended === 0 ? [] : [`${file.ended} ended`]),
    ...(file.repeated === 0 ? [] : [`${file.repeated} repeated`]),
    `${file.refused} refused`,
    ...(file.credits === 0 ? [] : [`${file.credits} portal payments settled`]),
    ...(file.state === 'imported' ? [] : [file.state === 'refused' ? 'FILE REFUSED' : 'CUT SHORT']),
  ]
  return `${file.file.padEnd(13)} ${parts.join(', ')}`
}
