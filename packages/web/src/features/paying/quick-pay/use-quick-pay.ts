import { paths } from '@coopline/contract/paths'
import type { QuickPayVerification } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { VerifyAccountForm } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../../portal/call/is-record.ts'
import { forgetQuickPay } from '../../../portal/session/quick-pay-token.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'
import { type Failure, paymentFailure } from './failure.ts'
import type { PaymentChoice } from '../../../portal/paying/pay-account.form.tsx'
import {
  findHandOff,
  keepHandOff,
  paymentAttempt,
  fetchSettings,
  fetchVerification,
  requestPayment,
} from './quick-pay.calls.ts'
import { loadPayStep } from './lazy-pay-step.ts'
import { nextState, type Stage, startState, type WizardEvent, type WizardState } from './wizard-state.ts'

type PayStage = Extract<Stage, { at: 'pay' }>

export interface QuickPay {
  readonly state: WizardState
  readonly verify: (form: VerifyAccountForm) => void
  readonly openPay: (verification: QuickPayVerification) => void
  readonly pay: (stage: PayStage, choice: PaymentChoice) => void
  /** Continues on a page that the browser restored, because the payer pressed Back on the provider's page. */
  readonly comeBack: () => void
  /** From the pay step to the account. */
  readonly stepBack: () => void
  readonly startOver: () => void
}

/** The parts of the wizard that its actions use. */
interface Wizard extends Pick<ReturnType<typeof useSingleFlight>, 'run' | 'drop'> {
  readonly state: WizardState
  readonly dispatch: (event: WizardEvent) => void
  readonly verifyTimeoutMs: number
  /** Marks the history entry, so that Back from the provider's page finds the pay step and not an empty form. */
  readonly leaveTrace: (attemptKey: string) => void
}

/**
 * Holds the state of the wizard and its actions. A page that has just been opened begins at step 1, or returns to the pay step when
 * this history entry is the one from which the payer was handed off.
 */
export function useQuickPay(): QuickPay {
  const { quickPayVerifyTimeoutSeconds } = useSite().settings
  const { state: entry } = useLocation()
  const navigate = useNavigate()
  const [kept] = useState(() => findHandOff(isRecord(entry) ? entry['handedOff'] : undefined))
  const [state, dispatch] = useReducer(nextState, kept, startState)
  const { run, drop } = useSingleFlight()
  const wizard: Wizard = {
    state,
    dispatch,
    run,
    drop,
    verifyTimeoutMs: quickPayVerifyTimeoutSeconds * 1000,
    leaveTrace: (handedOff) => void navigate(paths.quickPay(), { replace: true, state: { samePage: true, handedOff } }),
  }
  const resume = useEffectEvent(() => {
    if (kept !== null) openPay(wizard, kept.verification, kept.attempt)
  })
  useEffect(() => resume(), [])

  return {
    state,
    verify: (form) => verify(wizard, form),
    openPay: (verification) => openPay(wizard, verification, null),
    pay: (stage, choice) => pay(wizard, stage, choice),
    comeBack: () => comeBack(wizard),
    stepBack: () => {
      drop()
      dispatch({ type: 'stepped-back' })
    },
    startOver: () => startOver(wizard, null),
  }
}

function startOver({ drop, dispatch }: Wizard, failure: Failure | null): void {
  drop()
  // A payment that may be under way at the provider needs its token to show the result (REQ-D-398).
  if (failure?.mayBePaid !== true) forgetQuickPay()
  dispatch({ type: 'started-over', failure })
}

function fail(wizard: Wizard, failure: Failure): void {
  if (failure.kind === 'session-ended') startOver(wizard, failure)
  else wizard.dispatch({ type: 'failed', failure })
}

function verify(wizard: Wizard, form: VerifyAccountForm): void {
  const { state, dispatch, run, verifyTimeoutMs } = wizard
  // The next step loads meanwhile; opening it tries again if that fails.
  loadPayStep().catch(() => undefined)
  run(
    async (signal) => {
      dispatch({ type: 'sent', attempt: state.attempt })
      const verification = await fetchVerification(form, verifyTimeoutMs, signal)
      dispatch({ type: 'verified', verification, credentials: form })
    },
    (error) => fail(wizard, paymentFailure(error, 'verify')),
  )
}

function openPay(wizard: Wizard, verification: QuickPayVerification, choice: PaymentChoice | null): void {
  const { state, dispatch, run } = wizard
  run(
    async (signal) => {
      dispatch({ type: 'sent', attempt: state.attempt })
      const [settings] = await Promise.all([fetchSettings(verification, signal), loadPayStep()])
      signal.throwIfAborted()
      dispatch({ type: 'loaded', verification, settings, choice, failure: null })
    },
    (error) => fail(wizard, paymentFailure(error, 'settings')),
  )
}

function pay(wizard: Wizard, stage: PayStage, choice: PaymentChoice): void {
  const { state, dispatch, run, leaveTrace } = wizard
  const attempt = paymentAttempt(state.attempt, choice)
  run(
    async (signal) => {
      dispatch({ type: 'sent', attempt })
      const requisition = await requestPayment(stage, attempt, signal)
      signal.throwIfAborted()
      keepHandOff({ verification: stage.verification, attempt })
      leaveTrace(attempt.key)
      dispatch({ type: 'handed-off', requisition, choice })
    },
    async (error, signal) => {
      const failure = paymentFailure(error, 'pay')
      if (failure.kind === 'figures-changed') await refresh(wizard, failure, choice, signal)
      else fail(wizard, failure)
    },
  )
}

/** Shows the figures of the server, which differ from those on the page, and keeps the choice of the payer. */
async function refresh(wizard: Wizard, failure: Failure, choice: PaymentChoice, signal: AbortSignal): Promise<void> {
  const { state, dispatch, verifyTimeoutMs } = wizard
  // A reloaded page has no amounts to update.
  if (state.credentials === null) return startOver(wizard, { ...failure, kind: 'refused' })
  dispatch({ type: 'sent', attempt: null })
  try {
    const verification = await fetchVerification(state.credentials, verifyTimeoutMs, signal)
    const settings = await fetchSettings(verification, signal)
    signal.throwIfAborted()
    dispatch({ type: 'loaded', verification, settings, choice, failure })
  } catch (error) {
    if (!signal.aborted) fail(wizard, paymentFailure(error, 'settings'))
  }
}

/** Continues on a page that the browser restored. Without the token the payment is done, or another one has begun. */
function comeBack(wizard: Wizard): void {
  const handOff = findHandOff(wizard.state.attempt?.key)
  if (handOff === null) return startOver(wizard, null)
  wizard.dispatch({ type: 'came-back' })
  openPay(wizard, handOff.verification, handOff.attempt)
}
