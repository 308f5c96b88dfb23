import { type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

/** The number of placeholders in each element. */
const counts = new WeakMap<Element, number>()

function count(element: Element, change: 1 | -1): void {
  const left = (counts.get(element) ?? 0) + change
  counts.set(element, left)
  if (left > 0) element.setAttribute('data-loads', '')
  else element.removeAttribute('data-loads')
}

/** A placeholder and what it is in, up to the page's main part or the dialog. */
function placesOf(placeholder: Element): readonly Element[] {
  const places: Element[] = []
  for (let place: Element | null = placeholder; place !== null; place = place.parentElement) {
    places.push(place)
    if (place.matches('main, dialog')) return places
  }
  return places
}

/**
 * Marks what contains the placeholder with `data-loads`, so that the style sheet can tell what comes after it: the size of what
 * is loading is not known yet, and a button below it would move from under the pointer.
 */
function useLoadingMark(placeholder: RefObject<Element | null>, marks: boolean): void {
  useLayoutEffect(() => {
    if (!marks || placeholder.current === null) return undefined
    const places = placesOf(placeholder.current)
    for (const place of places) count(place, 1)
    return () => {
      for (const place of places) count(place, -1)
    }
  }, [placeholder, marks])
}

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
