import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly open: boolean
  readonly title: ReactNode
  /** Called for Escape, the close button or a press outside; the page must set `open` to false. */
  readonly onClose: () => void
  /** Label of the close button: "Close". */
  readonly closeLabel: string
  readonly children: ReactNode
  /** Buttons; the one that continues is last. */
  readonly footer?: ReactNode
  /** In pixels, or any CSS width ("94%"); never wider than the window. */
  readonly width?: number | string | undefined
  /** For documents: 94% of the window's height and 90% of its width, on a phone all of it. The body does its own scrolling. */
  readonly large?: boolean | undefined
  /** A press outside does nothing, for dialogs that must be answered. */
  readonly blockOutsideClick?: boolean | undefined
}

/** A modal question or task. Focus moves into it when it opens and returns when it closes. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { title, onClose, closeLabel, children, footer, width = 600, large, blockOutsideClick = false } = props
  const root = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const hasBeenPressed = useRef(false)

  useLayoutEffect(() => {
    const dialog = root.current
    const opener = document.activeElement
    dialog?.showModal()
    if (dialog) focusFirst(dialog)
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  const onMouseDown = ({ detail }: MouseEvent) => {
    if (detail <= 1) hasBeenPressed.current = true
  }
  // The second half of a double press on what opened the dialog answers nothing in it.
  const dropSecondHalf = (event: MouseEvent) => {
    if (event.detail <= 1 || hasBeenPressed.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (!blockOutsideClick && isOutside(event)) onClose()
  }

  return (
    // The click is the backdrop's; the keyboard has Escape and the cross.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={root}
      data-ui="dialog"
      className={classNames(styles.dialog, large && styles.large)}
      style={{ ['--dialog-width' as string]: typeof width === 'number' ? `${width}px` : width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDownCapture={onMouseDown}
      onClickCapture={dropSecondHalf}
      onClick={onClick}
    >
      <h2 id={titleId} className={styles.title} tabIndex={-1}>
        {title}
      </h2>
      <div data-ui="dialog-body" className={styles.body}>
        {children}
      </div>
      {footer !== undefined && (
        <div data-ui="dialog-footer" className={styles.footer}>
          {footer}
        </div>
      )}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  )
}

/** A form starts in its first control; a text starts at its title, not at the button under it. */
function focusFirst(dialog: HTMLDialogElement): void {
  const first = dialog.querySelector<HTMLElement>('input:not([type=hidden]):not(:disabled), select, textarea')
  const target = first ?? dialog.querySelector<HTMLElement>('h2')
  target?.focus()
}

/** The backdrop belongs to the dialog element; only a press beyond the box's edges is outside. */
function isOutside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom
}
