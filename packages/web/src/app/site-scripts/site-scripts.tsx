import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useMaintenance } from '../../portal/maintenance.tsx'
import { useRouteTable } from '../../portal/route-table.tsx'
import { useSite } from '../../portal/site.tsx'
import { allowsSiteScripts } from './allows-site-scripts.ts'
import { hasScripts } from './script-addresses.ts'

let started = false
let tellAnalytics: ((path: string) => void) | undefined
/** The page that came up last; it may have come up before analytics started. */
let shownPath: string | undefined

/** Tells analytics and the cooperative's own script of a page that has come up: its path, never its query. */
export function tellSiteScripts(path: string): void {
  shownPath = path
  tellAnalytics?.(path)
  window.dispatchEvent(new CustomEvent('coopline:navigation', { detail: { path } }))
}

/** For a portal that starts again in the same document, as tests do. */
export function forgetSiteScripts(): void {
  started = false
  tellAnalytics = undefined
  shownPath = undefined
}

/**
 * Analytics, web chat and the cooperative's own script: each only when its setting asks for it, and only on pages that
 * `allowsSiteScripts` names. Without any, their code is not loaded.
 */
export function SiteScripts() {
  const site = useSite()
  const { pathname } = useLocation()
  const { isOn } = useMaintenance()
  const mayRun = allowsSiteScripts(useRouteTable(), pathname, isOn)
  useEffect(() => {
    if (!mayRun || started || !hasScripts(site)) return
    started = true
    const start = async () => {
      const { startSiteScripts } = await import('./start-site-scripts.ts')
      tellAnalytics = startSiteScripts(site)
      if (shownPath !== undefined) tellAnalytics?.(shownPath)
    }
    // When the file does not come, the portal does without.
    start().catch(() => undefined)
  }, [mayRun, site])
  return null
}
