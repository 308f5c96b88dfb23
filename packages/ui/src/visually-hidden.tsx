import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  readonly children: ReactNode
  /** Announce the text whenever it changes. */
  readonly live?: 'polite' | 'assertive' | undefined
}

/** Text for screen readers only. */
export function VisuallyHidden({ children, live }: VisuallyHiddenProps) {
  return (
    <span data-ui="visually-hidden" className={styles.hidden} aria-live={live}>
      {children}
    </span>
  )
}
