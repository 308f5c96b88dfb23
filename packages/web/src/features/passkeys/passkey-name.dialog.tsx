import {
  checkPasskeyName,
  maxPasskeyNameLength,
  type PasskeyNameProblem,
} from '@coopline/rules/passkeys/check-passkey-name'
import { passkeyMessage } from '@coopline/rules/passkeys/passkeys.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { useLanguage, useText } from '../../portal/text.tsx'

interface PasskeyNameDialogProps {
  readonly words: { readonly title: string; readonly lead?: string; readonly submit: string; readonly busy: string }
  readonly startsWith: string
  readonly isBusy: boolean
  /** Why it did not work; `null` while nothing is wrong. */
  readonly problem: string | null
  readonly onSubmit: (name: string) => void
  readonly onCancel: () => void
}

/** Asks for the name of a passkey. */
export function PasskeyNameDialog(props: PasskeyNameDialogProps) {
  const { words, startsWith, isBusy, problem, onSubmit, onCancel } = props
  const { field, cancel } = useText('passkeys')
  const { language } = useLanguage()
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(startsWith)
  const [refused, setRefused] = useState<PasskeyNameProblem | null>(null)

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = checkPasskeyName(name)
    setRefused(found)
    if (found === null) onSubmit(name.trim())
    else input.current?.focus()
  }
  return (
    <Dialog
      open
      title={words.title}
      closeLabel={cancel}
      onClose={onCancel}
      width={400}
      blockOutsideClick
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} busy={isBusy} busyLabel={words.busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack>
          {problem !== null && <Alert tone="error" title={problem} />}
          {words.lead !== undefined && <p>{words.lead}</p>}
          <TextField
            ref={input}
            name="passkeyName"
            value={name}
            onChange={(event) => setName(event.target.value)}
            label={field.label}
            hint={field.hint}
            maxLength={maxPasskeyNameLength}
            autoComplete="off"
            error={refused === null ? undefined : passkeyMessage(refused, language)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
