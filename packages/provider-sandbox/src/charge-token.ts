import { randomBytes } from 'node:crypto'
import { newConfirmationNumber } from './confirmation-number.ts'
import type { HandOff } from './hand-off-form.ts'
import type { Method } from './method.ts'
import { findMethod } from './method.store.ts'
import { inTransaction } from './open-store.ts'
import { messagesFor } from './pages/messages.ts'
import type { Payment } from './payment.ts'
import { findPayment } from './payment.store.ts'
import { recordEvent } from './record-event.ts'
import { nowIso, type Sandbox } from './sandbox-context.ts'

/** The portal's request to charge a stored method without the payer. Amounts are whole cents. */
export interface TokenCharge {
  readonly transNo: string
  readonly token: string
  readonly accountNumber: string
  readonly accountDisplay: string
  readonly amount: number
  readonly convenienceFee: number
  readonly language: 'en' | 'es'
}

/** Reads the body of a charge; `undefined` when it is not one. */
export function readTokenCharge(body: unknown): TokenCharge | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const read = body as Readonly<Record<string, unknown>>
  const text = (name: string): string => (typeof read[name] === 'string' ? read[name] : '')
  const cents = (name: string): number => (Number.isSafeInteger(read[name]) ? Number(read[name]) : -1)
  const charge: TokenCharge = {
    transNo: text('transNo'),
    token: text('token'),
    accountNumber: text('accountNumber'),
    accountDisplay: text('accountDisplay'),
    amount: cents('amount'),
    convenienceFee: cents('convenienceFee'),
    language: read['language'] === 'es' ? 'es' : 'en',
  }
  const fits =
    /^[A-Za-z0-9._-]{1,64}$/u.test(charge.transNo) &&
    charge.token !== '' &&
    charge.accountNumber !== '' &&
    charge.amount > 0 &&
    charge.convenienceFee >= 0 &&
    read['currency'] === 'USD'
  return fits ? charge : undefined
}

/**
 * Charges a stored card or bank account once per transaction number. A repeat returns the current state of the payment.
 * A token that is unknown or forgotten, and a card that has expired, are declined.
 */
export function chargeToken(sandbox: Sandbox, charge: TokenCharge): { payment: Payment; isSlow: boolean } {
  const method = findMethod(sandbox.db, 'token', charge.token)
  const payment = inTransaction(sandbox.db, () => {
    const before = findPayment(sandbox.db, charge.transNo)
    if (before !== undefined) return before
    const message = refusalOf(sandbox, charge, method)
    const isDeclined = message !== null
    const after: Omit<Payment, 'seq'> = {
      transNo: charge.transNo,
      sessionId: randomBytes(24).toString('base64url'),
      handOff: handOffOf(charge, method),
      state: isDeclined ? 'declined' : 'succeeded',
      attempts: 1,
      // No payer is at a page to try again, so a declined charge is closed too.
      wasPaid: true,
      convenienceFee: charge.convenienceFee,
      paymentType: method?.paymentType ?? 'cc',
      cardType: method?.cardType ?? null,
      lastFour: method?.lastFour ?? null,
      confirmationNumber: isDeclined ? null : newConfirmationNumber(),
      message,
      occurredAt: nowIso(sandbox),
      issuedAt: 0,
    }
    recordEvent(sandbox, { ...after, seq: 0 }, isDeclined ? 'payment.declined' : 'payment.succeeded', {
      behavior: method?.behavior,
    })
    return findPayment(sandbox.db, charge.transNo) ?? { ...after, seq: 0 }
  })
  sandbox.wakeSender()
  return { payment, isSlow: method?.behavior === 'slow' }
}

/** Returns the reason that the charge is declined; `null` when it is approved. */
function refusalOf(sandbox: Sandbox, { language }: TokenCharge, method: Method | undefined): string | null {
  const texts = messagesFor(language)
  if (method?.state !== 'stored') return texts.noLongerStored
  const hasExpired = method.expiry !== null && method.expiry < nowIso(sandbox).slice(0, 7)
  if (method.behavior !== 'decline' && !hasExpired) return null
  return method.paymentType === 'cc' ? texts.cardDeclined : texts.bankDeclined
}

/** The payment as the back office shows it. No page is ever opened for it. */
const handOffOf = (charge: TokenCharge, method: Method | undefined): HandOff => {
  const fee = { kind: 'flat', value: (charge.convenienceFee / 100).toFixed(2), count: 1 } as const
  const page = method?.handOff
  return {
    transNo: charge.transNo,
    coopNumber: page?.coopNumber ?? '',
    utilityName: page?.utilityName ?? '',
    accountNumber: charge.accountNumber,
    accountDisplay: charge.accountDisplay,
    amount: charge.amount,
    postbackRequired: true,
    enableCard: method?.paymentType === 'cc',
    enableEcheck: method?.paymentType === 'echeck',
    returnUrl: page?.returnUrl ?? '',
    cancelUrl: page?.cancelUrl ?? '',
    paymentType: method?.paymentType ?? 'cc',
    acceptedCardTypes: page?.acceptedCardTypes ?? [],
    cardFee: fee,
    echeckFee: fee,
    maxCardAmount: null,
    currency: 'USD',
    language: charge.language,
  }
}
