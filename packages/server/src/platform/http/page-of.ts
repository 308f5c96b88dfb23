/**
 * Cuts a page out of rows of which one more than a page was read.
 *
 * @returns the rows of the page, and the last of them when more follow.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  pageSize: number,
): { readonly listed: Row[]; readonly last: Row | null } {
  const listed = rows.slice(0, pageSize)
  return { listed, last: rows.length > pageSize ? (listed.at(-1) ?? null) : null }
}
