import { paths } from '@coopline/contract/paths'
import { safeReturnPath } from '@coopline/rules/site/safe-link/safe-link'
import { routeExists, type RouteTable } from '../portal/page/route-table.tsx'

/** Returns the target of signing out: the configured link when it is a login page of this site, else home (SH-65, REQ-D-204). */
export function signOutTarget(signOutLink: string, table: RouteTable, origin: string): string {
  const path = ownPath(signOutLink, origin)
  if (path === null || !/(?:^|\/)login\/?$/u.test(path.split(/[?#]/u, 1)[0] ?? '')) return paths.home()
  return routeExists(table, path) ? path : paths.home()
}

/** A link of this site as a path; written as a whole address or as a path. */
function ownPath(link: string, origin: string): string | null {
  return safeReturnPath(link.startsWith(`${origin}/`) ? link.slice(origin.length) : link, origin)
}
