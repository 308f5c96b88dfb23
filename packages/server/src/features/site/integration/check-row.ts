import type { Reading } from './bundle-columns.ts'
import type { BundleColumn, BundleFile } from './bundle-file.ts'
import type { Header } from './read-header.ts'

/** The faults of a refused row, each with its column (empty: the whole row). */
export interface RowFault {
  readonly column: string
  readonly value: string
  readonly reason: string
}

/** The values of a good row in the order of the file's columns, as text that the database's types read. */
export type RowValues = readonly (string | null)[]

export type CheckedRow = { readonly values: RowValues } | { readonly faults: readonly RowFault[] }

/** Checks one row by the file's columns alone; whether what it names exists is checked later. */
export function checkRow(file: BundleFile, header: Header, fields: readonly string[]): CheckedRow {
  if (fields.length !== header.width) {
    const reason = `the row has ${fields.length} values and the header ${header.width}; a comma inside a value asks for quotes around it`
    return { faults: [{ column: '', value: fields.join(','), reason }] }
  }
  const faults: RowFault[] = []
  const values = file.columns.map((column, index) => {
    const raw = fields[header.positions[index] ?? -1] ?? ''
    const reading = readValue(column, raw)
    if ('text' in reading) return reading.text
    faults.push({ column: column.name, value: raw, reason: reading.refused })
    return null
  })
  if (faults.length > 0) return { faults }
  const valueOf = (name: string) => values[file.columns.findIndex((column) => column.name === name)] ?? null
  const contradiction = file.contradiction?.(valueOf)
  return contradiction === undefined
    ? { values }
    : { faults: [{ ...contradiction, value: valueOf(contradiction.column) ?? '' }] }
}

// One pattern for both, so that the usual value costs one test.
const suspicious = /[\p{Cc}\ufffd]/u

function readValue(column: BundleColumn, raw: string): Reading | { readonly text: null } {
  // Only text lets such characters through; for the other kinds they are looked for once the value is refused.
  if (column.kind.type === 'text' && suspicious.test(raw)) return { refused: suspicionOf(raw) }
  const value = raw.trim()
  if (value === '') return emptyValue(column, raw)
  const reading = column.kind.read(value)
  return 'refused' in reading && suspicious.test(raw) ? { refused: suspicionOf(raw) } : reading
}

function emptyValue(column: BundleColumn, raw: string): Reading | { readonly text: null } {
  if (suspicious.test(raw)) return { refused: suspicionOf(raw) }
  if (column.empty === 'refused') return { refused: 'is empty' }
  return column.empty.means === null ? { text: null } : { text: column.empty.means }
}

function suspicionOf(raw: string): string {
  if (raw.includes('\ufffd')) return 'has characters that are not UTF-8; save the file as UTF-8'
  if (raw.includes('\u0000')) return 'contains a NUL character'
  return /[\r\n]/u.test(raw) ? 'contains a line break' : 'contains a control character'
}
