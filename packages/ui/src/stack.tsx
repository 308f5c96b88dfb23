import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './stack.module.css'

interface StackProps {
  readonly children: ReactNode
  readonly gap?: 'small' | 'medium' | 'large' | undefined
  /** Side by side; wraps where there is no room. */
  readonly row?: boolean | undefined
}

/** Content at even distances, stacked or side by side. */
export function Stack({ children, gap = 'medium', row = false }: StackProps) {
  const size = gap === 'medium' ? undefined : styles[gap]
  return (
    <div data-ui="stack" data-row={row || undefined} className={classNames(styles.stack, size, row && styles.row)}>
      {children}
    </div>
  )
}
