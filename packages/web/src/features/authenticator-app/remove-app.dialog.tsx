import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { type SyntheticEvent, useId, useRef } from 'react'
import { CodeField, useCodeEntry, useIncompleteCode } from '../../portal/code-entry.tsx'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'

interface RemoveAppDialogProps {
  readonly memberNumber: string
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

/** Asks before the app is removed, and for a fresh code of it (MA-12, REQ-D-009). */
export function RemoveAppDialog({ memberNumber, onRemoved, onCancel }: RemoveAppDialogProps) {
  const { removal: text } = useText('authenticatorApp')
  const { code: words } = useText('signIn')
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const entry = useCodeEntry()
  const incomplete = useIncompleteCode(entry)
  const remove = useMemberSend('POST /v3/members/{memberNumber}/mfa/remove', { onSuccess: onRemoved })

  const beginAnew = () => {
    entry.type('')
    input.current?.focus()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (entry.code === null || remove.isPending) return
    remove.mutate({ params: { memberNumber }, body: { code: entry.code } }, { onError: beginAnew })
  }
  return (
    <Dialog
      open
      title={text.title}
      closeLabel={text.cancel}
      onClose={onCancel}
      width={400}
      blockOutsideClick
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            busy={remove.isPending}
            busyLabel={text.busy}
            disabledReason={remove.isPending ? undefined : incomplete}
          >
            {text.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack>
          <FailureAlert error={remove.error} />
          <p>
            <strong>{text.ask}</strong> {text.more}
          </p>
          <CodeField entry={entry} input={input} name="code" />
          <p>{text.fresh}</p>
          <div>
            <Button variant="quiet" onClick={entry.changeKind}>
              {entry.usesRecovery ? words.useApp : words.useRecoveryCode}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  )
}
