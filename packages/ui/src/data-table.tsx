import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TableColumn<Row> {
  readonly key: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** 'end' for amounts. */
  readonly align?: 'start' | 'end' | undefined
  /** This column names the row. */
  readonly rowHeader?: boolean | undefined
}

interface DataTableProps<Row> {
  /** What the table lists; always there for screen readers. */
  readonly caption: string
  readonly captionHidden?: boolean | undefined
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Instead of a table without rows: what would be here and what to do. */
  readonly empty: ReactNode
}

/** A real table that becomes one block per row on a phone, each value beside its column's name. */
export function DataTable<Row>({ caption, captionHidden, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows.length === 0) {
    return (
      <div data-ui="data-table-empty" className={styles.empty}>
        {empty}
      </div>
    )
  }
  return (
    <table data-ui="data-table" className={styles.table} {...role.table}>
      <caption className={captionHidden ? undefined : styles.caption}>
        {captionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
      </caption>
      <thead {...role.rowgroup}>
        <tr {...role.row}>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={alignment(column)} {...role.columnheader}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role.rowgroup}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...role.row}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, row }: { readonly column: TableColumn<Row>; readonly row: Row }) {
  const shared = { 'data-label': column.header, className: alignment(column) }
  return column.rowHeader === true ? (
    <th scope="row" {...shared} {...role.rowheader}>
      {column.cell(row)}
    </th>
  ) : (
    <td {...shared} {...role.cell}>
      {column.cell(row)}
    </td>
  )
}

const alignment = (column: { readonly align?: 'start' | 'end' | undefined }): string | undefined =>
  column.align === 'end' ? styles.end : undefined

/** Safari forgets that a table is one when its rows are displayed as blocks, so every part says it again. */
const role = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
