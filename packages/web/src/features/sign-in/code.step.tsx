import { appCodeLength, isAppCode } from '@coopline/rules/sign-in/check-sign-in'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { type ChangeEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../portal/text.tsx'
import { parseRecoveryCode } from './recovery-code.ts'
import styles from './sign-in.module.css'
import type { SignIn } from './use-sign-in.ts'

interface CodeStepProps {
  readonly signIn: SignIn
  readonly username: string
}

/** The second step: the code of the authenticator app, or a recovery code for who has no phone at hand. */
export function CodeStep({ signIn, username }: CodeStepProps) {
  const text = useText('signIn')
  const [usesRecovery, setUsesRecovery] = useState(false)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { trouble, busyWith } = signIn

  // A refused code is gone, and the next one can be typed at once.
  const [refused, setRefused] = useState(trouble)
  if (trouble !== refused) {
    setRefused(trouble)
    if (trouble !== null) setTyped('')
  }
  useEffect(() => {
    if (trouble !== null) input.current?.focus()
  }, [trouble])

  const code = usesRecovery ? parseRecoveryCode(typed) : isAppCode(typed) ? typed : null
  const incomplete = usesRecovery ? text.code.recoveryIncomplete : text.code.codeIncomplete
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (code !== null) signIn.submitCode(code)
  }
  const changeKind = () => {
    setUsesRecovery(!usesRecovery)
    setTyped('')
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="large">
        <p>{text.code.lead}</p>
        <TextField label={text.password.username} name="username" value={username} readOnly autoComplete="username" />
        <CodeField key={String(usesRecovery)} input={input} isRecovery={usesRecovery} typed={typed} onType={setTyped} />
        <Button
          type="submit"
          fullWidth
          busy={busyWith === 'form'}
          busyLabel={text.code.busy}
          disabledReason={code === null && busyWith === null ? incomplete : undefined}
        >
          {text.code.submit}
        </Button>
        <div className={styles.ways}>
          <Button variant="quiet" onClick={signIn.goBack}>
            {text.code.back}
          </Button>
          <Button variant="quiet" onClick={changeKind}>
            {usesRecovery ? text.code.useApp : text.code.useRecoveryCode}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

interface CodeFieldProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly isRecovery: boolean
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** The keyboard goes here when the step begins, and when the other kind of code is wanted. */
function CodeField({ input, isRecovery, typed, onType }: CodeFieldProps) {
  const { code } = useText('signIn')
  useEffect(() => input.current?.focus(), [input])
  const field = {
    ref: input,
    name: 'token',
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onType(event.target.value),
  }
  return isRecovery ? (
    <TextField
      {...field}
      label={code.recoveryCode}
      hint={code.recoveryHint}
      maxLength={32}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  ) : (
    <DigitsField
      {...field}
      label={code.code}
      hint={code.codeHint}
      maxDigits={appCodeLength}
      cutToMax
      autoComplete="one-time-code"
    />
  )
}
