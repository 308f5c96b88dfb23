import { Card } from '@coopline/ui/card'
import type { MenuLink } from '@coopline/ui/disclosure-menu'
import { Icon } from '@coopline/ui/icon'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import styles from './accounts.module.css'

/** Links that belong together. */
export interface LinkGroup {
  readonly title: string
  readonly links: readonly MenuLink[]
}

interface AccountManagementPageProps {
  /** Those of the main menu that are about accounts; each leads to a page that is there. */
  readonly groups: readonly LinkGroup[]
  /** Further content below the groups of links. */
  readonly children?: ReactNode
}

/** Everything about the member's accounts, on one page of links (decisions, 000 G). */
export function AccountManagementPage({ groups, children }: AccountManagementPageProps) {
  const { management: text } = useText('accounts')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.lead} />
      <div className={styles.groups}>
        {groups.map(({ title, links }) => (
          <Card key={title} title={title}>
            <ul className={styles.links}>
              {links.map(({ title: name, href }) => (
                <li key={href}>
                  <a href={href}>
                    {name}
                    <Icon name="chevron-right" />
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      {children}
    </Stack>
  )
}
