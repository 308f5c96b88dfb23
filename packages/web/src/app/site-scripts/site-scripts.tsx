import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { findRoute, useRouteTable } from '../../portal/route-table.tsx'
import { useSite } from '../../portal/site.tsx'
import { sendPageView, startAnalytics } from './analytics.ts'
import { allowScripts, loadScript } from './load-script.ts'
import { scriptAddresses } from './script-addresses.ts'
import { startWebChat } from './web-chat.ts'

let started = false
let analyticsRuns = false
/** The page that came up last; it may have come up before analytics started. */
let shownPath: string | undefined

/** Tells analytics and the cooperative's own script of a page that has come up: its path, never its query. */
export function tellSiteScripts(path: string): void {
  shownPath = path
  if (analyticsRuns) sendPageView(path)
  window.dispatchEvent(new CustomEvent('coopline:navigation', { detail: { path } }))
}

/** For a portal that starts again in the same document, as tests do. */
export function forgetSiteScripts(): void {
  started = false
  analyticsRuns = false
  shownPath = undefined
}

/**
 * Analytics, web chat and the cooperative's own script: each only when its setting asks for it, and none of them on
 * pages where money or passwords are (`siteScripts: false` in the route table).
 */
export function SiteScripts() {
  const site = useSite()
  const { pathname } = useLocation()
  const mayRun = findRoute(useRouteTable(), pathname)?.siteScripts === true
  useEffect(() => {
    if (!mayRun || started) return
    started = true
    const { analytics, chat, site: own } = scriptAddresses(site)
    allowScripts([analytics, chat, own].filter((address) => address !== undefined))
    if (analytics !== undefined) {
      startAnalytics(site.settings.googleAnalyticsCode)
      analyticsRuns = true
      void loadScript(analytics)
      if (shownPath !== undefined) sendPageView(shownPath)
    }
    if (chat !== undefined) void loadScript(chat).then(() => startWebChat(site.settings))
    if (own !== undefined) void loadScript(own)
  }, [mayRun, site])
  return null
}
