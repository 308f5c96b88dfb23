/** Loads every row of a history, a hundred at a time. */
export async function allPages<Row>(
  ask: (part: { readonly page: string; readonly pageSize: string }) => Promise<{
    readonly results: readonly Row[]
    readonly totalRecords: number
  }>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { results, totalRecords } = await ask({ page: String(page), pageSize: '100' })
    rows.push(...results)
    if (results.length === 0 || rows.length >= totalRecords) return rows
  }
}
