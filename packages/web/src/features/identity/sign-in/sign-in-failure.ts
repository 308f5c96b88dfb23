import { CallFailed, NoAnswer } from '../../../portal/call/call-failed.ts'
import { NoPasskey } from './no-passkey.ts'

/** The reason that a sign-in failed. A new object for every failure, so that each is announced. */
export type SignInFailure =
  | { readonly kind: 'refused' | 'no-answer' | 'over'; readonly error: unknown }
  | { readonly kind: 'no-account' | 'no-passkey' | 'hand-off-failed' }

export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof NoPasskey) return { kind: 'no-passkey' }
  if (error instanceof NoAnswer) return { kind: 'no-answer', error }
  // The second step has expired: the sign-in restarts with the password.
  const isOver = error instanceof CallFailed && error.errors.some(({ code }) => code === 'second-step-over')
  return { kind: isOver ? 'over' : 'refused', error }
}
