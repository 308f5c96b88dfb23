import type { Delinquent } from '@coopline/contract/delinquent-history/delinquent-history.contract'
import type { TableSort } from '@coopline/ui/sort-button'

/** What a row is put in order by: numbers by size, days by time; without a cutoff date it comes before all that have one. */
const valueOf = (row: Delinquent, key: string): number | string => {
  if (key === 'pastDue') return row.pastDue
  if (key === 'lateFee') return row.lateFee
  if (key === 'cutoffDate') return row.cutoffDate ?? ''
  return row.billDate
}

/** Rows in the order of a column; those that are alike stay as they came. */
export const sortDelinquents = (rows: readonly Delinquent[], { key, descending }: TableSort): readonly Delinquent[] =>
  rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a, key), valueOf(b, key)]
    const order = left < right ? -1 : Number(left > right)
    return descending ? -order : order
  })
