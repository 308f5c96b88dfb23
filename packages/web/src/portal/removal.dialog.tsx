import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { failureMessage } from './failure-message.ts'
import { useLanguage } from './text.tsx'

interface RemovalDialogProps {
  readonly text: { readonly title: string; readonly submit: string; readonly busy: string }
  readonly cancel: string
  /** How the removal stands, as `useMemberSend` tells it. */
  readonly removal: { readonly isPending: boolean; readonly error: Error | null }
  readonly onRemove: () => void
  readonly onCancel: () => void
  /** What is removed, and what follows from it. */
  readonly children: ReactNode
}

/** Asks before something of the member's is removed for good; a failure is said and can be tried again. */
export function RemovalDialog({ text, cancel, removal, onRemove, onCancel, children }: RemovalDialogProps) {
  const { language } = useLanguage()
  return (
    <Dialog
      open
      title={text.title}
      closeLabel={cancel}
      onClose={onCancel}
      width={400}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button variant="danger" busy={removal.isPending} busyLabel={text.busy} onClick={onRemove}>
            {text.submit}
          </Button>
        </>
      }
    >
      <Stack>
        {removal.error !== null && <Alert tone="error" title={failureMessage(removal.error, language)} />}
        <p>{children}</p>
      </Stack>
    </Dialog>
  )
}
