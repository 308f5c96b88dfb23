import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './sort-button.module.css'

/** The key of the sorted column, and whether the order is descending. */
export interface TableSort {
  readonly key: string
  readonly descending: boolean
}

export interface Sorting {
  /** Undefined while the rows are in no column's order. */
  readonly sort: TableSort | undefined
  readonly onSort: (sort: TableSort) => void
  /** Stands above the buttons on a phone: "Sort by". */
  readonly label: string
}

/** Returns the value of `aria-sort` for a column; `undefined` when the table is not sorted by it. */
export const sortOf = (key: string, sort: TableSort | undefined): 'ascending' | 'descending' | undefined => {
  if (sort?.key !== key) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

interface SortButtonProps {
  readonly columnKey: string
  readonly sorting: Sorting
  /** The column's name. */
  readonly children: ReactNode
}

/** The header of a column that puts the table in its order; pressed again, the other way round. */
export function SortButton({ columnKey, sorting: { sort, onSort }, children }: SortButtonProps) {
  const direction = sortOf(columnKey, sort)
  return (
    <button
      type="button"
      data-ui="sort-button"
      className={styles.button}
      onClick={() => onSort({ key: columnKey, descending: direction === 'ascending' })}
    >
      {children}
      <span
        className={classNames(
          styles.mark,
          direction === undefined && styles.idle,
          direction === 'ascending' && styles.ascending,
        )}
      >
        <Icon name="chevron-down" />
      </span>
    </button>
  )
}
