import { createContext, useContext, useEffect, useState } from 'react'
import { useMaintenance } from '../../portal/page/maintenance.tsx'
import { useRouteTable } from '../../portal/page/route-table.tsx'
import { useSite } from '../../portal/page/site.tsx'
import { allowsSiteScripts } from './allows-site-scripts.ts'
import { hasScripts } from './script-addresses.ts'

/** Reloads the document at the current address; tests replace it. */
export const ReloadDocumentContext = createContext<() => void>(() => window.location.reload())

/** Whether the page at a path may hold the cooperative's scripts, and whether the page that the document started with might. */
function useAllowed(pathname: string): { readonly here: boolean; readonly atStart: boolean } {
  const { isOn } = useMaintenance()
  const here = allowsSiteScripts(useRouteTable(), pathname, isOn)
  const [atStart] = useState(here)
  return { here, atStart }
}

/**
 * Whether the cooperative's scripts may be loaded into this document: only where its content security policy lets them run.
 */
export function useMayLoadScripts(pathname: string): boolean {
  const { here, atStart } = useAllowed(pathname)
  return here && atStart
}

/**
 * Whether a page must come in a document of its own. A script that once ran stays in its document, so a page without
 * the cooperative's scripts cannot follow one that has them, nor the other way: the content security policy of the
 * document was made for the path it started with. Without such scripts in the settings no document is ever reloaded.
 */
export function useDocumentChange(pathname: string): boolean {
  const site = useSite()
  const reload = useContext(ReloadDocumentContext)
  const { here, atStart } = useAllowed(pathname)

  const changes = here !== atStart && hasScripts(site)
  useEffect(() => {
    if (changes) reload()
  }, [changes, reload])
  return changes
}
