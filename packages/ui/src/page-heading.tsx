import type { ReactNode, Ref } from 'react'
import styles from './page-heading.module.css'

interface PageHeadingProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** The `h1`, which can take the focus: the router moves there after a change of page. */
  readonly ref?: Ref<HTMLHeadingElement> | undefined
}

/** The page's one `h1`, a sentence about it, and what can be done with the page as a whole. */
export function PageHeading({ title, lead, actions, ref }: PageHeadingProps) {
  return (
    <div data-ui="page-heading" className={styles.heading}>
      <div className={styles.words}>
        <h1 ref={ref} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions}
    </div>
  )
}
