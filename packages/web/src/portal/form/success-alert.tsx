import type { Language } from '@coopline/rules/kernel/problem'
import { Alert } from '@coopline/ui/alert'
import { isTyping } from '@coopline/ui/typing'
import { useFocusOnce } from '../page/use-focus-once.ts'

/**
 * Says that something succeeded and takes the focus, since the button that was pressed may be gone. It stays in a field
 * that the member is typing in.
 */
export function SuccessAlert({ title, language }: { readonly title: string; readonly language?: Language }) {
  const box = useFocusOnce<HTMLDivElement>(!isTyping())
  return (
    <div ref={box} tabIndex={-1} lang={language}>
      <Alert tone="success" title={title} />
    </div>
  )
}
