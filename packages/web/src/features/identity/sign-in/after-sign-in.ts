import { paths } from '@coopline/contract/paths'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { safeReturnPath } from '@coopline/rules/site/safe-link/safe-link'
import { findRoute, routeExists, type RouteTable } from '../../../portal/page/route-table.tsx'
import { hasFeature } from '../../../portal/page/site.tsx'

interface SignedIn {
  /** From the address of the login page. */
  readonly returnUrl: string | null
  readonly site: SiteStart
  readonly table: RouteTable
  /** Our own origin. */
  readonly origin: string
}

/** The target after signing in: back, the meter-data portal, or the overview (LG-26 to LG-29). */
export function afterSignIn({ returnUrl, site, table, origin }: SignedIn): string {
  const back = returnTarget(returnUrl, table, origin)
  if (back !== null) return back
  if (hasFeature(site, 'AclaraAce') && routeExists(table, paths.aclaraJump())) return paths.aclaraJump()
  return paths.accountOverview()
}

/** Returns the redirect target for a member who opens the login page while signed in (REQ-D-066). */
export const whenSignedIn = ({ returnUrl, table, origin }: Omit<SignedIn, 'site'>): string =>
  returnTarget(returnUrl, table, origin) ?? paths.accountOverview()

/** A page of the portal except those that sign in, which would redirect back here. */
function returnTarget(returnUrl: string | null, table: RouteTable, origin: string): string | null {
  const path = returnUrl === null ? null : safeReturnPath(returnUrl, origin)
  const entry = path === null ? undefined : findRoute(table, path)
  if (path === null || entry === undefined || signInPaths.includes(entry.path)) return null
  // The meter link is followed as it is written (LG-27, REQ-D-063); what it must not be has been looked at above.
  return isMeterLink(path) ? returnUrl : path
}

const signInPaths: readonly string[] = [paths.login(), paths.externalRedirect()]

const isMeterLink = (path: string): boolean =>
  /[?&]link=mymeter(?:[&#]|$)/u.test(path) || path.startsWith(`${paths.accountOverview()}/`)
