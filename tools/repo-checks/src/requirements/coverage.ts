import { basename } from 'node:path'
import { listFiles, read, testFiles } from '../source-files.ts'
import { type Requirement, type RequirementTable, requirementTables } from './requirement-tables.ts'
import { titlesIn } from './test-titles.ts'

export interface AreaCoverage {
  readonly table: RequirementTable
  readonly prefix: string
  readonly untested: readonly Requirement[]
}

/** Ids that titles of tests carry. */
const testedIds = (): ReadonlySet<string> =>
  new Set(listFiles(testFiles).flatMap((file) => titlesIn(file, read(file)).flatMap(({ ids }) => ids)))

/** Counts the tested requirements of every area. Decisions and performance goals are left out: rows cite decisions, and benchmarks measure goals. */
export function coverage(): readonly AreaCoverage[] {
  const tested = testedIds()
  return requirementTables()
    .filter(({ rows }) => /^[A-Z]{2,3}-\d/u.test(rows[0]?.id ?? ''))
    .map((table) => ({
      table,
      prefix: table.rows[0]?.id.split('-')[0] ?? '',
      untested: table.rows.filter(({ id }) => !tested.has(id)),
    }))
}

export interface Sum {
  readonly rows: number
  readonly tested: number
}

export function sum(areas: readonly AreaCoverage[]): Sum {
  const rows = areas.reduce((total, { table }) => total + table.rows.length, 0)
  const untested = areas.reduce((total, area) => total + area.untested.length, 0)
  return { rows, tested: rows - untested }
}

/** SEC and REL rows are checks of attacks and faults; all others are requirements. */
export const isCheck = ({ prefix }: AreaCoverage): boolean => prefix === 'SEC' || prefix === 'REL'

const percent = ({ rows, tested }: Sum): string => `${Math.floor((100 * tested) / rows)} %`

/** The table of docs/requirements/README.md. Its totals are percentages, so that changes of different areas seldom touch one line. */
export function coverageTable(areas: readonly AreaCoverage[]): string {
  const requirements = sum(areas.filter((area) => !isCheck(area)))
  const checks = sum(areas.filter(isCheck))
  return [
    `Tests carry ${percent(requirements)} of ${requirements.rows} requirements and ${percent(checks)} of ${checks.rows} checks.`,
    '',
    '| area | ids | rows | with a test |',
    '|---|---|---|---|',
    ...areas.map(({ table, prefix, untested }) => {
      const link = `[${table.title}](${basename(table.file)})`
      return `| ${link} | ${prefix} | ${table.rows.length} | ${table.rows.length - untested.length} |`
    }),
  ].join('\n')
}

export const coverageFile = 'docs/requirements/README.md'
