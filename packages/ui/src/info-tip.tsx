import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './info-tip.module.css'
import { keepInView } from './keep-in-view.ts'

interface InfoTipProps {
  /** The button's name: "About the convenience fee". */
  readonly label: string
  readonly children: ReactNode
}

/**
 * More information on demand: on hover with a mouse, on press with touch or the keyboard. Escape or a press elsewhere
 * closes it; a screen reader reads it as the button's description without opening anything.
 */
export function InfoTip({ label, children }: InfoTipProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const hovered = useRef(false)

  useLayoutEffect(() => {
    if (open && bubble.current) keepInView(bubble.current)
  }, [open])

  useEffect(() => {
    if (!open) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    const onPointerDown = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [open])

  // A mouse opens the bubble before it clicks, so its click must not close it. Touch does not hover.
  const hover = (event: PointerEvent, inside: boolean) => {
    if (event.pointerType !== 'mouse') return
    hovered.current = inside
    setOpen(inside)
  }

  return (
    <span
      ref={root}
      data-ui="info-tip"
      className={styles.tip}
      onPointerEnter={(event) => hover(event, true)}
      onPointerLeave={(event) => hover(event, false)}
    >
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-expanded={open}
        aria-describedby={id}
        onClick={() => setOpen(hovered.current || !open)}
        onBlur={() => setOpen(false)}
      >
        <Icon name="info" />
      </button>
      <span ref={bubble} id={id} className={styles.bubble} hidden={!open}>
        {children}
      </span>
    </span>
  )
}
