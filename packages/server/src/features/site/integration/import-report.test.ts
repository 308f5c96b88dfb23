import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import type { ImportEntry } from './import-entry.ts'
import { openImportReport, reportCell } from './import-report.ts'

const entry = (value: string): ImportEntry => ({
  severity: 'error',
  file: 'members.csv',
  line: 7,
  column: 'name',
  value,
  reason: 'is "odd", so to say',
})

test('a value that a spreadsheet would take for a formula gets an apostrophe in front [SEC-58]', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '  =']) expect(reportCell(`${start}1`)).toBe(`"'${start}1"`)
  expect(reportCell('plain - text')).toBe('"plain - text"')
  expect(reportCell('say "=1"')).toBe('"say ""=1"""')
})

test('the report is a CSV file of the entries that only its owner may read', () => {
  const path = join(bundleFolder({}), 'report.csv')
  const report = openImportReport(path)
  report.add(entry('a,b\n"c"'))
  report.add(entry('=1+1'))
  report.close()
  expect(parse(readFileSync(path, 'utf8'), { columns: true })).toEqual([
    {
      severity: 'error',
      file: 'members.csv',
      line: '7',
      column: 'name',
      value: 'a,b\n"c"',
      reason: 'is "odd", so to say',
    },
    {
      severity: 'error',
      file: 'members.csv',
      line: '7',
      column: 'name',
      value: `'=1+1`,
      reason: 'is "odd", so to say',
    },
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a report is not written through a link', () => {
  const folder = bundleFolder({ other: 'Kept' })
  const [path, other] = [join(folder, 'report.csv'), join(folder, 'other')]
  symlinkSync(other, path)
  const report = openImportReport(path)
  report.add(entry('1'))
  expect(() => report.close()).toThrow('ELOOP')
  expect(readFileSync(other, 'utf8')).toBe('Kept')
})

test('with nothing to say there is no report', () => {
  const path = join(bundleFolder({}), 'report.csv')
  openImportReport(path).close()
  expect(existsSync(path)).toBe(false)
})
