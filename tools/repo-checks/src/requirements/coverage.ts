import { basename } from 'node:path'
import { listFiles, read, testFiles } from '../source-files.ts'
import { type Requirement, type RequirementTable, requirementTables, tableOf } from './requirement-tables.ts'
import { titlesIn } from './test-titles.ts'

export interface AreaCoverage {
  readonly table: RequirementTable
  readonly prefix: string
  readonly untested: readonly Requirement[]
  /** Rows that no test can check; the README gives the reasons. */
  readonly untestable: readonly Requirement[]
  /** Rows whose only tests open stand-in pages instead of the portal's own routes: not proven yet. */
  readonly onStandIns: readonly Requirement[]
}

/** The table of `packages/web/src/test-support` with stand-ins for the pages that do not exist. */
const standInTable = 'completeTable'

/** Ids that titles carry, and those that a test on the portal's own pages carries. */
export function testedIds(): { readonly all: ReadonlySet<string>; readonly onOwnPages: ReadonlySet<string> } {
  const all = new Set<string>()
  const onOwnPages = new Set<string>()
  for (const file of listFiles(testFiles)) {
    for (const { ids, usesName } of titlesIn(file, read(file), [standInTable])) {
      for (const id of ids) {
        all.add(id)
        if (!usesName) onOwnPages.add(id)
      }
    }
  }
  return { all, onOwnPages }
}

/** Parses the README's table "Rows that state nothing testable" into ids and reasons. */
export const untestableRows = (): readonly Requirement[] => tableOf(coverageFile).rows

/** What tests carry of every area. Decisions and performance goals are not counted: rows cite the ones, benchmarks measure the others. */
export function coverage(): readonly AreaCoverage[] {
  const { all, onOwnPages } = testedIds()
  const untestable = new Set(untestableRows().map(({ id }) => id))
  return requirementTables()
    .filter(({ rows }) => /^[A-Z]{2,3}-\d/u.test(rows[0]?.id ?? ''))
    .map((table) => ({
      table,
      prefix: table.rows[0]?.id.split('-')[0] ?? '',
      untested: table.rows.filter(({ id }) => !all.has(id) && !untestable.has(id)),
      untestable: table.rows.filter(({ id }) => untestable.has(id)),
      onStandIns: table.rows.filter(({ id }) => all.has(id) && !onOwnPages.has(id)),
    }))
}

export interface Sum {
  readonly rows: number
  readonly tested: number
  readonly untestable: number
  readonly onStandIns: number
}

export function sum(areas: readonly AreaCoverage[]): Sum {
  const rows = areas.reduce((total, { table }) => total + table.rows.length, 0)
  const untested = areas.reduce((total, area) => total + area.untested.length, 0)
  const untestable = areas.reduce((total, area) => total + area.untestable.length, 0)
  const onStandIns = areas.reduce((total, area) => total + area.onStandIns.length, 0)
  return { rows, tested: rows - untested - untestable, untestable, onStandIns }
}

/** SEC and REL rows are checks of attacks and faults; all others are requirements. */
export const isCheck = ({ prefix }: AreaCoverage): boolean => prefix === 'SEC' || prefix === 'REL'

const percent = ({ rows, tested, untestable }: Sum): string => `${Math.floor((100 * tested) / (rows - untestable))} %`

/** The table of docs/requirements/README.md. Its totals are percentages, so that changes of different areas seldom touch one line. */
export function coverageTable(areas: readonly AreaCoverage[]): string {
  const requirements = sum(areas.filter((area) => !isCheck(area)))
  const checks = sum(areas.filter(isCheck))
  return [
    `Tests carry ${percent(requirements)} of ${requirements.rows - requirements.untestable} requirements and ${percent(checks)} of ${checks.rows} checks.`,
    '',
    '| area | ids | rows | with a test | only on stand-in pages |',
    '|---|---|---|---|---|',
    ...areas.map(({ table, prefix, untested, untestable, onStandIns }) => {
      const link = `[${table.title}](${basename(table.file)})`
      return `| ${link} | ${prefix} | ${table.rows.length} | ${table.rows.length - untested.length - untestable.length} | ${onStandIns.length} |`
    }),
  ].join('\n')
}

export const coverageFile = 'docs/requirements/README.md'
