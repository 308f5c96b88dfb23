import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import {
  type NewsSubject,
  type PaymentGateway,
  type ProviderEvent,
  type ProviderNews,
  providerOf,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { atProvider } from '../payment.ts'
import { raiseAlarm } from '../alarms/alarms.ts'
import { findPaymentWithItems, findProvider } from '../payments.store.ts'
import { applyMethodEvent, fetchNamedRequest } from '../stored-methods/stored-methods.ts'
import { applyProviderAnswer, applyProviderEvent } from './apply-provider-event.ts'
import { expirePayment } from './settle-open-payment.ts'

/**
 * Takes verified news of a provider: applies complete news, and fetches what the other news are about.
 *
 * @throws Unavailable when the provider does not answer: it sends the news again.
 */
export async function takeNews(deps: Deps, gateway: PaymentGateway, news: ProviderNews): Promise<void> {
  if (news.kind === 'method') await applyMethodEvent(deps, news.event, 'postback', gateway.name)
  else if (news.kind === 'payment') await takeEvent(deps, gateway, news.event)
  else await lookUp(deps, gateway, news.subject)
}

/** Applies an event about a payment of this provider. One provider must not be able to confirm or to refund the payments of another. */
async function takeEvent(deps: Deps, { name }: PaymentGateway, event: ProviderEvent): Promise<void> {
  const { eventId, transNo } = event
  const provider = await findProvider(deps.db, transNo)
  if (provider === undefined || provider === name) {
    await applyProviderEvent(deps, event, 'postback')
    return
  }
  const now = deps.clock.now()
  const alarm = { kind: 'unknown-payment', transNo, detail: { eventId, provider: name }, now } as const
  await inTransaction(deps.db, async (tx) =>
    raiseAlarm(tx, deps.log, { ...alarm, dedupeKey: `unknown-payment:${name}:${eventId}` }),
  )
}

async function lookUp(deps: Deps, gateway: PaymentGateway, subject: NewsSubject): Promise<void> {
  if (subject.about === 'method-request') return fetchNamedRequest(deps, gateway, subject.reference)
  const transNo = subject.about === 'payment' ? subject.transNo : await gateway.findPayment(subject.reference)
  const held = transNo === null ? undefined : await findPaymentWithItems(deps.db, transNo)
  if (held === undefined || providerOf(held.payment.provider) !== gateway.name) return
  const answer = await gateway.fetch(atProvider(held))
  await applyProviderAnswer(deps, answer)
  if (answer.kind === 'over') await expirePayment(deps, held.payment.transNo)
}
