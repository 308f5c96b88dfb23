import type { ComponentProps, ReactNode } from 'react'
import styles from './action-card.module.css'
import { Icon, type IconName } from './icon.tsx'

interface ActionCardProps extends Pick<ComponentProps<'a'>, 'onClick' | 'target' | 'rel'> {
  readonly href: string
  readonly icon: IconName
  /** The link's name; begins with the verb. */
  readonly title: string
  readonly text?: ReactNode
  /** Level of the title's heading; 2 when absent. */
  readonly level?: 2 | 3 | undefined
  /** The link leaves the portal; shows another icon at the end. */
  readonly external?: boolean | undefined
}

/** A card that is one link: the whole card can be pressed, and a screen reader reads one short link. */
export function ActionCard({ icon, title, text, level = 2, external = false, ...link }: ActionCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div data-ui="action-card" className={styles.card}>
      <span className={styles.icon}>
        <Icon name={icon} size="large" />
      </span>
      <div>
        <Heading className={styles.title}>
          <a {...link} className={styles.link}>
            {title}
          </a>
        </Heading>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      <span className={styles.end}>
        <Icon name={external ? 'external' : 'chevron-right'} />
      </span>
    </div>
  )
}
