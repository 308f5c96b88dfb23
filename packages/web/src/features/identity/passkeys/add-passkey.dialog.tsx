import { useText } from '../../../portal/text/text.tsx'
import { useTask } from '../../../portal/call/use-task.ts'
import { PasskeyNameDialog } from './passkey-name.dialog.tsx'
import { PasskeyNotMade } from './make-passkey.ts'

interface AddPasskeyDialogProps {
  readonly memberNumber: string
  readonly onAdded: (name: string) => void
  readonly onCancel: () => void
}

/** Names a new passkey and lets the browser make it. The code for it is loaded only now. */
export function AddPasskeyDialog({ memberNumber, onAdded, onCancel }: AddPasskeyDialogProps) {
  const { add: text } = useText('passkeys')
  const add = useTask(async (name: string) => (await import('./make-passkey.ts')).makePasskey(memberNumber, name), {
    onSuccess: ({ passkey }) => onAdded(passkey.name),
  })
  const { error } = add
  return (
    <PasskeyNameDialog
      words={text}
      startsWith=""
      isBusy={add.isPending}
      error={error}
      errorText={error instanceof PasskeyNotMade ? text[error.reason] : undefined}
      onSubmit={(name) => add.mutate(name)}
      onCancel={onCancel}
    />
  )
}
