import {
  checkNewPassword,
  type NewPasswordForm,
  type NewPasswordProblem,
} from '@coopline/rules/password/check-password'
import { passwordMessage } from '@coopline/rules/password/password.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { byRules } from '../../portal/by-rules.ts'
import { call } from '../../portal/call.ts'
import { CallFailed } from '../../portal/call-failed.ts'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { type FieldRefusal, fieldRefusals } from '../../portal/field-refusals.ts'
import { keepFocus } from '../../portal/keep-focus.ts'
import { NewPasswordFields } from '../../portal/new-password-fields.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useSingleFlight } from '../../portal/use-single-flight.ts'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'

interface ResetFormProps {
  readonly otc: string
  readonly memberName: string
  readonly onDone: (message: string) => void
}

type Field = NewPasswordProblem['field']
type SaidProblem = NewPasswordProblem | FieldRefusal<Field>

/** The code of a reset that has succeeded (FP-12). */
const passwordWasReset = 2011

const fields: readonly Field[] = ['password', 'cnfpassword']

/** A new password for the member whose link it is. */
export function ResetForm({ otc, memberName, onDone }: ResetFormProps) {
  const { forgotten, noAnswer, reset: text } = useText('credentialRecovery')
  const { language } = useLanguage()
  const { control, formState, getValues, handleSubmit, register, setError, setFocus } = useForm<NewPasswordForm>({
    resolver: byRules(checkNewPassword),
    defaultValues: { password: '', cnfpassword: '' },
    mode: 'onBlur',
    shouldFocusError: false,
  })
  const typed = useWatch({ control, name: 'password' })
  const refused = useSubmitErrors<SaidProblem>(setFocus)
  const { isBusy, run } = useSingleFlight()
  const [error, setFailure] = useState<unknown>(null)
  const [refusedBecause, setRefusedBecause] = useState<string | null>(null)
  const refusals = fieldRefusals(error, fields)

  const { refuse } = refused
  useEffect(() => {
    const told = fieldRefusals(error, fields)
    for (const { field, message } of told) setError(field, { type: 'server', message })
    if (told.length > 0) refuse(told)
  }, [error, refuse, setError])

  const say = (problem: SaidProblem) => ('message' in problem ? problem.message : passwordMessage(problem, language))
  const errorOf = (field: Field) => {
    const found = formState.errors[field]
    if (found?.message !== undefined && found.message !== '') return found.message
    const problem = found && checkNewPassword(getValues()).find((other) => other.field === field)
    return problem && say(problem)
  }
  const submit = handleSubmit(
    (form) => {
      refused.accept()
      const body = { ...form, membername: memberName, otc }
      run(async (signal) => {
        setFailure(null)
        setRefusedBecause(null)
        const answer = await call('POST /v3/reset-password', { body, signal })
        if (answer.code === passwordWasReset) onDone(answer.message)
        else setRefusedBecause(answer.message)
      }, setFailure)
    },
    () => refused.refuse(checkNewPassword(getValues())),
  )

  return (
    <>
      {refusals.length === 0 && (
        <FailureAlert error={error} focusOnMount>
          {!(error instanceof CallFailed) && <p>{noAnswer}</p>}
        </FailureAlert>
      )}
      {refusedBecause !== null && <Alert tone="error" title={refusedBecause} focusOnMount />}
      <Card>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Stack gap="large">
            <ErrorSummary
              title={forgotten.problems}
              problems={refused.problems.map((problem) => ({ field: problem.field, text: say(problem) }))}
              submitCount={refused.count}
            />
            <TextField label={text.memberName} name="membername" value={memberName} readOnly />
            <NewPasswordFields
              password={register('password', { deps: 'cnfpassword' })}
              confirm={register('cnfpassword')}
              typed={typed}
              passwordError={errorOf('password')}
              confirmError={errorOf('cnfpassword')}
              known={memberName}
            />
            <div>
              <Button type="submit" busy={isBusy} busyLabel={text.busy} onMouseDown={keepFocus}>
                {text.submit}
              </Button>
            </div>
          </Stack>
        </form>
      </Card>
    </>
  )
}
