import type { ReactNode } from 'react'
import styles from './quick-pay.module.css'

/** Back and on, beside each other; on a phone below each other, the way on first to the thumb. */
export function StepButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
