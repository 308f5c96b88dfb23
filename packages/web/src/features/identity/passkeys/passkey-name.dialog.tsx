import {
  checkPasskeyName,
  maxPasskeyNameLength,
  type PasskeyNameProblem,
} from '@coopline/rules/identity/passkeys/check-passkey-name'
import { passkeyMessage } from '@coopline/rules/identity/passkeys/passkeys.messages'
import { TextField } from '@coopline/ui/text-field'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

interface PasskeyNameDialogProps {
  readonly words: { readonly title: string; readonly lead?: string; readonly submit: string; readonly busy: string }
  readonly startsWith: string
  readonly isBusy: boolean
  readonly error: unknown
  /** The sentence for the error, where the documented one does not fit. */
  readonly errorText?: string | undefined
  readonly onSubmit: (name: string) => void
  readonly onCancel: () => void
}

interface NameProblem {
  readonly field: 'passkeyName'
  readonly problem: PasskeyNameProblem
}

const check = ({ passkeyName }: { readonly passkeyName: string }): readonly NameProblem[] => {
  const problem = checkPasskeyName(passkeyName)
  return problem === null ? [] : [{ field: 'passkeyName', problem }]
}

/** Asks for the name of a passkey. */
export function PasskeyNameDialog(props: PasskeyNameDialogProps) {
  const { words, startsWith, isBusy, error, errorText, onSubmit, onCancel } = props
  const { field, cancel } = useText('passkeys')
  const form = useRuleForm(check, ({ problem }, language) => passkeyMessage(problem, language), {
    start: { passkeyName: startsWith },
    onSubmit: ({ passkeyName }) => onSubmit(passkeyName.trim()),
    firstCheck: 'submit',
  })
  return (
    <FormDialog
      form={form}
      title={words.title}
      cancel={cancel}
      onCancel={onCancel}
      busy={isBusy}
      error={error}
      errorText={errorText}
      submit={{ label: words.submit, busyLabel: words.busy }}
    >
      {words.lead !== undefined && <p>{words.lead}</p>}
      <TextField
        {...form.text('passkeyName')}
        label={field.label}
        hint={field.hint}
        maxLength={maxPasskeyNameLength}
        autoComplete="off"
      />
    </FormDialog>
  )
}
