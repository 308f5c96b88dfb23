import { useState } from 'react'
import { SuccessAlert } from './success-alert.tsx'
import { useLanguage } from '../text/text.tsx'

/**
 * The alert for the last success, or `null`. Each call of `succeedWith` makes a new alert, so that the same sentence is announced
 * again. When the member switches the language, the sentence keeps its own, which it is marked with.
 */
export function useSuccess() {
  const { language } = useLanguage()
  const [said, setSaid] = useState({ text: '', count: 0, language })
  return {
    success: said.text === '' ? null : <SuccessAlert key={said.count} title={said.text} language={said.language} />,
    succeedWith: (text: string) => setSaid(({ count }) => ({ text, count: count + 1, language })),
    clearSuccess: () => setSaid((before) => ({ ...before, text: '' })),
  }
}
