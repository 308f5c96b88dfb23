import { maxPasswordLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { signInMessage } from '@coopline/rules/identity/sign-in/sign-in.messages'
import { PasswordField } from '@coopline/ui/password-field'
import { CallFailed } from '../../portal/call/call-failed.ts'
import { CodeField, CodeKindButton, type CodeValues, noCode, wholeCode } from '../../portal/form/code-entry.tsx'
import { FormDialog } from '../../portal/form/form.dialog.tsx'
import { useSession } from '../../portal/session/session.tsx'
import { useSite } from '../../portal/page/site.tsx'
import { changeStoredUser } from '../../portal/session/stored-user.ts'
import { useText } from '../../portal/text/text.tsx'
import { useMemberSend } from '../../portal/call/use-member-send.ts'
import { type RuleForm, useRuleForm } from '../../portal/form/use-rule-form.ts'

export interface StepUpDialogProps {
  readonly onEnd: (isProven: boolean) => void
}

interface Proof extends CodeValues {
  readonly password: string
}

type Lack = { readonly field: 'password' } | { readonly field: 'code'; readonly ofRecovery: boolean }

const hasCode = (error: unknown, wanted: string): boolean =>
  error instanceof CallFailed && error.errors.some(({ code }) => code === wanted)

/** Asks for the password, and for a code if the member has an authenticator app, before something that a thief would do. */
export function StepUpDialog({ onEnd }: StepUpDialogProps) {
  const text = useText('stepUp')
  const { password } = useText('signIn')
  const { allowPasswordPasting } = useSite().settings
  const { form, hasApp, isBusy, error } = useProof(onEnd)
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={text.cancel}
      onCancel={() => onEnd(false)}
      busy={isBusy}
      error={error}
      submit={{ label: text.submit, busyLabel: text.busy }}
    >
      <p>{hasApp ? text.leadWithCode : text.lead}</p>
      <PasswordField
        {...form.text('password')}
        label={password.password}
        words={password.words}
        allowPaste={allowPasswordPasting}
        maxLength={maxPasswordLength}
        autoComplete="current-password"
      />
      {hasApp && (
        <div>
          <CodeField form={form} />
          <CodeKindButton form={form} />
        </div>
      )}
    </FormDialog>
  )
}

/** Holds the typed proof and the call that verifies it. */
function useProof(onEnd: (isProven: boolean) => void) {
  const { code: text } = useText('signIn')
  const { member } = useSession()
  const send = useMemberSend('POST /v3/session/step-up', {
    onSuccess: ({ accessToken }) => {
      changeStoredUser(member?.memberNumber, { accessToken })
      onEnd(true)
    },
  })
  // An app that was set up in another browser is not known here until its code is missed.
  const hasApp = member?.memberMfaEnabled === true || hasCode(send.error, 'wrong-code')

  const fail = (error: unknown) => {
    // The session is over: the login page says so.
    if (error instanceof CallFailed && error.status === 401) {
      onEnd(false)
      return
    }
    form.change({ code: '' })
    if (hasCode(error, 'wrong-code')) form.focus('code')
    else {
      const input = form.focus('password')
      if (input instanceof HTMLInputElement) input.select()
    }
  }
  const check = (proof: Proof): readonly Lack[] => {
    if (proof.password === '') return [{ field: 'password' }]
    return hasApp && wholeCode(proof) === null ? [{ field: 'code', ofRecovery: proof.usesRecovery }] : []
  }
  const start: Proof = { ...noCode, password: '' }
  const form: RuleForm<Proof> = useRuleForm(
    check,
    (lack: Lack, language) => {
      if (lack.field === 'password') return signInMessage('password-missing', language)
      return lack.ofRecovery ? text.recoveryIncomplete : text.codeIncomplete
    },
    {
      start,
      onSubmit: (proof) => {
        const code = wholeCode(proof)
        send.mutate({ body: { password: proof.password, ...(hasApp && code !== null && { code }) } }, { onError: fail })
      },
      firstCheck: 'submit',
    },
  )
  return { form, hasApp, isBusy: send.isPending, error: send.error }
}
