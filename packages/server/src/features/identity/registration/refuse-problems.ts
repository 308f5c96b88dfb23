import { registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'

type RegistrationProblem = Parameters<typeof registrationMessage>[0] & { readonly field?: string }

/** Refuses problems. @throws Refused with the sentence of each problem, if there are any. */
export function refuseProblems(problems: readonly RegistrationProblem[]): void {
  if (problems.length === 0) return
  throw new Refused(...problems.map(({ code, field }) => refusal(registrationMessage, { code }, field)))
}
