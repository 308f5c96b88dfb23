import type { BodyOf } from '@coopline/contract/endpoint'
import type { registration } from '@coopline/contract/identity/registration/registration.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { checkRegistration } from '@coopline/rules/identity/registration/check-registration'
import { registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { passwordMessage } from '@coopline/rules/identity/password/password.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { type Refusal, refusal } from '../../../platform/refusal.ts'
import { findGuessable } from '../../../platform/secrets/find-guessable.ts'
import { listEmails } from './registration.store.ts'

/** The body that the registration form sends. */
export type RegistrationRequest = BodyOf<typeof registration.register>

/**
 * Runs the rules of the registration form again, and those that only the server can check: the offered questions and options, and the
 * common passwords. The browser does not send the confirmations.
 *
 * @throws Refused with every problem, each with its field.
 */
export async function checkRegistrationRequest(
  deps: Pick<Deps, 'db' | 'settings'>,
  request: RegistrationRequest,
): Promise<void> {
  const settings = deps.settings.current()
  const isOffered = settings.secretQuestions.some(({ id, visible }) => visible && id === request.secQuestion)
  const form = {
    ...request,
    cnfemail: request.email,
    cnfpassword: request.password,
    secQuestion: isOffered ? request.secQuestion : '',
  }
  const emailsOnFile = await listEmails(deps.db, request.memberNumber)
  const rule = { keyEmailTwice: false, strictEmailEnding: settings.STRICT_EMAIL_ENDING, emailsOnFile }
  const problems: Refusal[] = checkRegistration(form, rule)
    // Without a password, its confirmation is not reported too. The browser does not send it.
    .filter(({ field }) => field !== 'cnfpassword')
    .map((problem) => refusal(registrationMessage, { code: problem.code }, problem.field))
  for (const field of notOffered(settings, request)) {
    problems.push(refusal(registrationMessage, { code: 'not-offered' }, field))
  }
  if (!problems.some(({ field }) => field === 'password')) {
    const guessable = await findGuessable(request.password, {
      cooperativeName: settings.coopName,
      username: request.loginId,
      accountNumbers: [request.accountNumber],
    })
    if (guessable !== null) problems.push(refusal(passwordMessage, guessable))
  }
  if (problems.length > 0) throw new Refused(...problems)
}

/** Lists chosen options that the cooperative does not offer (REQ-D-076). */
function notOffered(settings: Settings, request: RegistrationRequest): readonly string[] {
  const { paperlessOptions: paperless, marketingSignup } = settings
  const offered = {
    hasOptedForPaperlessBilling: paperless === 'BILL' || paperless === 'BOTH',
    hasOptedForPaperlessOther: paperless === 'OTHER' || paperless === 'BOTH',
    areMarketingEmailsAllowed: marketingSignup,
  }
  return (Object.keys(offered) as (keyof typeof offered)[]).filter((field) => request[field] && !offered[field])
}
