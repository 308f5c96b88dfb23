import { paths } from '@coopline/contract/paths'
import { checkNewPassword } from '@coopline/rules/identity/password/check-password'
import { isVerificationCode, verificationCodeLength } from '@coopline/rules/identity/registration/is-verification-code'
import { type RegistrationProblem } from '@coopline/rules/identity/registration/check-registration'
import { registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { maxUsernameLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { checkUsername } from '@coopline/rules/identity/username/check-username'
import { DigitsField } from '@coopline/ui/digits-field'
import { TextField } from '@coopline/ui/text-field'
import { useNavigate } from 'react-router'
import { NewPasswordFields } from '../../../portal/form/new-password-fields.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { type TextProps, useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSend } from '../../../portal/call/use-send.ts'

/** Accepts with the login that is signed in. */
export function AcceptForm({ token, memberNumber }: { readonly token: string; readonly memberNumber: string }) {
  const { accept: text } = useText('sharedAccess')
  const navigate = useNavigate()
  const session = useMemberRead('GET /v3/session', {})
  const accept = useMemberSend('POST /v3/members/{memberNumber}/shared-with-me')
  const onSuccess = () => void navigate(paths.sharedWithMe({ accepted: 'true' }))
  const form = useRuleForm(
    () => [],
    () => '',
    {
      start: { code: '' },
      onSubmit: ({ code }) => {
        if (isVerificationCode(code)) accept.mutate({ params: { memberNumber }, body: { token, code } }, { onSuccess })
      },
      error: accept.error,
      fields: ['code'],
    },
  )
  const disabledReason = isVerificationCode(form.values.code) ? undefined : text.incomplete
  return (
    <PortalForm
      form={form}
      busy={accept.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy, disabledReason }}
    >
      <p>{session.data === undefined ? text.signedIn : text.signedInAs(session.data.userName)}</p>
      <CodeField input={form.text('code')} />
    </PortalForm>
  )
}

interface NewLogin {
  readonly code: string
  readonly username: string
  readonly password: string
  readonly cnfpassword: string
}

type Problem = { readonly code: RegistrationProblem['code'] | 'code-wrong'; readonly field: keyof NewLogin }

function checkNewLogin(values: NewLogin): readonly Problem[] {
  const username = checkUsername(values.username)
  return [
    ...(isVerificationCode(values.code) ? [] : [{ code: 'code-wrong', field: 'code' } as const]),
    ...(username === null ? [] : [{ code: username, field: 'username' } as const]),
    ...checkNewPassword(values),
  ]
}

/** Accepts with a new login, for a person without an online account. */
export function RegisterForm({ token, onCreated }: { readonly token: string; readonly onCreated: () => void }) {
  const { accept: text } = useText('sharedAccess')
  const register = useSend('POST /v3/shared-access/register', { onSuccess: onCreated })
  const form = useRuleForm<NewLogin, Problem>(
    checkNewLogin,
    (problem, language) =>
      problem.code === 'code-wrong' ? text.incomplete : registrationMessage({ code: problem.code }, language),
    {
      start: { code: '', username: '', password: '', cnfpassword: '' },
      onSubmit: ({ code, username, password }) => register.mutate({ body: { token, code, username, password } }),
      error: register.error,
      fields: ['code', 'username', 'password'],
      fieldByCode: { 'username-taken': 'username' },
    },
  )
  return (
    <PortalForm
      form={form}
      busy={register.isPending}
      error={form.failure}
      submit={{ label: text.create, busyLabel: text.creating }}
    >
      <CodeField input={form.text('code')} />
      <TextField
        {...form.text('username')}
        label={text.username}
        hint={text.usernameHint}
        maxLength={maxUsernameLength}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <NewPasswordFields
        password={form.text('password')}
        confirm={form.text('cnfpassword')}
        known={form.values.username}
      />
    </PortalForm>
  )
}

function CodeField({ input }: { readonly input: TextProps }) {
  const { accept: text } = useText('sharedAccess')
  return (
    <DigitsField
      {...input}
      label={text.code}
      hint={text.codeHint}
      maxDigits={verificationCodeLength}
      autoComplete="one-time-code"
    />
  )
}
