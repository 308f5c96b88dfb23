import type { Passkey } from '@coopline/contract/passkeys/passkeys.contract'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'

interface RemovePasskeyDialogProps {
  readonly memberNumber: string
  readonly passkey: Passkey
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

/** Asks before a passkey stops signing in. */
export function RemovePasskeyDialog({ memberNumber, passkey, onRemoved, onCancel }: RemovePasskeyDialogProps) {
  const { removal: text, cancel } = useText('passkeys')
  const { language } = useLanguage()
  const remove = useMemberSend('DELETE /v3/members/{memberNumber}/passkeys/{id}', { onSuccess: onRemoved })
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
          <Button
            variant="danger"
            busy={remove.isPending}
            busyLabel={text.busy}
            onClick={() => remove.mutate({ params: { memberNumber, id: passkey.id } })}
          >
            {text.submit}
          </Button>
        </>
      }
    >
      <Stack>
        {remove.isError && <Alert tone="error" title={failureMessage(remove.error, language)} />}
        <p>{text.ask(passkey.name)}</p>
      </Stack>
    </Dialog>
  )
}
