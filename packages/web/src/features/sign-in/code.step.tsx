import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { CodeField, useCodeEntry, useIncompleteCode } from '../../portal/code-entry.tsx'
import { useText } from '../../portal/text.tsx'
import styles from './sign-in.module.css'
import type { SignIn } from './use-sign-in.ts'

interface CodeStepProps {
  readonly signIn: SignIn
  readonly username: string
}

/** The second step: the code of the authenticator app, or a recovery code for who has no phone at hand. */
export function CodeStep({ signIn, username }: CodeStepProps) {
  const text = useText('signIn')
  const entry = useCodeEntry()
  const incomplete = useIncompleteCode(entry)
  const input = useRef<HTMLInputElement>(null)
  const { failure, busyWith } = signIn

  // A refused code is gone, and the next one can be typed at once.
  const [refused, setRefused] = useState(failure)
  if (failure !== refused) {
    setRefused(failure)
    if (failure !== null) entry.type('')
  }
  useEffect(() => {
    if (failure !== null) input.current?.focus()
  }, [failure])

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (entry.code !== null) signIn.submitCode(entry.code)
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="large">
        <p>{text.code.lead}</p>
        <TextField label={text.password.username} name="username" value={username} readOnly autoComplete="username" />
        <CodeField input={input} name="token" entry={entry} takesFocus />
        <Button
          type="submit"
          fullWidth
          busy={busyWith === 'form'}
          busyLabel={text.code.busy}
          disabledReason={busyWith === null ? incomplete : undefined}
        >
          {text.code.submit}
        </Button>
        <div className={styles.ways}>
          <Button variant="quiet" onClick={signIn.goBack}>
            {text.code.back}
          </Button>
          <Button variant="quiet" onClick={entry.changeKind}>
            {entry.usesRecovery ? text.code.useApp : text.code.useRecoveryCode}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
