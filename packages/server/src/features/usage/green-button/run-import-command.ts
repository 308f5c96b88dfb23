import { basename } from 'node:path'
import { z } from 'zod'
import { type CommandOutcome, tryLater } from '../../../platform/command-outcome.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type ImportRecord, recordImport } from '../../../platform/imports/record-import.ts'
import { AnotherImportRuns, type ImportEntry, openImportReport } from '../../site/integration/public.ts'
import { importWeather, ReadingsUnreadable, type ReadingsSummary } from '../usage/public.ts'
import { importReadingsFile } from './import-readings-file.ts'
import { readUsagePoints } from './read-usage-points.ts'

/** An import of readings or weather. Paths are absolute: the running portal has another working folder than the command. */
const readingsCall = z.strictObject({
  kind: z.enum(['readings', 'weather']),
  files: z.array(z.string()).min(1),
  of: z.strictObject({ accountNumber: z.string(), meterNumber: z.string() }).optional(),
  /** File that maps usage points to meters. */
  usagePoints: z.string().optional(),
  spreadsMonths: z.boolean(),
  times: z.strictObject({ isClockTime: z.boolean(), isIntervalEnding: z.boolean() }).optional(),
  station: z.string().optional(),
  zips: z.array(z.string()),
  dryRun: z.boolean(),
  report: z.string(),
  quiet: z.boolean(),
})
export type ReadingsCall = z.output<typeof readingsCall>

/** The call as arguments for the control channel. */
export const toArguments = (call: ReadingsCall): readonly string[] => [JSON.stringify(call)]

type ReadingsDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/**
 * Imports readings or weather (`coopline import readings FILE…`). Commits each file separately and stops at the first file that
 * cannot be read.
 *
 * @param args as `toArguments` returns them.
 */
export async function runReadingsCommand(deps: ReadingsDeps, args: readonly string[]): Promise<CommandOutcome> {
  const call = readingsCall.parse(JSON.parse(args[0] ?? ''))
  return recordImport(deps, { kind: call.kind, paths: call.files, isDryRun: call.dryRun }, async (record) =>
    runReadings(deps, call, record),
  )
}

async function runReadings(deps: ReadingsDeps, call: ReadingsCall, record: ImportRecord): Promise<CommandOutcome> {
  const report = openImportReport(call.report)
  const add = (entry: ImportEntry) => {
    report.add(entry)
    record.addEntry(entry)
  }
  const lines: string[] = []
  const files: (ReadingsSummary & { readonly name: string })[] = []
  let exitCode = 0
  let fault: string | null = null
  try {
    for (const file of await openFiles(deps, call, add)) {
      const { name, ...counts } = await file()
      files.push({ name, ...counts })
      record.addFile({ name, rows: counts.rows, stored: counts.written, refused: counts.refused })
      if (!call.quiet) lines.push(countsLine(name, counts))
      if (counts.refused > 0) exitCode = 1
    }
  } catch (error) {
    if (!(error instanceof ReadingsUnreadable) && !(error instanceof AnotherImportRuns)) throw error
    lines.push(error.message)
    record.addEntry({ severity: 'error', file: '', line: 0, column: '', reason: error.message })
    fault = error.message
    exitCode = error instanceof AnotherImportRuns ? tryLater : 1
  } finally {
    if (report.close()) lines.push(`Report: ${call.report}`)
  }
  if (call.dryRun && !call.quiet) lines.push('Dry run: nothing was stored.')
  return { output: lines.join('\n'), exitCode, value: { dryRun: call.dryRun, files, fault } }
}

/** One function per file, which imports it. */
async function openFiles(deps: ReadingsDeps, call: ReadingsCall, report: (entry: ImportEntry) => void) {
  const { of, dryRun, zips, spreadsMonths, times } = call
  const { timeZone } = deps.settings.current()
  const usagePoints = call.usagePoints === undefined ? new Map() : await readUsagePoints(call.usagePoints)
  return call.files.map((path) => async () => {
    const station = call.station ?? basename(path).replace(/\.csv$/iu, '')
    const counts =
      call.kind === 'weather'
        ? await importWeather(deps, path, { station, zips, dryRun, report })
        : await importReadingsFile(deps, path, { of, timeZone, times, dryRun, usagePoints, spreadsMonths, report })
    return { name: basename(path), ...counts }
  })
}

const countsLine = (name: string, { rows, written, refused, notices }: ReadingsSummary): string =>
  `${name}: ${rows} rows, ${written} days written, ${refused} refused, ${notices} notices`
