import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'

interface RemovePasskeyDialogProps {
  readonly memberNumber: string
  readonly passkey: Passkey
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

/** Asks before a passkey stops signing in. */
export function RemovePasskeyDialog({ memberNumber, passkey, onRemoved, onCancel }: RemovePasskeyDialogProps) {
  const { removal: text, cancel } = useText('passkeys')
  const remove = useMemberSend('DELETE /v3/members/{memberNumber}/passkeys/{id}', { onSuccess: onRemoved })
  const onRemove = () => remove.mutate({ params: { memberNumber, id: passkey.id } })
  return (
    <AskFirstDialog text={text} cancel={cancel} task={remove} onSubmit={onRemove} onCancel={onCancel}>
      {text.ask(passkey.name)}
    </AskFirstDialog>
  )
}
