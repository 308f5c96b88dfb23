import type { Deps } from '../../../../platform/deps.ts'
import { type PaymentGateway, providerOf } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { atProvider } from '../payment.ts'
import { findPaymentWithItems } from '../payments.store.ts'
import { applyProviderAnswer, expirePayment } from '../provider-events/provider-events.ts'
import { applyMethodNews, fetchNamedRequest } from '../stored-methods/stored-methods.ts'
import type { ClaimedNotice } from './provider-notices.store.ts'

/**
 * Looks up what a notice of a provider is about, and applies what the provider holds of it now. A payment, a request to store a method, or
 * a stored method, that the portal does not have with this provider is none of ours.
 *
 * @throws Unavailable when the provider does not answer.
 */
export async function lookUpSubject(
  deps: Deps,
  gateway: PaymentGateway,
  { about, reference }: Pick<ClaimedNotice, 'about' | 'reference'>,
): Promise<void> {
  if (about === 'reference') await applyMethodNews(deps, gateway, reference)
  const number = about === 'reference' ? await gateway.findNumber(reference) : reference
  if (number === null) return
  const held = about === 'method-request' ? undefined : await findPaymentWithItems(deps.db, number)
  if (held === undefined) return fetchNamedRequest(deps, gateway, number)
  if (providerOf(held.payment.provider) !== gateway.name) return
  const answer = await gateway.fetch(atProvider(held))
  deps.failPoints.reach('notices.after-fetch')
  await applyProviderAnswer(deps, answer)
  if (answer.kind === 'over') await expirePayment(deps, held.payment.transNo)
}
