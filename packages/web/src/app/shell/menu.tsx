import { DisclosureMenu } from '@coopline/ui/disclosure-menu'
import { savedMenuState } from '../../portal/page/menu-state.ts'
import { customMenu } from './custom-menu.ts'
import { useMenuFacts } from './menu-facts.ts'
import { standardMenu } from './standard-menu.ts'

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
