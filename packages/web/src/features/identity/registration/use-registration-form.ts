import { checkRegistration, type RegistrationProblem } from '@coopline/rules/identity/registration/check-registration'
import { registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { call } from '../../../portal/call/call.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { useAvailability, type Verdict } from '../../../portal/call/use-availability.ts'
import { type RuleForm, useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { fieldByCode, formFields } from './failure.ts'
import type { TypedRegistration, Verified } from './registration-state.ts'
import type { Registration } from './use-registration.ts'

interface Problem {
  readonly field: RegistrationProblem['field']
  readonly code: RegistrationProblem['code'] | 'username-taken'
}

const nothingTyped: Omit<TypedRegistration, 'email'> = {
  loginId: '',
  cnfemail: '',
  emailCode: '',
  password: '',
  cnfpassword: '',
  secQuestion: '',
  secAnswer: '',
  hasOptedForPaperlessBilling: false,
  hasOptedForPaperlessOther: false,
  areMarketingEmailsAllowed: false,
  paperlessConfirmText: false,
}

interface RegistrationFormState {
  readonly form: RuleForm<TypedRegistration>
  /** The verdict on the typed username; `undefined` before the server has given one. */
  readonly verdict: Verdict | undefined
  readonly checkUsername: () => void
}

/** The registration form, checked by its rules and by what the server knows of the username. */
export function useRegistrationForm(registration: Registration, verified: Verified): RegistrationFormState {
  const { keyEmailTwice, STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  const { draft, failure } = registration.state
  const bearer = verified.registrationToken
  const availability = useAvailability(
    (username) => call('GET /v3/registration/usernames/{username}/availability', { params: { username }, bearer }),
    registration.tell,
  )
  const check = (values: TypedRegistration): readonly Problem[] => {
    const isTaken = availability.verdictOf(values.loginId) === 'taken'
    const found = checkRegistration(values, { keyEmailTwice, strictEmailEnding, emailsOnFile: [verified.email] })
    return isTaken ? [{ field: 'loginId', code: 'username-taken' }, ...found] : found
  }
  const form = useRuleForm(check, registrationMessage, {
    start: { ...nothingTyped, email: verified.email, ...draft },
    onSubmit: registration.register,
    error: failure?.kind === 'fields-refused' ? failure.error : null,
    fields: formFields,
    fieldByCode,
  })
  const { loginId } = form.values
  return { form, verdict: availability.verdictOf(loginId), checkUsername: () => availability.check(loginId) }
}
