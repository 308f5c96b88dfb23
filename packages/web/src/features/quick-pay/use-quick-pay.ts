import { paths } from '@coopline/contract/paths'
import type { QuickPayVerification } from '@coopline/contract/quick-pay/quick-pay.contract'
import type { VerifyAccountForm } from '@coopline/rules/quick-pay-account/check-verify-account'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../portal/is-record.ts'
import { forgetQuickPay, keepQuickPayToken } from '../../portal/quick-pay-token.ts'
import { useSite } from '../../portal/site.tsx'
import { useSingleFlight } from '../../portal/use-single-flight.ts'
import { type Failure, toFailure, type WizardCall } from './failure.ts'
import { findHandOff, keepHandOff } from './kept-hand-off.ts'
import { loadPayStep } from './lazy-pay-step.ts'
import { paymentAttempt, type PaymentChoice } from './payment-attempt.ts'
import { fetchSettings, fetchVerification, requestPayment } from './quick-pay.calls.ts'
import { nextState, type Stage, startState, type WizardState } from './wizard-state.ts'

export interface QuickPay {
  readonly state: WizardState
  readonly verify: (form: VerifyAccountForm) => void
  readonly openPay: (verification: QuickPayVerification, choice?: PaymentChoice) => void
  readonly pay: (stage: Extract<Stage, { at: 'pay' }>, choice: PaymentChoice) => void
  /** The browser shows the page again as it was: the payer pressed Back on the provider's page. */
  readonly comeBack: () => void
  /** From the pay step to the account. */
  readonly stepBack: () => void
  readonly startOver: () => void
}

/**
 * What the buttons of the wizard do. A page that has just been opened begins at step 1, or returns to the pay step when
 * this history entry is the one from which the payer was handed off.
 */
export function useQuickPay(): QuickPay {
  const { quickPayVerifyTimeoutSeconds } = useSite().settings
  const { state: entry } = useLocation()
  const navigate = useNavigate()
  const [kept] = useState(() => findHandOff(isRecord(entry) ? entry['handedOff'] : undefined))
  const [state, dispatch] = useReducer(nextState, kept, startState)
  const { run, drop } = useSingleFlight()

  const startOver = (failure: Failure | null = null) => {
    drop()
    forgetQuickPay()
    dispatch({ type: 'started-over', failure })
  }
  const fail = (error: unknown, during: WizardCall) => {
    const failure = toFailure(error, during)
    if (failure.kind === 'session-ended') startOver(failure)
    else dispatch({ type: 'failed', failure })
  }
  const fetchVerified = async (form: VerifyAccountForm, signal: AbortSignal) => {
    const verification = await fetchVerification(form, quickPayVerifyTimeoutSeconds * 1000, signal)
    signal.throwIfAborted()
    forgetQuickPay()
    keepQuickPayToken(verification.quickPayToken)
    return verification
  }
  const verify = (form: VerifyAccountForm) => {
    // The next step loads meanwhile; opening it tries again if that fails.
    loadPayStep().catch(() => undefined)
    run(
      async (signal) => {
        dispatch({ type: 'sent', attempt: state.attempt })
        const verification = await fetchVerified(form, signal)
        dispatch({ type: 'verified', verification, credentials: form })
      },
      (error) => fail(error, 'verify'),
    )
  }
  const openPay = (verification: QuickPayVerification, choice: PaymentChoice | null = null) =>
    run(
      async (signal) => {
        dispatch({ type: 'sent', attempt: state.attempt })
        const [settings] = await Promise.all([fetchSettings(verification, signal), loadPayStep()])
        signal.throwIfAborted()
        dispatch({ type: 'loaded', verification, settings, choice, failure: null })
      },
      (error) => fail(error, 'settings'),
    )
  /** The server has other figures than were shown: shows its figures, and the choice as it was made. */
  const refresh = async (failure: Failure, choice: PaymentChoice, signal: AbortSignal) => {
    if (state.credentials === null) return startOver(failure)
    dispatch({ type: 'sent', attempt: null })
    try {
      const verification = await fetchVerified(state.credentials, signal)
      const settings = await fetchSettings(verification, signal)
      signal.throwIfAborted()
      dispatch({ type: 'loaded', verification, settings, choice, failure })
    } catch (error) {
      if (!signal.aborted) fail(error, 'settings')
    }
  }
  const pay: QuickPay['pay'] = (stage, choice) => {
    const attempt = paymentAttempt(state.attempt, choice)
    run(
      async (signal) => {
        dispatch({ type: 'sent', attempt })
        const requisition = await requestPayment(stage, attempt, signal)
        signal.throwIfAborted()
        keepHandOff({ verification: stage.verification, attempt })
        // Marks the history entry, so that Back from the provider's page finds the pay step and not an empty form.
        const trace = { samePage: true, handedOff: attempt.key }
        void navigate(paths.quickPay(), { replace: true, state: trace })
        dispatch({ type: 'handed-off', requisition, choice })
      },
      async (error, signal) => {
        const failure = toFailure(error, 'pay')
        if (failure.kind === 'figures-changed') await refresh(failure, choice, signal)
        else fail(error, 'pay')
      },
    )
  }
  const comeBack = () => {
    // Without the token the payment is done, or another began.
    const handOff = findHandOff(state.attempt?.key)
    if (handOff === null) return startOver()
    dispatch({ type: 'came-back' })
    openPay(handOff.verification, handOff.attempt)
  }
  const resume = useEffectEvent(() => {
    if (kept !== null) openPay(kept.verification, kept.attempt)
  })
  useEffect(() => resume(), [])

  return {
    state,
    verify,
    openPay,
    pay,
    comeBack,
    stepBack: () => {
      drop()
      dispatch({ type: 'stepped-back' })
    },
    startOver: () => startOver(),
  }
}
