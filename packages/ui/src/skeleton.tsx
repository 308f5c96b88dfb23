import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { useLoadingMark } from './loading-mark.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** Lines of the text that is loading; 1 when neither `lines` nor `height` is given. */
  readonly lines?: number | undefined
  /** One block of this CSS height instead of lines: "12rem". */
  readonly height?: string | undefined
  /** CSS width; the container's when absent. */
  readonly width?: string | undefined
  /** The content will be exactly as high, so that nothing below it moves. */
  readonly exact?: boolean | undefined
}

/**
 * A placeholder for loading content, about as high as that. Hidden from screen readers. Unless it is exact, nothing that comes
 * after it can be pressed until the content is there.
 */
export function Skeleton({ lines = 1, height, width, exact = false }: SkeletonProps) {
  const root = useRef<HTMLDivElement>(null)
  useLoadingMark(root, !exact)
  return (
    <div
      ref={root}
      data-ui="skeleton"
      data-exact={exact || undefined}
      className={styles.skeleton}
      style={{ width }}
      aria-hidden="true"
    >
      {height === undefined ? (
        Array.from({ length: lines }, (_, line) => <div key={line} className={classNames(styles.bar, styles.line)} />)
      ) : (
        <div className={styles.bar} style={{ height }} />
      )}
    </div>
  )
}
