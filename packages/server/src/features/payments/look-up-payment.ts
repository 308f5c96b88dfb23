import { awaitsProvider } from '@coopline/rules/payment-state/payment-state'
import type { Deps } from '../../platform/deps.ts'
import { NotFound, Unavailable } from '../../platform/errors.ts'
import type { Payment } from './payment.ts'
import { findPayment, noteAsking } from './payments.store.ts'
import { applyProviderEvent } from './apply-provider-event.ts'
import { putAsideUnreadable } from './put-aside-unreadable.ts'

/** Nobody needs the provider's word on one payment more often than this, however often a page asks. */
const askAgainAfterMs = 2_000

/**
 * Loads the current state of a payment. If it is open, asks the provider once and applies its answer. When the provider does
 * not answer, returns the known state; the next look-up asks again.
 *
 * @throws NotFound when the account has no such payment; another account's payment gets the same answer.
 */
export async function lookUpPayment(
  deps: Deps,
  transNo: string,
  owner: { readonly memberNumber: string; readonly accountNumber: string },
): Promise<Payment> {
  const payment = await findPayment(deps.db, transNo)
  if (
    payment === undefined ||
    payment.memberNumber !== owner.memberNumber ||
    payment.accountNumber !== owner.accountNumber
  )
    throw new NotFound('No such payment for that account')
  if (!isWorthAsking(payment) || !(await askProvider(deps, transNo))) return payment
  return (await findPayment(deps.db, transNo)) ?? payment
}

/** A truthful answer ends a review that a false postback caused, and the payer is the one who waits for it. */
const isWorthAsking = ({ state }: Payment): boolean => awaitsProvider(state) || state === 'under-review'

/** @returns true when the provider had something to say. */
async function askProvider(deps: Deps, transNo: string): Promise<boolean> {
  const now = deps.clock.now()
  if (!(await noteAsking(deps.db, transNo, now, new Date(now.getTime() - askAgainAfterMs)))) return false
  try {
    const status = await deps.gateway.status(transNo)
    if (status.kind === 'unreadable') await putAsideUnreadable(deps, status.payment, 'status')
    if (status.kind !== 'events') return false
    for (const event of status.events) await applyProviderEvent(deps, event, 'status')
    return true
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    deps.log.warn({ transNo, reason: error.message }, 'The provider was asked and did not answer')
    return false
  }
}
