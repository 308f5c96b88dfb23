import { useLocation } from 'react-router'
import { findRoute, isOpenTo, isReachable, useRouteTable } from '../../portal/page/route-table.tsx'
import { useSession } from '../../portal/session/session.tsx'
import { useSite } from '../../portal/page/site.tsx'
import { useText } from '../../portal/text/text.tsx'
import type { MenuFacts } from './standard-menu.ts'

/** The facts that the menu depends on, for every user and page. */
export function useMenuFacts(): MenuFacts {
  const site = useSite()
  const texts = useText('shell')
  const table = useRouteTable()
  const session = useSession()
  const { pathname } = useLocation()
  return {
    site,
    texts,
    isOpen: (path) => {
      const entry = findRoute(table, path)
      return entry !== undefined && (!entry.guarded || (session.isValid && isOpenTo(entry, session)))
    },
    isReachable: (path) => isReachable(table, session, path),
    currentPath: pathname,
  }
}
