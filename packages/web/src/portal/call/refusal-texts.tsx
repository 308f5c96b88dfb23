import { type Refusal, RefusalTextContext } from '@coopline/ui/typing-rule'
import type { ReactNode } from 'react'
import { useText } from '../text/text.tsx'

/** Gives every field below it the sentences for what it does not take. */
export function RefusalTexts({ children }: { readonly children: ReactNode }) {
  const { refusals } = useText('shell')
  const sentence = (refusal: Refusal): string => {
    if ('most' in refusal) return refusals[refusal.code](refusal.most)
    return 'character' in refusal ? refusals.character(refusal.character) : refusals[refusal.code]
  }
  return <RefusalTextContext value={sentence}>{children}</RefusalTextContext>
}
