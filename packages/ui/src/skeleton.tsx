import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** Lines of the text that is loading; 1 when neither `lines` nor `height` is given. */
  readonly lines?: number | undefined
  /** One block of this CSS height instead of lines: "12rem". */
  readonly height?: string | undefined
  /** CSS width; the container's when absent. */
  readonly width?: string | undefined
}

/** A placeholder for loading content, in its final size. Hidden from screen readers. */
export function Skeleton({ lines = 1, height, width }: SkeletonProps) {
  return (
    <div data-ui="skeleton" className={styles.skeleton} style={{ width }} aria-hidden="true">
      {height === undefined ? (
        Array.from({ length: lines }, (_, line) => <div key={line} className={classNames(styles.bar, styles.line)} />)
      ) : (
        <div className={styles.bar} style={{ height }} />
      )}
    </div>
  )
}
