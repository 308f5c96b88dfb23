import {
  checkSignIn,
  maxPasswordLength,
  maxUsernameLength,
  type SignInForm,
  type SignInProblem,
} from '@coopline/rules/sign-in/check-sign-in'
import { signInMessage } from '@coopline/rules/sign-in/sign-in.messages'
import { Button } from '@coopline/ui/button'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { PasswordField } from '@coopline/ui/password-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { byRules } from '../../portal/by-rules.ts'
import { keepFocus } from '../../portal/keep-focus.ts'
import { useSite } from '../../portal/site.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'
import styles from './sign-in.module.css'
import type { SignIn } from './use-sign-in.ts'
import { usePasskey, usePasskeysOffered } from './use-passkey.ts'

interface PasswordStepProps {
  readonly signIn: SignIn
  /** Kept when the member comes back from the second step. */
  readonly username: string
  /** The member came back: the keyboard goes to the user name, not to the page's heading. */
  readonly takesFocus: boolean
}

/** Who is there, and their password; or a passkey, which says both. */
export function PasswordStep({ signIn, username, takesFocus }: PasswordStepProps) {
  const text = useText('signIn')
  const { language } = useLanguage()
  const { allowPasswordPasting } = useSite().settings
  const { formState, getValues, handleSubmit, register, resetField, setFocus } = useForm<SignInForm>({
    resolver: byRules(checkSignIn),
    defaultValues: { username, password: '' },
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const refused = useSubmitErrors<SignInProblem>(setFocus)
  const offersPasskeys = usePasskeysOffered()

  const { failure, busyWith } = signIn
  useEffect(() => {
    if (failure === null && !takesFocus) return
    resetField('password')
    setFocus('username')
  }, [failure, takesFocus, resetField, setFocus])

  const errorOf = (field: keyof SignInForm) => {
    const problem = formState.errors[field] && checkSignIn(getValues()).find((found) => found.field === field)
    return problem && signInMessage(problem.code, language)
  }
  const submit = handleSubmit(
    (form) => {
      refused.accept()
      signIn.submitPassword(form)
    },
    () => refused.refuse(checkSignIn(getValues())),
  )

  return (
    <Stack gap="large">
      <form noValidate method="dialog" onSubmit={(event) => void submit(event)}>
        <Stack gap="large">
          <ErrorSummary
            title={text.page.problems}
            problems={refused.problems.map(({ code, field }) => ({ field, text: signInMessage(code, language) }))}
            submitCount={refused.count}
          />
          <TextField
            {...register('username')}
            label={text.password.username}
            maxLength={maxUsernameLength}
            autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={errorOf('username')}
          />
          <PasswordField
            {...register('password')}
            label={text.password.password}
            words={text.password.words}
            allowPaste={allowPasswordPasting}
            maxLength={maxPasswordLength}
            autoComplete="current-password"
            error={errorOf('password')}
          />
          <Button
            type="submit"
            fullWidth
            busy={busyWith === 'form'}
            busyLabel={text.password.busy}
            onMouseDown={keepFocus}
          >
            {text.password.submit}
          </Button>
        </Stack>
      </form>
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
