import type { Deps } from '../../../../platform/deps.ts'
import {
  type NewsSubject,
  type PaymentGateway,
  type ProviderNews,
  providerOf,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { alarmWrongMode } from '../alarms/alarms.ts'
import { atProvider } from '../payment.ts'
import { findPaymentWithItems } from '../payments.store.ts'
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
  else if (news.kind === 'payment') await applyProviderEvent(deps, news.event, 'postback', gateway.name)
  else if (news.kind === 'wrong-mode') await alarmWrongMode(deps, gateway.name, news)
  else await lookUp(deps, gateway, news.subject)
}

async function lookUp(deps: Deps, gateway: PaymentGateway, subject: NewsSubject): Promise<void> {
  if (subject.about === 'method-request') return fetchNamedRequest(deps, gateway, subject.reference)
  const transNo = subject.about === 'payment' ? subject.transNo : await gateway.findPayment(subject.reference)
  const held = transNo === null ? undefined : await findPaymentWithItems(deps.db, transNo)
  if (held === undefined || providerOf(held.payment.provider) !== gateway.name) return
  const answer = await gateway.fetch(atProvider(held))
  deps.failPoints.reach('postback.after-fetch')
  await applyProviderAnswer(deps, answer)
  if (answer.kind === 'over') await expirePayment(deps, held.payment.transNo)
}
