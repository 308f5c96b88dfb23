import type { QuickPayVerification } from '@coopline/contract/quick-pay/quick-pay.contract'
import type { VerifyAccountForm } from '@coopline/rules/quick-pay-account/check-verify-account'
import { forgetQuickPay, keepQuickPayToken } from '../../portal/quick-pay-token.ts'
import { findHandOff, keepHandOff, type KeptHandOff } from './kept-hand-off.ts'
import { loadPayStep } from './lazy-pay-step.ts'
import { type PaymentAttempt, paymentAttempt, type PaymentChoice } from './payment-attempt.ts'
import { fetchSettings, fetchVerification, requestPayment } from './quick-pay.calls.ts'
import { type Failure, toFailure, type WizardCall } from './failure.ts'
import type { Stage, WizardEvent } from './wizard-state.ts'

interface WizardHost {
  readonly verifyTimeoutMs: number
  readonly tell: (event: WizardEvent) => void
  /** Marks the history entry, so that Back from the provider's page finds the pay step and not an empty form. */
  readonly leaveTrace: (attemptKey: string) => void
}

/**
 * What the buttons of the wizard do: the calls, and what comes of them as events of `wizard-state.ts`. One call at a
 * time, so that two quick presses send one; starting over drops the call that is under way.
 */
export class QuickPayWizard {
  readonly #host: WizardHost
  #underWay: AbortController | null = null
  #attempt: PaymentAttempt | null = null
  /** What step 1 was passed with, to ask again when the figures have changed meanwhile. */
  #credentials: VerifyAccountForm | null = null

  constructor(host: WizardHost) {
    this.#host = host
  }

  verify(form: VerifyAccountForm): Promise<void> {
    // While the server looks, the next step's code comes; if it does not, opening that step tries again.
    loadPayStep().catch(() => undefined)
    return this.#run('verify', async (signal) => {
      const verification = await this.#fetchVerification(form, signal)
      this.#host.tell({ type: 'verified', verification })
    })
  }

  openPay(verification: QuickPayVerification, choice: PaymentChoice | null = null): Promise<void> {
    return this.#run('settings', async (signal) => {
      const [settings] = await Promise.all([fetchSettings(verification, signal), loadPayStep()])
      signal.throwIfAborted()
      this.#host.tell({ type: 'loaded', verification, settings, choice, failure: null })
    })
  }

  async pay(stage: Extract<Stage, { at: 'pay' }>, choice: PaymentChoice): Promise<void> {
    await this.#run('pay', async (signal) => {
      const attempt = paymentAttempt(this.#attempt, choice)
      this.#attempt = attempt
      const requisition = await requestPayment(stage, attempt, signal)
      signal.throwIfAborted()
      keepHandOff({ verification: stage.verification, attempt })
      this.#host.leaveTrace(attempt.key)
      this.#host.tell({ type: 'handed-off', requisition, choice })
    })
  }

  /** A new visit of the history entry from which the payer was handed off: the pay step with the settings of now. */
  resume({ verification, attempt }: KeptHandOff): Promise<void> {
    this.#attempt = attempt
    return this.openPay(verification, attempt)
  }

  /** The same after the browser has kept the page as it was. Without the token the payment is done, or another began. */
  async comeBack(): Promise<void> {
    const kept = findHandOff(this.#attempt?.key)
    if (kept === null) return this.startOver()
    this.#host.tell({ type: 'came-back' })
    await this.resume(kept)
  }

  /** From the pay step to the account; an answer under way no longer counts. */
  stepBack(): void {
    this.drop()
    this.#host.tell({ type: 'stepped-back' })
  }

  startOver(failure: Failure | null = null): void {
    this.drop()
    this.#credentials = null
    this.#attempt = null
    forgetQuickPay()
    this.#host.tell({ type: 'started-over', failure })
  }

  /** The answer to a call under way is no longer of interest. */
  drop(): void {
    this.#underWay?.abort()
    this.#underWay = null
  }

  async #run(call: WizardCall, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#underWay !== null) return
    const controller = new AbortController()
    this.#underWay = controller
    this.#host.tell({ type: 'sent' })
    try {
      await work(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) await this.#fail(toFailure(error, call), controller.signal)
    } finally {
      if (this.#underWay === controller) this.#underWay = null
    }
  }

  async #fail(failure: Failure, signal: AbortSignal): Promise<void> {
    if (failure.kind === 'session-ended') return this.startOver(failure)
    if (failure.kind !== 'figures-changed') return this.#host.tell({ type: 'failed', failure })
    try {
      await this.#refresh(failure, signal)
    } catch (error) {
      if (!signal.aborted) await this.#fail(toFailure(error, 'settings'), signal)
    }
  }

  /** The server goes by other figures than were shown: shows its figures, and the choice as it was made. */
  async #refresh(failure: Failure, signal: AbortSignal): Promise<void> {
    const choice = this.#attempt
    this.#attempt = null
    if (this.#credentials === null) return this.startOver(failure)
    const verification = await this.#fetchVerification(this.#credentials, signal)
    const settings = await fetchSettings(verification, signal)
    signal.throwIfAborted()
    this.#host.tell({ type: 'loaded', verification, settings, choice, failure })
  }

  async #fetchVerification(form: VerifyAccountForm, signal: AbortSignal): Promise<QuickPayVerification> {
    const verification = await fetchVerification(form, this.#host.verifyTimeoutMs, signal)
    signal.throwIfAborted()
    forgetQuickPay()
    keepQuickPayToken(verification.quickPayToken)
    this.#credentials = form
    return verification
  }
}
