import type { Deps } from '../../../../platform/deps.ts'
import type { Payment, PaymentItem } from '../payment.ts'
import type { PaymentEvent } from '@coopline/rules/paying/payment-state/payment-state'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import { findReturnCode, forbidsChecks } from '@coopline/rules/paying/runs/return-codes'
import { insertEvent } from '../../../../platform/events/event.store.ts'
import {
  lockStoredMethods,
  refuseMethod,
  restrictChecks,
  setDefaultMethod,
  setNickname,
} from './stored-methods.store.ts'
export { applyMethodEvent } from './apply-method-event.ts'
export { applyMethodNews } from './apply-method-news.ts'
export { fetchNamedRequest } from './request-method.ts'
export { isOutOfReach, methodSettings } from './method-settings.ts'
export { openToken } from './method-token.ts'
export { findStoredMethod, findToken, lockStoredMethod, type StoredMethod } from './stored-methods.store.ts'

/** Forbids electronic checks for an account of a member, with an event for the cooperative's system. `code` is the bank's. */
export async function forbidChecks(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { memberNumber, accountNumber, code }: Record<'memberNumber' | 'accountNumber' | 'code', string>,
): Promise<void> {
  await restrictChecks(tx, accountNumber, memberNumber)
  const body = { memberNumber, accountNumber, code }
  await insertEvent(tx, { accountNumber, kind: 'account.no-more-checks', body, now: clock.now() })
}

interface ReturnedPayment {
  readonly payment: Payment
  readonly items: readonly PaymentItem[]
  readonly event: ProviderEvent
  /** The meaning of the event. Some providers report a return as a late decline. */
  readonly paymentEvent: PaymentEvent
}

/**
 * Stops charges of a stored bank account when a return that the provider reports forbids further debits (REL-19). The method is no
 * longer charged, and the accounts of the payment accept no more checks. The code counts as soon as the return is recorded, even when its
 * figures differ from the payment and staff have not reviewed it yet (REQ-D-399).
 */
export async function refuseReturnedMethod(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { payment, items, event, paymentEvent }: ReturnedPayment,
): Promise<void> {
  const { memberNumber, handOff } = payment
  if (paymentEvent !== 'returned' || event.paymentType !== 'echeck') return
  const code = findReturnCode(event.message ?? '')
  if (handOff.storedMethodId === undefined || code === undefined || !forbidsChecks(code)) return
  await refuseMethod(tx, handOff.storedMethodId, code)
  for (const { accountNumber } of items) await forbidChecks(deps, tx, { memberNumber, accountNumber, code })
}

/**
 * Sets a member's name for a method, and makes the method the default on request. A default remains until another method replaces it.
 *
 * @returns false when the method is not the member's.
 */
export async function changeStoredMethod(
  tx: Tx,
  { memberNumber, methodId }: { readonly memberNumber: string; readonly methodId: string },
  { nickname, isDefault }: { readonly nickname: string; readonly isDefault: boolean },
): Promise<boolean> {
  const methods = await lockStoredMethods(tx, memberNumber)
  if (!methods.some((one) => one.methodId === methodId)) return false
  await setNickname(tx, methodId, nickname.trim())
  if (isDefault) await setDefaultMethod(tx, memberNumber, methodId)
  return true
}
