import { basename } from 'node:path'
import { listFiles, read } from '../source-files.ts'

export interface Requirement {
  readonly id: string
  readonly text: string
}

/** One file of docs/requirements: the rows of an area, of the checks or of the decisions. */
export interface RequirementTable {
  readonly file: string
  readonly title: string
  readonly rows: readonly Requirement[]
}

const unescaped = (cell: string): string => cell.replaceAll(/\\([\\|`*<~])/gu, '$1')

/** Cells of a table row; `null` for any other line. A bar that belongs to a cell is escaped. */
function cellsOf(line: string): readonly string[] | null {
  if (!line.startsWith('| ') || !line.endsWith(' |')) return null
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => unescaped(cell.trim()))
}

const isId = (text: string): boolean => /^(?:[A-Z]{2,3}-\d{2,3}|REQ-D-\d{3}|P\d{1,2})$/u.test(text)

function tableOf(file: string): RequirementTable {
  const lines = read(file).split('\n')
  const rows = lines.flatMap((line) => {
    const [id = '', ...cells] = cellsOf(line) ?? []
    return isId(id) ? [{ id, text: cells[0] ?? '' }] : []
  })
  return { file, title: (lines[0] ?? '').replace(/^# /u, ''), rows }
}

/** Every table of docs/requirements, in the order of the files. */
export const requirementTables = (): readonly RequirementTable[] =>
  listFiles(/^docs\/requirements\/.+\.md$/u)
    .filter((file) => basename(file) !== 'README.md')
    .map(tableOf)
