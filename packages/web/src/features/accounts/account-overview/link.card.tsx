import { Card } from '@coopline/ui/card'
import { Icon } from '@coopline/ui/icon'
import type { ReactNode } from 'react'
import styles from './account-overview.module.css'
import type { OverviewLink } from './overview-links.ts'

interface LinkCardProps {
  readonly title: string
  readonly links: readonly OverviewLink[]
  /** A further choice that is not a link, as the content of a list item. */
  readonly last?: ReactNode
}

/** Ways on under each other; nothing when there is none. */
export function LinkCard({ title, links, last }: LinkCardProps) {
  if (links.length === 0 && last === undefined) return null
  return (
    <Card title={title}>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.title}>
            <a href={link.href} className={styles.link}>
              <Icon name={link.icon} />
              <span className={styles.linkTitle}>{link.title}</span>
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
        {last !== undefined && <li>{last}</li>}
      </ul>
    </Card>
  )
}
