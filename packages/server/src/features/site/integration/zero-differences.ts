import type { Tx } from '../../../platform/db/open-database.ts'
import type { BundleFile } from './bundle-file.ts'
import { type ImportEntry, showValue } from './import-entry.ts'
import type { SeenKeys } from './seen-keys.ts'
import { listZeroDifferences } from './zero-differences.store.ts'
import type { GoodRow } from './write-batch.ts'

/** Files whose key spreadsheets may have read as a number, with the digits of the longest. */
const longestNumber: Readonly<Partial<Record<BundleFile['table'], number>>> = { 'cis.member': 20, 'cis.account': 12 }

/**
 * Notices new members and accounts whose number differs by zeros in front only from one that is on file or in the same batch: a
 * spreadsheet has probably removed the zeros. A full load refuses those that the file has instead of the number on file,
 * because it would end the real ones.
 *
 * @param seen the keys of the file that have been read.
 * @returns the rows to write, and entries of the report, in which each refused row has one error.
 */
export async function checkZeroDifferences(
  tx: Tx,
  file: BundleFile,
  { rows, seen, isFull }: { readonly rows: readonly GoodRow[]; readonly seen: SeenKeys; readonly isFull: boolean },
): Promise<{ readonly rows: readonly GoodRow[]; readonly entries: readonly ImportEntry[] }> {
  const longest = longestNumber[file.table]
  if (longest === undefined) return { rows, entries: [] }
  const column = file.key[0] ?? ''
  const position = file.columns.findIndex(({ name }) => name === column)
  const numberOf = ({ values }: GoodRow) => values[position] ?? ''
  const numeric = rows.filter((row) => /^[0-9]+$/u.test(numberOf(row)))
  const onFile = new Map(
    (await listZeroDifferences(tx, file, numeric.map(numberOf), longest)).map((one) => [one.number, one.onFile]),
  )
  const earlier = new Map<string, string>()
  const refused = new Set<GoodRow>()
  const entries: ImportEntry[] = []
  for (const row of numeric) {
    const number = numberOf(row)
    const stripped = number.replace(/^0+/u, '')
    const known = onFile.get(number)
    const other = known ?? earlier.get(stripped)
    earlier.set(stripped, number)
    if (other === undefined) continue
    const replaces = isFull && known !== undefined && seen.has([known])[0] !== true
    if (replaces) refused.add(row)
    const reason = replaces ? `${differs(other)}; a full load refuses it` : `${differs(other)}; both are on file now`
    const severity = replaces ? 'error' : 'notice'
    entries.push({ severity, file: file.file, line: row.line, column, value: showValue(number), reason })
  }
  return { rows: refused.size === 0 ? rows : rows.filter((row) => !refused.has(row)), entries }
}

const differs = (other: string): string =>
  `differs from ${other} by zeros in front only; check that a spreadsheet has not removed them`
