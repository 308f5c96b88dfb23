import type { RegistrationProblem } from '@coopline/rules/identity/registration/check-registration'
import { CallFailed, NoAnswer } from '../../../portal/call/call-failed.ts'

/** The reason that a stage cannot be left. A new object for every failure, so that each is said. */
export interface Failure {
  readonly kind:
    | 'refused'
    | 'unavailable'
    | 'check-failed'
    | 'code-refused'
    | 'fields-refused'
    | 'no-answer'
    | 'verification-over'
  readonly error: unknown
}

export function registrationFailure(error: unknown, during: Failure['kind'] = 'refused'): Failure {
  if (error instanceof NoAnswer) return { kind: 'no-answer', error }
  return { kind: during === 'refused' && !isRefusal(error) ? 'unavailable' : during, error }
}

/** True for a refusal that a retry would meet again. Other failures are temporary. */
const isRefusal = (error: unknown): boolean => error instanceof CallFailed && [400, 404, 409].includes(error.status)

/** The registration's token expired. */
export const isVerificationOver = (error: unknown): boolean => error instanceof CallFailed && error.status === 401

type FormField = RegistrationProblem['field'] | 'emailCode'

/** The fields of the registration form that the server may refuse. */
export const formFields: readonly FormField[] = [
  'loginId',
  'email',
  'cnfemail',
  'emailCode',
  'password',
  'cnfpassword',
  'secQuestion',
  'secAnswer',
  'paperlessConfirmText',
]

export const fieldByCode = { 'username-taken': 'loginId' } as const
