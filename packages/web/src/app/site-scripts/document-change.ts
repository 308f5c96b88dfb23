import { createContext, useContext, useEffect, useState } from 'react'
import type { PortalRoute } from '../../portal/route-table.tsx'
import { useSite } from '../../portal/site.tsx'
import { hasScripts } from './script-addresses.ts'

/** Loads the document at the current address anew; tests put their own in. */
export const ReloadDocumentContext = createContext<() => void>(() => window.location.reload())

/**
 * Whether a page must come in a document of its own. A script that once ran stays in its document, so a page without
 * the cooperative's scripts cannot follow one that has them, nor the other way: the content security policy of the
 * document was made for the page it started with. Without such scripts in the settings nothing is ever loaded anew.
 */
export function useDocumentChange(entry: PortalRoute | undefined): boolean {
  const site = useSite()
  const reload = useContext(ReloadDocumentContext)
  const [startedWith, setStartedWith] = useState(entry?.siteScripts)
  if (startedWith === undefined && entry !== undefined) setStartedWith(entry.siteScripts)

  const here = entry?.siteScripts
  const changes = here !== undefined && startedWith !== undefined && here !== startedWith && hasScripts(site)
  useEffect(() => {
    if (changes) reload()
  }, [changes, reload])
  return changes
}
