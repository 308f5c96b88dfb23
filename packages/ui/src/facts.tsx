import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './facts.module.css'

export interface Fact {
  readonly label: string
  readonly value: ReactNode
  /** Small print under the pair. */
  readonly note?: ReactNode
  /** The sum of the rows above it. */
  readonly total?: boolean | undefined
}

/** Labels with their values, right-aligned in tabular figures so that amounts line up. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl data-ui="facts">
      {facts.map((fact) => (
        <div key={fact.label} className={classNames(styles.row, fact.total === true && styles.total)}>
          <dt className={styles.label}>{fact.label}</dt>
          <dd className={styles.value}>{fact.value}</dd>
          {fact.note !== undefined && <dd className={styles.note}>{fact.note}</dd>}
        </div>
      ))}
    </dl>
  )
}
