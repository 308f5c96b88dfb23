import { routeExists, type RouteTable } from '../portal/page/route-table.tsx'

/** Paths that may also be written with `/pages` before them (RT-08 to RT-14, REQ-D-007). */
const shortForms = [
  '/login',
  '/register',
  '/account-management',
  '/forgot-password',
  '/outage-status',
  '/service-requests',
]

/** The canonical path for `/pages/<path>`, or `null` when it is not a short form of a page that exists. */
export function shortFormTarget(table: RouteTable, pathname: string): string | null {
  const requested = pathname.replace(/\/$/u, '').toLowerCase()
  const target = shortForms.find((path) => requested === `/pages${path}`)
  return target !== undefined && routeExists(table, target) ? target : null
}
