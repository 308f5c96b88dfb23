import { CallFailed, NoAnswer } from '../../../portal/call/call-failed.ts'
import { hasHandOff } from './quick-pay.calls.ts'

/** A call of the wizard. */
export type WizardCall = 'verify' | 'settings' | 'pay'

/**
 * A failed call and what it means to the payer; the alert says the documented sentence for the error and, by kind, what
 * to do about it.
 */
export interface Failure {
  readonly kind: 'refused' | 'not-verified' | 'session-ended' | 'no-answer' | 'pay-no-answer' | 'figures-changed'
  readonly error: unknown
  /** The payer was handed off to the provider before, and may have paid there. */
  readonly mayBePaid: boolean
}

export const paymentFailure = (error: unknown, during: WizardCall): Failure => ({
  kind: kindOf(error, during),
  error,
  mayBePaid: hasHandOff(),
})

function kindOf(error: unknown, during: WizardCall): Failure['kind'] {
  if (error instanceof NoAnswer) return during === 'pay' ? 'pay-no-answer' : 'no-answer'
  if (!(error instanceof CallFailed)) return 'refused'
  if (error.status === 401) return during === 'verify' ? 'not-verified' : 'session-ended'
  return error.status === 409 && during === 'pay' ? 'figures-changed' : 'refused'
}
