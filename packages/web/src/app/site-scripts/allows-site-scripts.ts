import { findRoute, type RouteTable } from '../../portal/page/route-table.tsx'
import { shortFormTarget } from '../short-forms.ts'

/**
 * Whether the page at a path may hold analytics, chat and the cooperative's own script. The server writes the content
 * security policy by it and the browser loads the scripts by it. A path that has no page has none: a mistyped address may
 * hold a secret. Under maintenance every path shows the same page, those with secrets too.
 */
export function allowsSiteScripts(table: RouteTable, path: string, underMaintenance: boolean): boolean {
  if (underMaintenance) return false
  const entry = findRoute(table, shortFormTarget(table, path) ?? path)
  return entry !== undefined && entry.siteScripts && !entry.secret
}
