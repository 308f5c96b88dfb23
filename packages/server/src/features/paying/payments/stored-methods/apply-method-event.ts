import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import {
  type MethodEvent,
  type ProviderName,
  providerOf,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { randomText } from '../../../../platform/random.ts'
import { lookUpLogin, notifyMember } from '../../../identity/sign-in/public.ts'
import { erasedMember } from '../payment.ts'
import { answerMethodRequest, lockMethodRequest, type MethodRequest } from './method-requests.store.ts'
import { fingerprintOf, sealToken } from './method-token.ts'
import { insertStoredMethod, lockStoredMethods, markRemoved } from './stored-methods.store.ts'

type MethodEventDeps = Pick<Deps, 'db' | 'keys' | 'random' | 'clock' | 'log' | 'settings'>

/**
 * Stores the method that the provider reports, once per request. A repetition changes nothing, and neither does a method that no member
 * requested. The first method of a member becomes the default. The method of an erased member is removed at once, so that the provider
 * deletes it.
 *
 * @param by the provider that sent the event by itself: it has nothing to say about requests of another.
 */
export async function applyMethodEvent(
  deps: MethodEventDeps,
  event: MethodEvent,
  source: 'postback' | 'status',
  by?: ProviderName,
): Promise<void> {
  const { reference, token, paymentType, cardType, lastFour, expiry, fingerprint } = event
  const outcome = await inTransaction(deps.db, async (tx) => {
    const request = await lockRequestOf(tx, reference, by)
    if (request === undefined) return 'unknown-request'
    if (request.methodId !== null) return 'duplicate'
    const now = deps.clock.now()
    const { memberNumber } = request
    const methodId = randomText(deps.random, 18)
    const isErased = memberNumber === erasedMember
    const isDefault = !isErased && (await lockStoredMethods(tx, memberNumber)).every((method) => !method.isDefault)
    await insertStoredMethod(tx, {
      methodId,
      memberNumber,
      token: sealToken(deps, token, methodId),
      paymentType,
      cardType,
      lastFour,
      expiry,
      fingerprint: fingerprint === undefined ? null : fingerprintOf(deps.keys, fingerprint),
      isDefault,
      now,
      provider: request.provider,
      providerReference: request.providerReference,
    })
    await answerMethodRequest(tx, reference, methodId)
    if (isErased) {
      await markRemoved(tx, [methodId], now)
      return 'erased'
    }
    await recordAudit(tx, {
      kind: 'payment-method.stored',
      at: now,
      memberNumber,
      detail: { methodId, paymentType, source },
    })
    const login = await lookUpLogin(tx, { memberNumber })
    if (login !== undefined)
      await notifyMember(deps, tx, login.loginId, 'payment-method-added', methodId, (language) => [
        storedMethodName(event, language),
      ])
    return 'stored'
  })
  deps.log.info({ reference, source, outcome }, 'The provider reported a stored payment method')
}

/** Locks a request, unless another provider than `by` has it. */
async function lockRequestOf(tx: Tx, reference: string, by?: ProviderName): Promise<MethodRequest | undefined> {
  const request = await lockMethodRequest(tx, reference)
  const isForeign = request !== undefined && by !== undefined && providerOf(request.provider) !== by
  return isForeign ? undefined : request
}
