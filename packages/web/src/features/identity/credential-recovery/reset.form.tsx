import { checkNewPassword, type NewPasswordProblem } from '@coopline/rules/identity/password/check-password'
import { passwordMessage } from '@coopline/rules/identity/password/password.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { TextField } from '@coopline/ui/text-field'
import { useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { NewPasswordFields } from '../../../portal/form/new-password-fields.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'

interface ResetFormProps {
  readonly otc: string
  readonly memberName: string
  readonly onDone: (message: string) => void
}

/** The code of a reset that has succeeded (FP-12). */
const passwordWasReset = 2011

const fields: readonly NewPasswordProblem['field'][] = ['password', 'cnfpassword']

/** A new password for the member whose link it is. */
export function ResetForm({ otc, memberName, onDone }: ResetFormProps) {
  const { noAnswer, reset: text } = useText('credentialRecovery')
  const { isBusy, run } = useSingleFlight()
  const [error, setError] = useState<unknown>(null)
  const [refusedBecause, setRefusedBecause] = useState<string | null>(null)
  const form = useRuleForm(checkNewPassword, passwordMessage, {
    start: { password: '', cnfpassword: '' },
    onSubmit: (values) =>
      run(async (signal) => {
        setError(null)
        setRefusedBecause(null)
        const body = { ...values, membername: memberName, otc }
        const answer = await call('POST /v3/reset-password', { body, signal })
        if (answer.code === passwordWasReset) onDone(answer.message)
        else setRefusedBecause(answer.message)
      }, setError),
    error,
    fields,
  })
  return (
    <>
      <FailureAlert error={form.failure} focusOnMount>
        {!(error instanceof CallFailed) && <p>{noAnswer}</p>}
      </FailureAlert>
      {refusedBecause !== null && <Alert tone="error" title={refusedBecause} focusOnMount />}
      <Card>
        <PortalForm form={form} busy={isBusy} error={null} submit={{ label: text.submit, busyLabel: text.busy }}>
          <TextField label={text.memberName} name="membername" value={memberName} readOnly />
          <NewPasswordFields password={form.text('password')} confirm={form.text('cnfpassword')} known={memberName} />
        </PortalForm>
      </Card>
    </>
  )
}
