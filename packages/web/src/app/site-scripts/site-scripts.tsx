import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '../../portal/page/site.tsx'
import { useMayLoadScripts } from './document-change.ts'
import { hasScripts } from './script-addresses.ts'

let started = false
let tellAnalytics: ((path: string) => void) | undefined
/** The last shown page, possibly from before analytics started. */
let shownPath: string | undefined

/** Reports a shown page to analytics and the cooperative's own script: its path, never its query. */
export function tellSiteScripts(path: string): void {
  shownPath = path
  tellAnalytics?.(path)
  window.dispatchEvent(new CustomEvent('coopline:navigation', { detail: { path } }))
}

/** For a portal that starts again in the same document, as tests do. @internal */
export function forgetSiteScripts(): void {
  started = false
  tellAnalytics = undefined
  shownPath = undefined
}

/**
 * Analytics, web chat and the cooperative's own script: each only when its setting asks for it, and only on pages that
 * may hold them. Without any, their code is not loaded.
 */
export function SiteScripts() {
  const site = useSite()
  const { pathname } = useLocation()
  const mayLoad = useMayLoadScripts(pathname)
  useEffect(() => {
    if (!mayLoad || started || !hasScripts(site)) return
    started = true
    const start = async () => {
      const { startSiteScripts } = await import('./start-site-scripts.ts')
      tellAnalytics = startSiteScripts(site)
      if (shownPath !== undefined) tellAnalytics?.(shownPath)
    }
    // The portal works without the file.
    start().catch(() => undefined)
  }, [mayLoad, site])
  return null
}
