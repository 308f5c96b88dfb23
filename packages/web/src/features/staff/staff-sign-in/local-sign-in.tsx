import { appCodeLength, maxPasswordLength, maxUsernameLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { checkStaffSignIn } from '@coopline/rules/staff/staff-sign-in/check-staff-sign-in'
import { staffSignInMessage } from '@coopline/rules/staff/staff-sign-in/staff-sign-in.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DigitsField } from '@coopline/ui/digits-field'
import { PasswordField } from '@coopline/ui/password-field'
import { TextField } from '@coopline/ui/text-field'
import { useLocation } from 'react-router'
import { useEffect } from 'react'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { isRecord } from '../../../portal/call/is-record.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { keepStoredStaff } from '../../../portal/staff/staff-session.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSend } from '../../../portal/call/use-send.ts'
import styles from './staff-sign-in.module.css'

/** Signs staff in by a local login, always by password and authenticator app. */
export function LocalSignIn() {
  const { signIn: text } = useText('staffSignIn')
  const { words } = useText('signIn').password
  const { state }: { readonly state: unknown } = useLocation()
  const send = useSend('POST /v3/staff/session', { onSuccess: keepStoredStaff })
  const { error } = send
  const form = useRuleForm(checkStaffSignIn, ({ code }, language) => staffSignInMessage(code, language), {
    start: { username: '', password: '', code: '' },
    onSubmit: (values) => send.mutate({ body: values }, { onError: () => form.change({ password: '', code: '' }) }),
    firstCheck: 'submit',
  })
  const { focus } = form
  useEffect(() => {
    if (error !== null) focus('password')
  }, [error, focus])
  const isSetUp = isRecord(state) && state['isSetUp'] === true

  return (
    <>
      {isSetUp && error === null && <Alert tone="success" title={text.isSetUp} />}
      <FailureAlert error={error} />
      <Card>
        <PortalForm
          form={form}
          busy={send.isPending}
          error={null}
          submit={{ label: text.submit, busyLabel: text.busy, fullWidth: true }}
        >
          <TextField
            {...form.text('username')}
            label={text.username}
            maxLength={maxUsernameLength}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <PasswordField
            {...form.text('password')}
            label={text.password}
            words={words}
            allowPaste
            maxLength={maxPasswordLength}
            autoComplete="current-password"
          />
          <DigitsField
            {...form.text('code')}
            label={text.code}
            hint={text.codeHint}
            maxDigits={appCodeLength}
            autoComplete="one-time-code"
          />
        </PortalForm>
      </Card>
      <p className={styles.lost}>{text.lost}</p>
    </>
  )
}
