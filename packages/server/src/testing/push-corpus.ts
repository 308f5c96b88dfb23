import { csv } from './bundle-folder.ts'
import { bundleFiles, type BundleFile } from '../features/site/integration/public.ts'

/** Values that one column or another refuses, stores in another form, or takes only in quotes. */
const oddValues: readonly string[] = [
  '',
  ' ',
  'x'.repeat(5000),
  '-1',
  '1.005',
  '99999999999999999999',
  '2026-02-30',
  '1899-12-31',
  'N',
  'O’Brien, "Ann"',
  '李小龍',
  'tab\there',
  'two\nlines',
  'nul\u0000',
]

/** A good row of a file by the examples of its columns, and rows that differ from it in one value each. */
function rowsOf({ columns }: BundleFile): readonly (readonly string[])[] {
  const good = columns.map(({ example }) => example)
  return [good, ...columns.flatMap((_column, at) => oddValues.map((value) => good.with(at, value)))]
}

/** The files of a bundle in the order of their import, with rows that meet every check. */
export const corpus = bundleFiles.map((file) => ({
  file,
  names: file.columns.map(({ name }) => name),
  rows: rowsOf(file),
}))

const cellOf = (value: string): string => (/[",\r\n]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** Rows as the text of a CSV file. */
export const asCsv = (names: readonly string[], rows: readonly (readonly string[])[]): string =>
  csv(names.join(','), ...rows.map((row) => row.map(cellOf).join(',')))
