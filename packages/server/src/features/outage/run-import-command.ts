import { basename } from 'node:path'
import { type CommandOutcome, tryLater } from '../../platform/command-outcome.ts'
import type { Deps } from '../../platform/deps.ts'
import { AnotherImportRuns, type ImportEntry, openImportReport } from '../integration/public.ts'
import { importOutages } from './import-outages.ts'
import { importTerritory } from './import-territory.ts'
import { OutageFileRefused } from './outage-file.ts'

const shownEntries = 20

/**
 * Imports an outage file (`coopline import outages FILE`) or the territory.
 *
 * @param args the kind, the path of the file, the path of the report, and `dry-run` or nothing.
 */
export async function runOutageImport(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  [kind = '', path = '', report = '', mode]: readonly string[],
): Promise<CommandOutcome> {
  try {
    if (kind !== 'territory') return await runOutages(deps, path, report, mode === 'dry-run')
    return { output: `${basename(path)}: ${await importTerritory(deps, path)} areas`, exitCode: 0 }
  } catch (error) {
    if (!(error instanceof OutageFileRefused) && !(error instanceof AnotherImportRuns)) throw error
    const exitCode = error instanceof AnotherImportRuns ? tryLater : 1
    return { output: `${basename(path)} was not imported. ${error.message}`, exitCode }
  }
}

async function runOutages(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  path: string,
  reportPath: string,
  dryRun: boolean,
): Promise<CommandOutcome> {
  const report = openImportReport(reportPath)
  const entries: ImportEntry[] = []
  try {
    const { incidents, ended, refused, notices } = await importOutages(deps, path, {
      dryRun,
      report: (entry) => {
        report.add(entry)
        entries.push(entry)
      },
    })
    const lines = entries
      .slice(0, shownEntries)
      .map(
        ({ severity, column, value, reason }) =>
          `${severity}: ${column}: ${value === '' ? '' : `'${value}' `}${reason}`,
      )
    const more = entries.length - shownEntries
    return {
      output: [
        ...lines,
        ...(more > 0 ? [`… and ${more} more in the report.`] : []),
        ...(entries.length > 0 ? [`Report: ${reportPath}`] : []),
        `${basename(path)}: ${incidents} incidents, ${ended} ended, ${refused} refused, ${notices} notices`,
        ...(dryRun ? ['Dry run: nothing was stored.'] : []),
      ].join('\n'),
      exitCode: refused === 0 ? 0 : 1,
    }
  } finally {
    report.close()
  }
}
