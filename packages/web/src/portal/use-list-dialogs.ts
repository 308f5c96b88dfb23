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
  const closeWith = (sentence: string) => {
    setSuccess(sentence)
    close()
    onChanged()
  }
  return { dialog, success, clearSuccess, open, close, closeWith }
}
