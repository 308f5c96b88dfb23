import { basename } from 'node:path'
import { type CommandOutcome, tryLater } from '../../../platform/command-outcome.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type ImportRecord, recordImport } from '../../../platform/imports/record-import.ts'
import { AnotherImportRuns, type ImportEntry, openImportReport } from '../../site/integration/public.ts'
import { importOutages } from './import-outages.ts'
import { importTerritory } from './import-territory.ts'
import { OutageFileRefused } from './outage-file.ts'

const displayedEntries = 20

/**
 * Imports an outage file (`coopline import outages FILE`) or the territory.
 *
 * @param args the kind, the path of the file, the path of the report, and `dry-run` or nothing.
 */
export async function runOutageImport(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  [kind = '', path = '', report = '', mode]: readonly string[],
): Promise<CommandOutcome> {
  const isTerritory = kind === 'territory'
  const [name, isDryRun] = [basename(path), mode === 'dry-run']
  // A territory cannot be imported as a dry run.
  const what = {
    kind: isTerritory ? 'territory' : 'outages',
    paths: [path],
    isDryRun: isDryRun && !isTerritory,
  } as const
  return recordImport(deps, what, async (record) => {
    try {
      if (!isTerritory) return await runOutages(deps, { path, report, isDryRun }, record)
      const areas = await importTerritory(deps, path)
      record.addFile({ name, rows: areas, stored: areas, refused: 0 })
      return { output: `${name}: ${areas} areas`, exitCode: 0, value: { areas } }
    } catch (error) {
      if (!(error instanceof OutageFileRefused) && !(error instanceof AnotherImportRuns)) throw error
      record.addEntry({ severity: 'error', file: name, line: 0, column: '', reason: error.message })
      const exitCode = error instanceof AnotherImportRuns ? tryLater : 1
      return { output: `${name} was not imported. ${error.message}`, exitCode }
    }
  })
}

async function runOutages(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  call: { readonly path: string; readonly report: string; readonly isDryRun: boolean },
  record: ImportRecord,
): Promise<CommandOutcome> {
  const report = openImportReport(call.report)
  const name = basename(call.path)
  const entries: ImportEntry[] = []
  try {
    const { incidents, ended, refused, notices } = await importOutages(deps, call.path, {
      dryRun: call.isDryRun,
      report: (entry) => {
        report.add(entry)
        record.addEntry(entry)
        entries.push(entry)
      },
    })
    record.addFile({ name, rows: incidents + refused, stored: incidents, refused })
    const lines = entries
      .slice(0, displayedEntries)
      .map(
        ({ severity, column, value, reason }) =>
          `${severity}: ${column}: ${value === '' ? '' : `'${value}' `}${reason}`,
      )
    const more = entries.length - displayedEntries
    return {
      output: [
        ...lines,
        ...(more > 0 ? [`… and ${more} more in the report.`] : []),
        ...(entries.length > 0 ? [`Report: ${call.report}`] : []),
        `${name}: ${incidents} incidents, ${ended} ended, ${refused} refused, ${notices} notices`,
        ...(call.isDryRun ? ['Dry run: nothing was stored.'] : []),
      ].join('\n'),
      exitCode: refused === 0 ? 0 : 1,
      value: { dryRun: call.isDryRun, incidents, ended, refused, notices, entries: entries.slice(0, displayedEntries) },
    }
  } finally {
    report.close()
  }
}
