import { randomBytes } from 'node:crypto'
import type { HandOff } from './hand-off-form.ts'
import { inTransaction } from './open-store.ts'
import { canPay, feeFor, type Payment } from './payment.ts'
import { findPayment, savePayment } from './payment.store.ts'
import { nowIso, type Sandbox } from './sandbox-context.ts'

/**
 * Finds or creates the session of a hand-off with a valid signature, and returns its address part.
 *
 * The same number posted again leads to the same session, in any state. While the payment can still be paid, a form that the
 * portal signed later replaces the earlier one; an older one from a browser's history does not.
 */
export function openSession(sandbox: Sandbox, handOff: HandOff, issuedAt: number): string {
  const open = (): string => {
    const known = findPayment(sandbox.db, handOff.transNo)
    if (known !== undefined && (!canPay(known) || issuedAt <= known.issuedAt)) return known.sessionId
    const fresh: Omit<Payment, 'seq'> = {
      transNo: handOff.transNo,
      sessionId: known?.sessionId ?? randomBytes(24).toString('base64url'),
      handOff,
      state: known?.state ?? 'open',
      attempts: known?.attempts ?? 0,
      wasPaid: false,
      convenienceFee: feeFor(handOff, handOff.paymentType),
      paymentType: handOff.paymentType,
      cardType: known?.cardType ?? null,
      lastFour: known?.lastFour ?? null,
      confirmationNumber: null,
      message: known?.message ?? null,
      occurredAt: known?.occurredAt ?? nowIso(sandbox),
      issuedAt,
    }
    savePayment(sandbox.db, fresh)
    return fresh.sessionId
  }
  return inTransaction(sandbox.db, open, 'process-end')
}
