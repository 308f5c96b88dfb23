import { useState } from 'react'

/** Opens one dialog at a time. */
export function useOneDialog<D>() {
  const [dialog, setDialog] = useState<D | null>(null)
  return {
    dialog,
    open: (next: D) => setDialog(() => next),
    close: () => setDialog(null),
    /**
     * Ends the dialog of this render, or leads on from it. The answer to a dialog that was canceled may arrive while
     * another one is open, which stays.
     */
    replaceWith: (next: D | null) => setDialog((current) => (current === dialog ? next : current)),
  }
}

/** Opens one dialog at a time over a list and keeps the last success message. @param onChanged reloads the list. */
export function useListDialogs<D>(onChanged: () => void) {
  const { dialog, open: show, close, replaceWith } = useOneDialog<D>()
  const [success, setSuccess] = useState<string | null>(null)
  const clearSuccess = () => setSuccess(null)
  const open = (next: D) => {
    clearSuccess()
    show(next)
  }
  /** Shows what was done without a dialog. */
  const succeedWith = (sentence: string) => {
    setSuccess(sentence)
    onChanged()
  }
  const closeWith = (sentence: string) => {
    replaceWith(null)
    succeedWith(sentence)
  }
  return { dialog, success, clearSuccess, open, replaceWith, close, closeWith, succeedWith }
}
