import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { FailureAlert } from '../call/failure-alert.tsx'

interface AskFirstDialogProps {
  readonly text: { readonly title: string; readonly submit: string; readonly busy: string }
  readonly cancel: string
  /** The call, from `useMemberSend`. Its failure ends with the dialog. */
  readonly task: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void }
  readonly onSubmit: () => void
  readonly onCancel: () => void
  /** False for a question about something that can be undone. */
  readonly isDanger?: boolean | undefined
  /** The explanation of what ends and of its consequences. */
  readonly children: ReactNode
}

/** Asks before something of the member's ends permanently. Shows a failure, after which the member can try again. */
export function AskFirstDialog(props: AskFirstDialogProps) {
  const { text, cancel, task, onSubmit, onCancel, isDanger = true, children } = props
  const close = () => {
    task.reset()
    onCancel()
  }
  return (
    <Dialog
      open
      title={text.title}
      closeLabel={cancel}
      onClose={close}
      width={400}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {cancel}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            busy={task.isPending}
            busyLabel={text.busy}
            onClick={onSubmit}
          >
            {text.submit}
          </Button>
        </>
      }
    >
      <Stack>
        <FailureAlert error={task.error} />
        <p>{children}</p>
      </Stack>
    </Dialog>
  )
}
