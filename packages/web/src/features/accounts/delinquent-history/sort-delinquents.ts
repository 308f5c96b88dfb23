import type { Delinquent } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import type { TableSort } from '@coopline/ui/sort-button'

/** The sort key of a row: numbers by size, days by time; rows without a cutoff date sort before those with one. */
const valueOf = (row: Delinquent, key: string): number | string => {
  if (key === 'pastDue') return row.pastDue
  if (key === 'lateFee') return row.lateFee
  if (key === 'cutoffDate') return row.cutoffDate ?? ''
  return row.billDate
}

/** Sorts rows by a column; the sort is stable. */
export const sortDelinquents = (rows: readonly Delinquent[], { key, descending }: TableSort): readonly Delinquent[] =>
  [...rows].sort((a, b) => {
    const [left, right] = [valueOf(a, key), valueOf(b, key)]
    const order = left < right ? -1 : Number(left > right)
    return descending ? -order : order
  })
