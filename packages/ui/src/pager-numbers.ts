/** The number of pages for a number of rows; at least one. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The numbers of a pager: the first page, the last, the one shown and its neighbors; `null` where some are left out. */
export function pagerNumbers(page: number, pages: number): readonly (number | null)[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages])
  // A gap of a single number shows that number, because an ellipsis would be no shorter.
  if (page === 4) wanted.add(2)
  if (page === pages - 3) wanted.add(pages - 1)
  const numbers = [...wanted].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b)
  return numbers.flatMap((number, place) => {
    const before = numbers[place - 1]
    return before !== undefined && number - before > 1 ? [null, number] : [number]
  })
}
