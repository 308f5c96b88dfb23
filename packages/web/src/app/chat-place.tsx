import { useLocation } from 'react-router'
import { WebChat } from '../features/site/web-chat/web-chat.tsx'
import { useMaintenance } from '../portal/page/maintenance.tsx'
import { findPortalView } from '../portal/session/portal-view.ts'
import { findRoute, useRouteTable } from '../portal/page/route-table.tsx'
import { hasFeature, useSite } from '../portal/page/site.tsx'
import { allowsSiteScripts } from './site-scripts/allows-site-scripts.ts'

/**
 * The web chat on every page that has no secrets (SH-76, REQ-D-264). Where a vendor's script brings its own chat, that one is
 * shown instead. Staff who see the portal as a member write to no one.
 */
export function ChatPlace() {
  const site = useSite()
  const table = useRouteTable()
  const { pathname } = useLocation()
  const { isOn: isUnderMaintenance } = useMaintenance()
  const { apiUrl, scriptUrl } = site.settings.webChatSetting
  const entry = findRoute(table, pathname)

  if (!hasFeature(site, 'WebChatEnabled') || apiUrl === '') return null
  if (entry === undefined || entry.secret || entry.staff || isUnderMaintenance || findPortalView() !== null) return null
  if (scriptUrl !== '' && allowsSiteScripts(table, pathname, false)) return null
  return <WebChat />
}
