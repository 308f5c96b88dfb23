import { paths } from '@coopline/contract/paths'

/** What the `link` parameter may open on the overview (REQ-D-099, REQ-D-202). */
export type RequestedLink = 'mymeter' | 'usageanalysis'

/** The link that the query requests; `null` when it requests none or an unknown one. */
export function requestedLink(query: URLSearchParams): RequestedLink | null {
  const value = query.get('link')?.toLowerCase()
  return value === 'mymeter' || value === 'usageanalysis' ? value : null
}

/**
 * The address of the overview with the link of its path in the query (REQ-D-034), such as `/accountoverview?link=mymeter`
 * for `/accountoverview/mymeter`.
 *
 * @returns `null` when the path has none.
 */
export function withLinkInQuery(pathname: string, search: string): string | null {
  const link = pathname.slice(paths.accountOverview().length).replaceAll('/', '')
  if (link === '') return null
  const query = new URLSearchParams(search)
  query.set('link', link)
  return `${paths.accountOverview()}?${query.toString()}`
}
