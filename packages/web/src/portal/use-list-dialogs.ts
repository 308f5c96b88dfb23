import { useState } from 'react'

/** Opens one dialog at a time over a list and keeps the last success message. @param onChanged reloads the list. */
export function useListDialogs<D>(onChanged: () => void) {
  const [dialog, setDialog] = useState<D | null>(null)
  const [success, setSuccess] = useState<string | null>(null)
  const clearSuccess = () => setSuccess(null)
  const open = (next: D) => {
    clearSuccess()
    setDialog(next)
  }
  const close = () => setDialog(null)
  // The answer to a dialog that was canceled may arrive while another one is open, which stays.
  const replaceWith = (next: D | null) => setDialog((current) => (current === dialog ? next : current))
  const closeWith = (sentence: string) => {
    setSuccess(sentence)
    replaceWith(null)
    onChanged()
  }
  return { dialog, success, clearSuccess, open, replaceWith, close, closeWith }
}
