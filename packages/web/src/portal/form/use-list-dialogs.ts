import { useRef, useState } from 'react'
import { useSuccess } from './use-success.tsx'

/** Opens one dialog at a time. */
export function useOneDialog<D>() {
  const [dialog, setDialog] = useState<D | null>(null)
  const newest = useRef(dialog)
  const show = (next: D | null) => {
    newest.current = next
    setDialog(() => next)
  }
  return {
    dialog,
    open: (next: D) => show(next),
    close: () => show(null),
    /**
     * Ends the dialog of this render, or leads on from it. The answer to a dialog that was canceled may arrive while
     * another one is open, which stays. @returns whether the dialog of this render was still open.
     */
    replaceWith: (next: D | null) => {
      const isOpen = newest.current === dialog
      if (isOpen) show(next)
      return isOpen
    },
  }
}

/** Opens one dialog at a time over a list and keeps the alert of the last success. @param onChanged reloads the list. */
export function useListDialogs<D>(onChanged: () => void) {
  const { dialog, open: show, close, replaceWith } = useOneDialog<D>()
  const { success, succeedWith: say, clearSuccess } = useSuccess()
  const open = (next: D) => {
    clearSuccess()
    show(next)
  }
  /** Shows what was done without a dialog. */
  const succeedWith = (sentence: string) => {
    say(sentence)
    onChanged()
  }
  const closeWith = (sentence: string) => {
    replaceWith(null)
    succeedWith(sentence)
  }
  return { dialog, success, clearSuccess, open, replaceWith, close, closeWith, succeedWith }
}
