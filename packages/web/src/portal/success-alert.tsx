import { Alert } from '@coopline/ui/alert'
import { useFocusOnce } from './use-focus-once.ts'

/** Says that something succeeded and takes the focus, since the button that was pressed may be gone. */
export function SuccessAlert({ title }: { readonly title: string }) {
  const box = useFocusOnce<HTMLDivElement>()
  return (
    <div ref={box} tabIndex={-1}>
      <Alert tone="success" title={title} />
    </div>
  )
}
