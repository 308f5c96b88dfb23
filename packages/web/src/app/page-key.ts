import { useState } from 'react'
import { useLocation } from 'react-router'
import { isSamePage } from '../portal/page/page-address.ts'

/**
 * The key of the page that is shown: a new one for every navigation, to the address already shown too, so that no page
 * is ever reused (SH-71, REQ-D-006). A jump within the page and `useReplaceQuery` keep it.
 */
export function usePageKey(): string {
  const { pathname, search, hash, key, state } = useLocation()
  const [shown, setShown] = useState({ pathname, search, hash, locationKey: key, pageKey: key })
  if (key === shown.locationKey) return shown.pageKey

  const jumped = shown.pathname === pathname && shown.search === search && shown.hash !== hash
  const pageKey = jumped || isSamePage(state) ? shown.pageKey : key
  setShown({ pathname, search, hash, locationKey: key, pageKey })
  return pageKey
}
