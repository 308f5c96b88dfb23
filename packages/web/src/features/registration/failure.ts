import type { RegistrationProblem } from '@coopline/rules/registration/check-registration'
import { CallFailed, NoAnswer } from '../../portal/call-failed.ts'

/** Why a stage cannot be left. A new object for every failure, so that each is said. */
export interface Failure {
  readonly kind: 'refused' | 'code-refused' | 'fields-refused' | 'no-answer' | 'verification-over'
  readonly error: unknown
}

export function toFailure(error: unknown, during: Failure['kind'] = 'refused'): Failure {
  return { kind: error instanceof NoAnswer ? 'no-answer' : during, error }
}

/** The registration's token expired. */
export const isVerificationOver = (error: unknown): boolean => error instanceof CallFailed && error.status === 401

type FormField = RegistrationProblem['field']

/** The fields of the registration form that the server may refuse. */
export const formFields: readonly FormField[] = [
  'loginId',
  'email',
  'cnfemail',
  'password',
  'cnfpassword',
  'secQuestion',
  'secAnswer',
  'paperlessConfirmText',
]

export const fieldByCode = { 'username-taken': 'loginId' } as const
