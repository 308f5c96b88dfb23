import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { PasskeyNameDialog } from './passkey-name.dialog.tsx'

interface RenamePasskeyDialogProps {
  readonly memberNumber: string
  readonly passkey: Passkey
  readonly onRenamed: (name: string) => void
  readonly onCancel: () => void
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ memberNumber, passkey, onRenamed, onCancel }: RenamePasskeyDialogProps) {
  const { rename: text } = useText('passkeys')
  const rename = useMemberSend('PUT /v3/members/{memberNumber}/passkeys/{id}', {
    onSuccess: ({ passkey: renamed }) => onRenamed(renamed.name),
  })
  return (
    <PasskeyNameDialog
      words={text}
      startsWith={passkey.name}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate({ params: { memberNumber, id: passkey.id }, body: { name } })}
      onCancel={onCancel}
    />
  )
}
