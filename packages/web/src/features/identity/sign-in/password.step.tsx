import {
  checkSignIn,
  maxPasswordLength,
  maxUsernameLength,
  type SignInProblem,
} from '@coopline/rules/identity/sign-in/check-sign-in'
import { signInMessage } from '@coopline/rules/identity/sign-in/sign-in.messages'
import { Button } from '@coopline/ui/button'
import { PasswordField } from '@coopline/ui/password-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useEffect, useState } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './sign-in.module.css'
import type { SignInFailure } from './sign-in-failure.ts'
import type { SignIn } from './use-sign-in.ts'
import { usePasskey, usePasskeysOffered } from './use-passkey.ts'

interface PasswordStepProps {
  readonly signIn: SignIn
  /** Kept when the member returns from the second step. */
  readonly username: string
  /** The member returned: the focus moves to the username, not to the page's heading. */
  readonly takesFocus: boolean
}

/** Asks for username and password, or for a passkey, which replaces both. */
export function PasswordStep({ signIn, username, takesFocus }: PasswordStepProps) {
  const text = useText('signIn').password
  const { allowPasswordPasting } = useSite().settings
  const offersPasskeys = usePasskeysOffered()
  const { failure, busyWith } = signIn
  const form = useRuleForm(checkSignIn, ({ code }: SignInProblem, language) => signInMessage(code, language), {
    start: { username, password: '' },
    onSubmit: signIn.submitPassword,
    firstCheck: 'submit',
  })
  const { focus } = form

  // A refused password is cleared, and both can be typed again.
  const [seenFailure, setSeenFailure] = useState<SignInFailure | null>(null)
  if (failure !== seenFailure) {
    setSeenFailure(failure)
    if (failure !== null) form.reset({ ...form.values, password: '' })
  }
  useEffect(() => {
    if (failure !== null || takesFocus) focus('username')
  }, [failure, takesFocus, focus])

  return (
    <Stack gap="large">
      <PortalForm
        form={form}
        busy={busyWith === 'form'}
        error={null}
        submit={{ label: text.submit, busyLabel: text.busy, fullWidth: true }}
      >
        <TextField
          {...form.text('username')}
          label={text.username}
          maxLength={maxUsernameLength}
          autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <PasswordField
          {...form.text('password')}
          label={text.password}
          words={text.words}
          allowPaste={allowPasswordPasting}
          maxLength={maxPasswordLength}
          autoComplete="current-password"
        />
      </PortalForm>
      {offersPasskeys && <PasskeyButton signIn={signIn} />}
    </Stack>
  )
}

function PasskeyButton({ signIn }: { readonly signIn: SignIn }) {
  const text = useText('signIn').passkey
  const useOne = usePasskey(signIn.takePasskey)
  return (
    <>
      <p className={styles.or}>{text.or}</p>
      <Button variant="secondary" fullWidth busy={signIn.busyWith === 'passkey'} busyLabel={text.busy} onClick={useOne}>
        {text.submit}
      </Button>
    </>
  )
}
