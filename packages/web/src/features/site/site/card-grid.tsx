import { ActionCard } from '@coopline/ui/action-card'
import styles from './card-grid.module.css'
import type { SiteCard } from './home-cards.ts'

/** Cards beside each other where there is room. */
export function CardGrid({ cards, level = 2 }: { readonly cards: readonly SiteCard[]; readonly level?: 2 | 3 }) {
  return (
    <ul className={styles.grid}>
      {cards.map(({ icon, title, text, href }) => (
        <li key={title}>
          <ActionCard icon={icon} title={title} text={text} href={href} level={level} />
        </li>
      ))}
    </ul>
  )
}
