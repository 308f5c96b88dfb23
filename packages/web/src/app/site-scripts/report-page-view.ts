import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { addressTemplate, requestHeaders } from '../../portal/call/api-request.ts'
import { findPortalView } from '../../portal/session/portal-view.ts'
import type { PortalRoute } from '../../portal/page/route-table.tsx'
import { scriptAddresses } from './script-addresses.ts'

/**
 * Reports a shown page to the portal's own address, which passes it on to the cooperative's analytics (SH-75, REQ-D-263): the
 * route and nothing else, without cookies and tokens.
 *
 * @param hasScripts whether this document runs the cooperative's scripts: the tag manager's then reports to GA4 itself.
 */
export function reportPageView(site: SiteStart, entry: PortalRoute, hasScripts: boolean): void {
  const { pageViewReceiver, googleAnalyticsCode } = site.settings
  if (pageViewReceiver === 'none' || entry.staff || findPortalView() !== null) return
  if (pageViewReceiver === 'ga4') {
    const reportsItself = hasScripts && scriptAddresses(site).analytics !== undefined
    if (googleAnalyticsCode === '' || reportsItself) return
  }
  // A report outlives the page that the visitor leaves. Nothing on the page waits for it, and no one hears that it failed.
  const report = fetch(addressTemplate('POST /v3/site/page-views'), {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: requestHeaders({}, true),
    body: JSON.stringify({ path: entry.path }),
  })
  // Unread, the answer would keep its connection.
  report.then(async (answer) => answer.text()).catch(() => undefined)
}
