import { paths } from '@coopline/contract/paths'

/** What `link` may ask of the overview (REQ-D-099, REQ-D-202). */
export type AskedLink = 'mymeter' | 'usageanalysis'

/** What the query asks for; `null` for nothing and for what is not known. */
export function askedLink(query: URLSearchParams): AskedLink | null {
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
