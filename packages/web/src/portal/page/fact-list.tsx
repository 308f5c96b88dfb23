import type { ReactNode } from 'react'
import styles from './fact-list.module.css'

/** Labels with their values, in as many columns as there is room for. */
export function FactList({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
