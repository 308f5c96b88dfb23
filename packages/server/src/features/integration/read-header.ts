import type { BundleColumn, BundleFile } from './bundle-file.ts'
import { showValue } from './import-entry.ts'

/** For each column of the bundle's file, the index of its value in a row; -1 for a column that was left out. */
export interface Header {
  readonly width: number
  readonly positions: readonly number[]
}

/** What is wrong with a header: the column it is about (may be empty) and the reason. */
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
    ...names.filter((name) => !known.has(name)).map((name) => unknownColumn(file, name)),
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

function unknownColumn(file: BundleFile, name: string): HeaderFault {
  if (name.includes('\u0000') || name.includes('\ufffd'))
    return { column: showValue(name), reason: 'is not UTF-8 text; save the file as UTF-8' }
  const names = file.columns.map((column) => column.name).join(', ')
  return { column: showValue(name), reason: `is no column of ${file.file}, which has ${names}` }
}

const missingColumn = (column: BundleColumn): HeaderFault => ({
  column: column.name,
  reason: 'is missing from the header',
})

const repeated = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]
