import { type RefObject, useEffect, useRef } from 'react'

/** Puts the keyboard into what has just appeared; not again when a tab with it is shown once more. */
export function useFocusOnce<E extends HTMLElement>(wanted = true): RefObject<E | null> {
  const element = useRef<E>(null)
  const isDone = useRef(!wanted)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    element.current?.focus()
  }, [])
  return element
}
