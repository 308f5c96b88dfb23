import { useState } from 'react'
import { SuccessAlert } from './success-alert.tsx'

/**
 * The alert for the last success, or `null`. Each call of `succeedWith` makes a new alert, so that the same sentence is announced
 * again.
 */
export function useSuccess() {
  const [said, setSaid] = useState({ text: '', count: 0 })
  return {
    success: said.text === '' ? null : <SuccessAlert key={said.count} title={said.text} />,
    succeedWith: (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    clearSuccess: () => setSaid(({ count }) => ({ text: '', count })),
  }
}
