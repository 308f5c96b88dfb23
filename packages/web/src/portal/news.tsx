import { Alert } from '@coopline/ui/alert'
import { useFocusOnce } from './use-focus-once.ts'

/** Says that something was done, and takes the keyboard: what was pressed for it may be gone. */
export function News({ title }: { readonly title: string }) {
  const box = useFocusOnce<HTMLDivElement>()
  return (
    <div ref={box} tabIndex={-1}>
      <Alert tone="success" title={title} />
    </div>
  )
}
