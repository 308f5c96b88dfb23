import type { CardType } from './card-brand.ts'
import { newConfirmationNumber } from './confirmation-number.ts'
import type { PaymentType } from './hand-off-form.ts'
import { inTransaction } from './open-store.ts'
import { messagesFor } from './pages/messages.ts'
import { canPay, feeFor, type Payment } from './payment.ts'
import { findPaymentBySession } from './payment.store.ts'
import { recordEvent } from './record-event.ts'
import { nowIso, type Sandbox } from './sandbox-context.ts'
import type { Behavior } from './test-numbers.ts'

/** A card or bank account whose form was complete. */
export interface Instrument {
  readonly paymentType: PaymentType
  readonly cardType: CardType | null
  readonly lastFour: string
  /** `yyyy-MM`; `null` for a bank account. */
  readonly expiry: string | null
  readonly behavior: Behavior
}

/**
 * Charges the session once. Returns the current state of the payment, charged by this call or not.
 *
 * @param attempt the number of attempts that the payer's page knew of. A form that was sent twice carries the same
 *   number twice, and the second copy counts as no attempt.
 */
export function chargePayment(sandbox: Sandbox, sessionId: string, attempt: number, instrument: Instrument): Payment {
  const payment = inTransaction(sandbox.db, () => {
    const before = findPaymentBySession(sandbox.db, sessionId)
    if (before === undefined) throw new Error('The session was found before and is not deleted')
    if (!canPay(before) || before.attempts !== attempt) return before

    const { behavior, paymentType, cardType, lastFour } = instrument
    const approved = behavior !== 'decline'
    const texts = messagesFor(before.handOff.language)
    const declined = paymentType === 'cc' ? texts.cardDeclined : texts.bankDeclined
    const after: Payment = {
      ...before,
      state: approved ? 'succeeded' : 'declined',
      attempts: before.attempts + 1,
      wasPaid: approved,
      convenienceFee: feeFor(before.handOff, paymentType),
      paymentType,
      cardType,
      lastFour,
      confirmationNumber: approved ? newConfirmationNumber() : null,
      message: approved ? null : declined,
      occurredAt: nowIso(sandbox),
    }
    recordEvent(sandbox, after, approved ? 'payment.succeeded' : 'payment.declined', { behavior })
    return after
  })
  sandbox.wakeSender()
  return payment
}
