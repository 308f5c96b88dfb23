/** The document title: the titles of the routes, parent first, joined; the cooperative's name when there is none. */
export const pageTitle = (routeTitles: readonly (string | undefined)[], coopName: string): string => {
  const titles = routeTitles.filter((title) => title !== undefined && title !== '')
  return titles.length === 0 ? coopName : titles.join(' | ')
}
