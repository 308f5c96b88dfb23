import {
  checkRegistration,
  type RegistrationForm,
  type RegistrationProblem,
} from '@coopline/rules/registration/check-registration'
import { registrationMessage } from '@coopline/rules/registration/registration.messages'
import { useEffect } from 'react'
import { useForm, type UseFormSetError, useWatch } from 'react-hook-form'
import { byRules } from '../../portal/by-rules.ts'
import { call } from '../../portal/call.ts'
import { useSite } from '../../portal/site.tsx'
import { useLanguage } from '../../portal/text.tsx'
import { type Availability, useAvailability } from '../../portal/use-availability.ts'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'
import { draftOf } from './registration.calls.ts'
import type { Verified } from './registration-state.ts'
import { formRefusals, type Failure } from './failure.ts'
import type { Registration } from './use-registration.ts'

type Field = RegistrationProblem['field']
/** A problem by its code, which is said in the language on the screen, or in the server's own words. */
type SaidProblem =
  | { readonly field: Field; readonly message: string }
  | { readonly field: Field; readonly code: RegistrationProblem['code'] | 'username-taken' }

const nothingTyped: Omit<RegistrationForm, 'email'> = {
  loginId: '',
  cnfemail: '',
  password: '',
  cnfpassword: '',
  secQuestion: '',
  secAnswer: '',
  hasOptedForPaperlessBilling: false,
  hasOptedForPaperlessOther: false,
  areMarketingEmailsAllowed: false,
  paperlessConfirmText: false,
}

/** The registration form: judged by its rules and by what the server knows of the user name. */
export function useRegistrationForm(registration: Registration, verified: Verified) {
  const { language } = useLanguage()
  const { keyEmailTwice, STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  const { draft, failure } = registration.state
  const availability = useNameCheck(verified, registration.tell)

  const check = (form: RegistrationForm): readonly Extract<SaidProblem, { code: string }>[] => {
    const isTaken = availability.verdictOf(form.loginId) === 'taken'
    const found = checkRegistration(form, { keyEmailTwice, strictEmailEnding })
    return isTaken ? [{ field: 'loginId', code: 'username-taken' }, ...found] : found
  }
  const form = useForm<RegistrationForm>({
    resolver: byRules(check),
    defaultValues: { ...nothingTyped, email: verified.email, ...draft },
    mode: 'onBlur',
    shouldFocusError: false,
  })
  const { control, formState, getValues, handleSubmit, setError, setFocus, trigger } = form
  const values = { ...getValues(), ...useWatch({ control }) }
  const { problems, count, refuse, accept } = useSubmitErrors<SaidProblem>(setFocus)
  const verdict = availability.verdictOf(values.loginId)

  useEffect(() => {
    if (verdict === 'taken') void trigger('loginId')
  }, [verdict, trigger])
  useServerRefusals(failure, setError, refuse)

  const say = (problem: SaidProblem) =>
    'message' in problem ? problem.message : registrationMessage({ code: problem.code }, language)
  return {
    form,
    values,
    verdict,
    checkAvailability: () => availability.check(getValues('loginId')),
    errorOf: (field: Field): string | undefined => {
      const error = formState.errors[field]
      if (error?.message !== undefined && error.message !== '') return error.message
      const problem = error && check(getValues()).find((found) => found.field === field)
      return problem && say(problem)
    },
    summary: problems.map((problem) => ({ field: problem.field, text: say(problem) })),
    refusals: count,
    submit: handleSubmit(
      (filled) => {
        accept()
        registration.register(filled)
      },
      () => refuse(check(getValues())),
    ),
    stepBack: () => registration.stepBack(draftOf(getValues())),
  }
}

const useNameCheck = ({ registrationToken: bearer }: Verified, onFailure: (error: unknown) => void): Availability =>
  useAvailability(
    (username) => call('GET /v3/registration/usernames/{username}/availability', { params: { username }, bearer }),
    onFailure,
  )

/** Puts what the server says about fields to them, once for each refusal. */
function useServerRefusals(
  failure: Failure | null,
  setError: UseFormSetError<RegistrationForm>,
  refuse: (problems: readonly SaidProblem[]) => void,
): void {
  useEffect(() => {
    const told = failure?.kind === 'fields-refused' ? formRefusals(failure.error) : []
    for (const { field, message } of told) setError(field, { type: 'server', message })
    if (told.length > 0) refuse(told)
  }, [failure, setError, refuse])
}
