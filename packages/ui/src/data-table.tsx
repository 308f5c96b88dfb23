import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'
import { SortButton, type Sorting, sortOf } from './sort-button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TableColumn<Row> {
  readonly key: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** 'end' for amounts. */
  readonly align?: 'start' | 'end' | undefined
  /** This column names the row. */
  readonly rowHeader?: boolean | undefined
  /** The table can be sorted by this column. */
  readonly sortable?: boolean | undefined
}

interface DataTableProps<Row> {
  /** The name of the table. Screen readers always read it. */
  readonly caption: string
  readonly captionHidden?: boolean | undefined
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Shown instead of a table without rows: what would be here and what to do. */
  readonly empty: ReactNode
  /** The current order of the rows, and the callback for another one. The rows are already sorted. */
  readonly sorting?: Sorting | undefined
  /** Returns the address of a row's link. The content of its row header becomes the link, which the whole row follows. */
  readonly rowHref?: ((row: Row) => string) | undefined
  /** Other rows are loading: the current rows stay, paler. */
  readonly busy?: boolean | undefined
}

/** A real table that becomes one block per row on a phone, each value beside its column's name. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey, empty, sorting, rowHref, busy = false } = props
  if (rows.length === 0) {
    return (
      <div data-ui="data-table-empty" className={styles.empty}>
        {empty}
      </div>
    )
  }
  return (
    <div className={styles.fit}>
      <table
        data-ui="data-table"
        className={classNames(styles.table, rowHref !== undefined && styles.leading, busy && styles.busy)}
        aria-busy={busy || undefined}
        {...role.table}
      >
        <caption className={captionHidden ? undefined : styles.caption}>
          {captionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        <thead className={sorting && styles.sorting} data-label={sorting?.label} {...role.rowgroup}>
          <tr {...role.row}>
            {columns.map((column) => (
              <Header key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody {...role.rowgroup}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...role.row}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} href={rowHref?.(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderProps<Row> {
  readonly column: TableColumn<Row>
  readonly sorting: Sorting | undefined
}

function Header<Row>({ column, sorting }: HeaderProps<Row>) {
  const isSortable = sorting !== undefined && column.sortable === true
  return (
    <th
      scope="col"
      className={classNames(alignment(column), isSortable && styles.sortable)}
      aria-sort={isSortable ? sortOf(column.key, sorting.sort) : undefined}
      {...role.columnheader}
    >
      {isSortable ? (
        <SortButton columnKey={column.key} sorting={sorting}>
          {column.header}
        </SortButton>
      ) : (
        column.header
      )}
    </th>
  )
}

interface CellProps<Row> {
  readonly column: TableColumn<Row>
  readonly row: Row
  readonly href: string | undefined
}

function Cell<Row>({ column, row, href }: CellProps<Row>) {
  const shared = { 'data-label': column.header, className: alignment(column) }
  const content = column.cell(row)
  return column.rowHeader === true ? (
    <th scope="row" {...shared} {...role.rowheader}>
      {href === undefined ? (
        content
      ) : (
        <a href={href} className={styles.rowLink}>
          {content}
        </a>
      )}
    </th>
  ) : (
    <td {...shared} {...role.cell}>
      {content}
    </td>
  )
}

const alignment = (column: { readonly align?: 'start' | 'end' | undefined }): string | undefined =>
  column.align === 'end' ? styles.end : undefined

/** Safari drops the table semantics when rows are displayed as blocks, so every part repeats its role. */
const role = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
