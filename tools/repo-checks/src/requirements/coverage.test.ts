import { expect, test } from 'vitest'
import { withTable } from '../generated-table.ts'
import { read } from '../source-files.ts'
import { coverage, coverageFile, coverageTable } from './coverage.ts'
import { requirementTables } from './requirement-tables.ts'

test('docs/requirements/README.md shows what tests carry now (npm run docs renews it)', () => {
  const text = read(coverageFile)
  expect(text).toBe(withTable(text, coverageTable(coverage())))
})

test('the table of the README notices a row that loses its test', () => {
  const areas = coverage()
  const [first, ...others] = areas
  if (!first) throw new Error('There is no area')
  const loses = { ...first, untested: [...first.untested, ...first.table.rows.slice(0, 1)] }
  expect(coverageTable([loses, ...others])).not.toBe(coverageTable(areas))
})

test('no two rows of the requirements have the same id, and each area has ids of its own', () => {
  const tables = requirementTables()
  const ids = tables.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(1800)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  for (const { file, rows } of tables) {
    const prefixes = new Set(rows.map(({ id }) => id.replace(/-?\d+$/u, '')))
    expect([...prefixes], file).toHaveLength(1)
  }
})

test('the escapes of a table row are not part of its text', () => {
  const titles = requirementTables()
    .flatMap(({ rows }) => rows)
    .find(({ id }) => id === 'RU-34')
  expect(titles?.text).toBe("The page (document) title is built from the route titles joined with ' | '.")
})
