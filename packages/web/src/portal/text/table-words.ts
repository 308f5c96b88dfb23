import type { PagerWords } from '@coopline/ui/pager'
import { useText } from './text.tsx'

/** The texts of tables: those of the pager, and the label of the sort buttons on a phone. */
export function useTableWords(): { readonly pager: PagerWords; readonly sortBy: string } {
  const { table } = useText('shell')
  return {
    sortBy: table.sortBy,
    pager: {
      label: table.pages,
      previous: table.previousPage,
      next: table.nextPage,
      page: table.page,
      shown: table.shown,
      size: table.pageSize,
    },
  }
}
