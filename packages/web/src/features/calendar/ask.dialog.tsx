import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'

interface AskDialogProps {
  readonly title: string
  readonly ask: string
  readonly submit: string
  readonly busyLabel: string
  readonly task: { readonly isPending: boolean; readonly error: Error | null }
  readonly onSubmit: () => void
  readonly onCancel: () => void
}

/** Asks before an address ends. */
export function AskDialog({ title, ask, submit, busyLabel, task, onSubmit, onCancel }: AskDialogProps) {
  const { cancel } = useText('calendar')
  const { language } = useLanguage()
  return (
    <Dialog
      open
      title={title}
      closeLabel={cancel}
      onClose={onCancel}
      width={400}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button variant="danger" busy={task.isPending} busyLabel={busyLabel} onClick={onSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      <Stack>
        {task.error !== null && <Alert tone="error" title={failureMessage(task.error, language)} />}
        <p>{ask}</p>
      </Stack>
    </Dialog>
  )
}
