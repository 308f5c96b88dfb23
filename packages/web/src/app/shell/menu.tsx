import { DisclosureMenu, type MenuColumn, type MenuItem, type MenuLink } from '@coopline/ui/disclosure-menu'
import { savedMenuState } from '../../portal/page/menu-state.ts'
import { useMenuFacts } from './menu-facts.ts'
import { standardMenu } from './standard-menu.ts'
import type { MenuEntry } from '@coopline/contract/site/site/site.contract'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'

/**
 * The cooperative's own menu (SH-41, REQ-D-210): entries in the order of their position, nested as deep as
 * they are. An entry with entries under it opens them: those of the first level stand together, each deeper level is a
 * column under its own name. Flags do not hide entries; an address that is not a safe link does.
 *
 * @internal
 */
export function customMenu(entries: readonly MenuEntry[], currentPath: string): readonly MenuItem[] {
  return inOrder(entries).flatMap((entry): readonly MenuItem[] => {
    if (entry.subMenu.length === 0) return linkOf(entry, currentPath)
    const columns = columnsOf(entry, undefined, currentPath)
    return columns.length === 0 ? [] : [{ title: entry.title, columns }]
  })
}

/** The entry's own link and those under it that lead somewhere, then a column for each that has entries of its own. */
function columnsOf(entry: MenuEntry, heading: string | undefined, currentPath: string): readonly MenuColumn[] {
  const under = inOrder(entry.subMenu)
  const leaves = under.filter(({ subMenu }) => subMenu.length === 0)
  const links = [entry, ...leaves].flatMap((leaf) => linkOf(leaf, currentPath))
  const deeper = under
    .filter(({ subMenu }) => subMenu.length > 0)
    .flatMap((child) =>
      columnsOf(child, heading === undefined ? child.title : `${heading} › ${child.title}`, currentPath),
    )
  return links.length === 0 ? deeper : [{ heading, links }, ...deeper]
}

function linkOf({ title, moduleLink, external }: MenuEntry, currentPath: string): readonly MenuLink[] {
  const isWeb = /^https?:\/\//iu.test(moduleLink)
  // An internal link is a path of this site; an external one may only be an address on the web.
  if (!isSafeLink(moduleLink) || external !== isWeb) return []
  return [{ title, href: moduleLink, external, current: moduleLink === currentPath }]
}

const inOrder = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  [...entries].sort((one, other) => one.position - other.position)

/** The main menu: the cooperative's own when it has one, else the standard one. */
export function Menu() {
  const facts = useMenuFacts()
  const { site, texts, currentPath } = facts
  const { useCustomMenu, mcpMenu } = site.configuration
  const items = useCustomMenu ? customMenu(mcpMenu, currentPath) : standardMenu(facts)
  return (
    <DisclosureMenu label={texts.menu.label} menuLabel={texts.menu.open} items={items} startsAs={savedMenuState()} />
  )
}
