import type { Language } from '@coopline/rules/kernel/problem'
import { registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { RuleRefused } from '../../../platform/errors.ts'

type RegistrationProblem = Parameters<typeof registrationMessage>[0] & { readonly field?: string }

/** Refuses problems. @throws RuleRefused with the sentence of each problem, if there are any. */
export function refuseProblems(problems: readonly RegistrationProblem[], language: Language): void {
  if (problems.length === 0) return
  throw new RuleRefused(
    problems.map(({ code, field }) => ({
      code,
      message: registrationMessage({ code }, language),
      ...(field === undefined ? {} : { field }),
    })),
  )
}
