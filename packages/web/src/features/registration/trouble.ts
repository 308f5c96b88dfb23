import { CallFailed, NoAnswer } from '../../portal/call-failed.ts'

/** Why a stage cannot be left. A new object for every failure, so that each is said. */
export interface Trouble {
  readonly kind: 'refused' | 'code-refused' | 'no-answer' | 'verification-over'
  readonly error: unknown
}

export function troubleOf(error: unknown, during: Trouble['kind'] = 'refused'): Trouble {
  return { kind: error instanceof NoAnswer ? 'no-answer' : during, error }
}

/** The registration took longer than its token is good for. */
export const isVerificationOver = (error: unknown): boolean => error instanceof CallFailed && error.status === 401
