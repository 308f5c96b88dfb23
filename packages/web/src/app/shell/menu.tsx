import { DisclosureMenu } from '@coopline/ui/disclosure-menu'
import { useLocation } from 'react-router'
import { findRoute, isReachable, useRouteTable } from '../../portal/route-table.tsx'
import { useSession } from '../../portal/session.tsx'
import { useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'
import { customMenu } from './custom-menu.ts'
import { standardMenu } from './standard-menu.ts'

/** The main menu: the cooperative's own when it has one, else the standard one. */
export function Menu() {
  const site = useSite()
  const texts = useText('shell')
  const table = useRouteTable()
  const { isValid } = useSession()
  const { pathname } = useLocation()
  const { useCustomMenu, mcpMenu } = site.configuration

  const isOpen = (path: string): boolean => {
    const entry = findRoute(table, path)
    return entry !== undefined && (!entry.guarded || isValid)
  }
  const items = useCustomMenu
    ? customMenu(mcpMenu, pathname)
    : standardMenu({
        site,
        texts,
        isOpen,
        isReachable: (path) => isReachable(table, isValid, path),
        currentPath: pathname,
      })
  return <DisclosureMenu label={texts.menu.label} menuLabel={texts.menu.open} items={items} />
}
