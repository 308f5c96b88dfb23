import { pageCount } from '@coopline/ui/shown-pages'
import { useState } from 'react'

const sizes = [10, 25, 50, 100] as const

/**
 * Pages through rows that are all in memory. Returns the rows of the current page and the pager's props except its texts.
 *
 * @param filter the current filter; changing it returns to the first page.
 */
export function useTablePage<Row>(rows: readonly Row[], filter: string) {
  const [size, setSize] = useState<number>(sizes[0])
  const [at, setAt] = useState({ page: 1, filter })
  const wanted = at.filter === filter ? at.page : 1
  const page = Math.min(wanted, pageCount(rows.length, size))
  const onPage = (next: number) => setAt({ page: next, filter })
  return {
    rows: rows.slice((page - 1) * size, page * size),
    pager: {
      page,
      pageSize: size,
      total: rows.length,
      sizes,
      onPage,
      onSize: (next: number) => {
        setSize(next)
        onPage(1)
      },
    },
  }
}
