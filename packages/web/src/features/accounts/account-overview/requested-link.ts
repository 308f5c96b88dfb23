import { paths } from '@coopline/contract/paths'

/** The views that the overview shows inside its page, by the value of `link` (REQ-D-202, REQ-D-267). */
export type EmbeddedLink = 'mymeter' | 'usageanalysis'

/** The view that the query requests; `null` when it requests none or an unknown one. */
export function requestedView(query: URLSearchParams): EmbeddedLink | null {
  const value = query.get('link')?.toLowerCase()
  return value === 'mymeter' || value === 'usageanalysis' ? value : null
}

/** The address of a view, with the rest of the query, such as `/accountoverview/mymeter` for `/accountoverview?link=mymeter`. */
export function addressOfView(view: EmbeddedLink, query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete('link')
  return `${paths.accountOverview()}/${view}${rest.size === 0 ? '' : `?${rest.toString()}`}`
}

/**
 * The address of the overview with the link of its path in the query (REQ-D-034): `/accountoverview?link=x` for
 * `/accountoverview/x`, which is no view.
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
