import { useState } from 'react'
import { SuccessAlert } from './success-alert.tsx'

/**
 * The alert of what succeeded last, `null` before. Each sentence is a new alert, which is announced also when it is the same as the
 * one before.
 */
export function useSuccess() {
  const [said, setSaid] = useState({ text: '', count: 0 })
  return {
    success: said.text === '' ? null : <SuccessAlert key={said.count} title={said.text} />,
    succeedWith: (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    clearSuccess: () => setSaid(({ count }) => ({ text: '', count })),
  }
}
