import type { Calls } from '@coopline/contract/calls'
import { paths } from '@coopline/contract/paths'
import type { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { minStaffPasswordLength } from '@coopline/rules/identity/password/check-password'
import { appCodeLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { checkStaffCode, checkStaffPassword } from '@coopline/rules/staff/staff-sign-in/check-staff-sign-in'
import { staffPasswordMessage, staffSignInMessage } from '@coopline/rules/staff/staff-sign-in/staff-sign-in.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DigitsField } from '@coopline/ui/digits-field'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AppKey } from '../../../portal/page/app-key.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { NewPasswordFields } from '../../../portal/form/new-password-fields.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSend } from '../../../portal/call/use-send.ts'
import styles from './staff-sign-in.module.css'

const beginLine = 'POST /v3/staff/set-up/begin' satisfies (typeof staffSignIn)['beginSetUp']['call']

/** Sets the password and the authenticator app of a staff login, by its one-time link. */
export function StaffSetUpPage() {
  const { setUp: text } = useText('staffSignIn')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => hash.replace('#', ''))
  // What sets a password does not stay in the address or the history: from here on it is in memory alone.
  useEffect(() => {
    if (hash !== '') void navigate({ hash: '' }, { replace: true, state: { samePage: true } })
  }, [hash, navigate])
  return (
    <div className={styles.page}>
      <PageHeading title={text.heading} />
      {token === '' ? <Alert tone="info" title={text.noLink} /> : <Link token={token} />}
    </div>
  )
}

function Link({ token }: { readonly token: string }) {
  const { setUp: text } = useText('staffSignIn')
  const begun = useRead(beginLine, { body: { token } })
  return (
    <Loaded query={begun} loading={text.checking} height="40rem">
      {(data) => <SetUpForm token={token} data={data} />}
    </Loaded>
  )
}

const fields = ['password', 'cnfpassword', 'code'] as const

interface SetUpFormProps {
  readonly token: string
  readonly data: Calls[typeof beginLine]['answer']
}

function SetUpForm({ token, data }: SetUpFormProps) {
  const { setUp: text } = useText('staffSignIn')
  const navigate = useNavigate()
  const send = useSend('POST /v3/staff/set-up', {
    onSuccess: () => void navigate(paths.staffSignIn(), { replace: true, state: { isSetUp: true } }),
  })
  const { error } = send
  const form = useRuleForm(
    (values: { readonly password: string; readonly cnfpassword: string; readonly code: string }) => [
      ...checkStaffPassword(values),
      ...checkStaffCode(values),
    ],
    (problem, language) =>
      problem.code === 'code-incomplete'
        ? staffSignInMessage(problem.code, language)
        : staffPasswordMessage(problem, language),
    {
      start: { password: '', cnfpassword: '', code: '' },
      onSubmit: (values) => {
        send.mutate({ body: { token, ...values } })
      },
      error,
      fields,
    },
  )
  return (
    <PortalForm
      form={form}
      busy={send.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy }}
    >
      <Card title={text.app}>
        <Stack>
          <p>{text.appMore}</p>
          <AppKey data={data} />
        </Stack>
      </Card>
      <Card title={text.password}>
        <Stack gap="large">
          <TextField label={text.username} name="username" value={data.username} autoComplete="username" readOnly />
          <NewPasswordFields
            password={form.text('password')}
            confirm={form.text('cnfpassword')}
            known={data.username}
            minLength={minStaffPasswordLength}
          />
        </Stack>
      </Card>
      <Card title={text.finish}>
        <DigitsField {...form.text('code')} label={text.code} maxDigits={appCodeLength} autoComplete="one-time-code" />
      </Card>
    </PortalForm>
  )
}
