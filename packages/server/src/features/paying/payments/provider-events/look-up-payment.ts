import { findLedgerSum, listCredits } from '../ledger/ledger.ts'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import { isPaid, isUnderWay } from '@coopline/rules/paying/payment-state/payment-state'
import type { Deps } from '../../../../platform/deps.ts'
import { NotFound, Unavailable } from '../../../../platform/errors.ts'
import { atProvider, type Payment, type PaymentItem } from '../payment.ts'
import { findPaymentWithItems, type PaymentWithItems } from '../payments.store.ts'
import { noteAsking } from './open-payments.store.ts'
import { applyProviderAnswer } from './apply-provider-event.ts'
import { expirePayment } from './settle-open-payment.ts'

/** The provider is asked about one payment at most this often, however often a page asks. */
const askAgainAfterMs = 2_000

/**
 * Loads the current state of a payment. If it is open, asks the provider once and applies its answer. When the provider does
 * not answer, returns the known state; the next look-up asks again.
 *
 * @param owner the required owner of the payment. A payer of Quick Pay, or with a link, has proven one account, and sees no payment that a
 *   signed-in member made, because it may name other accounts. Only the guest sees a guest's payment and its card.
 * @returns the payment, and the amount that was or will be booked for each account.
 * @throws NotFound when the owner has no such payment; another's payment gets the same answer.
 */
export async function lookUpPayment(deps: Deps, transNo: string, owner: PaymentOwner): Promise<LookedUpPayment> {
  const held = await findPaymentWithItems(deps.db, transNo)
  if (held === undefined || !isOf(held.payment, owner)) throw new NotFound('The caller has no such payment')
  const isUpdated = isWorthAsking(held.payment) && (await askProvider(deps, held))
  const now = isUpdated ? ((await findPaymentWithItems(deps.db, transNo)) ?? held) : held
  // Staff may have accepted another amount than was requested.
  const booked = now.payment.accepted === null ? [] : await listCredits(deps.db, transNo)
  const { refunded } = isPaid(now.payment.state) ? await findLedgerSum(deps.db, transNo) : { refunded: zeroCents }
  return { payment: now.payment, items: booked.length === 0 ? now.items : booked, refunded }
}

export type PaymentOwner =
  | { readonly origin: 'member'; readonly memberNumber: string }
  | { readonly origin: 'quick-pay' | 'link' | 'guest'; readonly memberNumber: string; readonly accountNumber: string }

export interface LookedUpPayment {
  readonly payment: Payment
  readonly items: readonly PaymentItem[]
  /** The amount that was refunded, fee included. */
  readonly refunded: Cents
}

const isOf = (payment: Payment, owner: PaymentOwner): boolean =>
  payment.memberNumber === owner.memberNumber &&
  (owner.origin === 'member'
    ? payment.origin !== 'guest'
    : payment.origin === owner.origin && payment.accountNumber === owner.accountNumber)

/** Includes payments under review: an answer of the provider ends a review that a false postback caused, and the payer waits for it. */
const isWorthAsking = ({ state }: Payment): boolean => isUnderWay(state)

/** @returns true when the provider's answer may have changed the payment. */
async function askProvider(deps: Deps, held: PaymentWithItems): Promise<boolean> {
  const { transNo, provider } = held.payment
  const now = deps.clock.now()
  if (!(await noteAsking(deps.db, transNo, now, new Date(now.getTime() - askAgainAfterMs)))) return false
  try {
    const answer = await deps.gateways.of(provider).fetch(atProvider(held))
    await applyProviderAnswer(deps, answer)
    if (answer.kind === 'over') await expirePayment(deps, transNo)
    return answer.kind === 'events' || answer.kind === 'over'
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    deps.log.warn({ transNo, reason: error.message }, 'The provider did not answer a status request')
    return false
  }
}
