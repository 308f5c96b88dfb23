import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

interface CardProps {
  readonly title?: ReactNode
  /** Level of the title's heading; 2 when absent. */
  readonly level?: 2 | 3 | undefined
  readonly children: ReactNode
  readonly footer?: ReactNode
}

/** A box around related content. With a title it is a region that screen readers list. */
export function Card({ title, level = 2, children, footer }: CardProps) {
  const titleId = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const named = title !== undefined
  const Root = named ? 'section' : 'div'
  return (
    <Root data-ui="card" className={styles.card} aria-labelledby={named ? titleId : undefined}>
      {named && (
        <Heading id={titleId} className={styles.title}>
          {title}
        </Heading>
      )}
      {children}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </Root>
  )
}
