import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

/** Says something to screen readers, without moving anything. */
export function announce(text: string): void {
  message = text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The live region of all announcements; it must be in the document before the first of them. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  )
  return <VisuallyHidden live="polite">{text}</VisuallyHidden>
}
