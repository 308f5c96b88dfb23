import type { BundleColumn, BundleFile } from './bundle-file.ts'
import { showValue } from './import-entry.ts'

/** For each column of the bundle's file, the index of its value in a row; -1 for a column that was left out. */
export interface Header {
  readonly width: number
  readonly positions: readonly number[]
}

/** A fault of a header: the column, which may be empty, and the reason. */
export interface HeaderFault {
  readonly column: string
  readonly reason: string
}

/** Reads the header row. Names may be in any order and in capitals. @returns the header, or all of its faults. */
export function readHeader(file: BundleFile, fields: readonly string[]): Header | readonly HeaderFault[] {
  const names = fields.map((name) => name.trim().toLowerCase())
  const separator = otherSeparator(names)
  if (separator !== undefined)
    return [{ column: '', reason: `values are separated by ${separator}; separate them by commas` }]
  const known = new Map(file.columns.map((column) => [column.name, column]))
  const faults = [
    ...unknownColumns(
      file,
      names.filter((name) => !known.has(name)),
    ),
    ...repeated(names).map((column) => ({ column, reason: 'stands twice in the header' })),
    ...file.columns.filter((column) => column.mustExist && !names.includes(column.name)).map(missingColumn),
  ]
  if (faults.length > 0) return faults
  return { width: names.length, positions: file.columns.map((column) => names.indexOf(column.name)) }
}

function otherSeparator(names: readonly string[]): string | undefined {
  const [only = ''] = names
  if (names.length !== 1) return undefined
  if (only.includes(';')) return 'semicolons'
  if (only.includes('\t')) return 'tabs'
  return only.includes('|') ? 'bars' : undefined
}

/** One fault for all of them, so that the columns of the file are listed once. */
function unknownColumns(file: BundleFile, unknown: readonly string[]): readonly HeaderFault[] {
  const garbled = unknown.find((name) => name.includes('\u0000') || name.includes('\ufffd'))
  if (garbled !== undefined)
    return [{ column: showValue(garbled), reason: 'is not UTF-8 text; save the file as UTF-8' }]
  if (unknown.length === 0) return []
  const are = unknown.length === 1 ? 'is no column' : 'are no columns'
  const names = file.columns.map((column) => column.name).join(', ')
  return [{ column: unknown.map(showValue).join(', '), reason: `${are} of ${file.file}, which has ${names}` }]
}

const missingColumn = (column: BundleColumn): HeaderFault => ({
  column: column.name,
  reason: 'is missing from the header',
})

const repeated = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]
