import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type {
  QuickPaySettingsAnswer,
  QuickPayVerification,
} from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { VerifyAccountForm } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import type { PaymentChoice } from '../../../portal/paying/pay-account.form.tsx'
import type { StoredHandOff, PaymentAttempt } from './quick-pay.calls.ts'
import type { Failure } from './failure.ts'

interface PayStage {
  readonly verification: QuickPayVerification
  readonly settings: QuickPaySettingsAnswer
  /** The earlier choice, when the step is shown again; `null` for the defaults. */
  readonly choice: PaymentChoice | null
}

export type Stage =
  | { readonly at: 'account' }
  | { readonly at: 'verify'; readonly verification: QuickPayVerification }
  | ({ readonly at: 'pay' } & PayStage)
  | ({ readonly at: 'hand-off'; readonly requisition: Requisition } & PayStage)
  /** Back from the provider's page; the pay step is on its way. */
  | { readonly at: 'returning' }

export interface WizardState {
  readonly stage: Stage
  readonly failure: Failure | null
  /** A call is under way. */
  readonly busy: boolean
  /** The credentials that passed step 1, to verify again when the figures have changed. */
  readonly credentials: VerifyAccountForm | null
  /** The payment that was sent last. */
  readonly attempt: PaymentAttempt | null
  /** Grows whenever a stage begins, so that its form starts afresh. */
  readonly turn: number
}

export type WizardEvent =
  | { readonly type: 'sent'; readonly attempt: PaymentAttempt | null }
  | { readonly type: 'failed'; readonly failure: Failure }
  | {
      readonly type: 'verified'
      readonly verification: QuickPayVerification
      readonly credentials: VerifyAccountForm
    }
  | ({ readonly type: 'loaded'; readonly failure: Failure | null } & PayStage)
  | { readonly type: 'handed-off'; readonly requisition: Requisition; readonly choice: PaymentChoice }
  | { readonly type: 'came-back' }
  | { readonly type: 'stepped-back' }
  | { readonly type: 'started-over'; readonly failure: Failure | null }

/** @param handOff the payment from whose page the payer comes back; `null` at step 1. */
export const startState = (handOff: StoredHandOff | null): WizardState => ({
  stage: { at: handOff === null ? 'account' : 'returning' },
  credentials: null,
  attempt: handOff?.attempt ?? null,
  failure: null,
  busy: false,
  turn: 0,
})

/** The wizard's one state machine (QP-02): Account → Verify → Pay → hand-off, and the ways back. */
export function nextState(state: WizardState, event: WizardEvent): WizardState {
  const { stage } = state
  const begin = (next: Stage, failure: Failure | null = null): WizardState => ({
    ...state,
    stage: next,
    failure,
    busy: false,
    turn: state.turn + 1,
  })
  switch (event.type) {
    case 'sent':
      return { ...state, attempt: event.attempt, failure: null, busy: true }
    case 'failed':
      if (stage.at === 'returning') return begin({ at: 'account' }, event.failure)
      return { ...state, failure: event.failure, busy: false }
    case 'verified':
      return { ...begin({ at: 'verify', verification: event.verification }), credentials: event.credentials }
    case 'loaded': {
      const { verification, settings, choice, failure } = event
      return begin({ at: 'pay', verification, settings, choice }, failure)
    }
    case 'handed-off':
      if (stage.at !== 'pay') return state
      return begin({ ...stage, at: 'hand-off', requisition: event.requisition, choice: event.choice })
    case 'came-back': {
      if (stage.at !== 'hand-off') return state
      const { verification, settings, choice } = stage
      return begin({ at: 'pay', verification, settings, choice })
    }
    case 'stepped-back':
      return stage.at === 'pay' ? begin({ at: 'verify', verification: stage.verification }) : state
    case 'started-over':
      break
  }
  return { ...begin({ at: 'account' }, event.failure), credentials: null, attempt: null }
}
