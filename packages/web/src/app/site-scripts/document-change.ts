import { createContext, useContext, useEffect, useState } from 'react'
import { useMaintenance } from '../../portal/maintenance.tsx'
import { useRouteTable } from '../../portal/route-table.tsx'
import { useSite } from '../../portal/site.tsx'
import { allowsSiteScripts } from './allows-site-scripts.ts'
import { hasScripts } from './script-addresses.ts'

/** Loads the document at the current address anew; tests put their own in. */
export const ReloadDocumentContext = createContext<() => void>(() => window.location.reload())

/**
 * Whether a page must come in a document of its own. A script that once ran stays in its document, so a page without
 * the cooperative's scripts cannot follow one that has them, nor the other way: the content security policy of the
 * document was made for the path it started with. Without such scripts in the settings nothing is ever loaded anew.
 */
export function useDocumentChange(pathname: string): boolean {
  const site = useSite()
  const reload = useContext(ReloadDocumentContext)
  const table = useRouteTable()
  const { isOn } = useMaintenance()
  const here = allowsSiteScripts(table, pathname, isOn)
  const [startedWith] = useState(here)

  const changes = here !== startedWith && hasScripts(site)
  useEffect(() => {
    if (changes) reload()
  }, [changes, reload])
  return changes
}
