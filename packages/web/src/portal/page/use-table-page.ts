import { pageCount } from '@coopline/ui/pager-numbers'
import { useState } from 'react'

interface PageSizes {
  readonly sizes: readonly number[]
  /** The size until the member chooses another. */
  readonly usual: number
}

const usualSizes: PageSizes = { sizes: [10, 25, 50, 100], usual: 10 }

/**
 * Pages through rows that are all in memory. Returns the rows of the current page and the pager's props except its texts.
 *
 * @param filter the current filter or order; changing it returns to the first page.
 */
export function useTablePage<Row>(rows: readonly Row[], filter = '', { sizes, usual }: PageSizes = usualSizes) {
  const [size, setSize] = useState(usual)
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
