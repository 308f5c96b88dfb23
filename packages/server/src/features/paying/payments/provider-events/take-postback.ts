import type { Deps } from '../../../../platform/deps.ts'
import { NotFound } from '../../../../platform/errors.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { checkForForgery } from '../../../../platform/http/check-for-forgery.ts'
import {
  type PaymentGateway,
  type ProviderNews,
  UnreadablePostback,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { putAsideUnreadable } from '../alarms/alarms.ts'
import { takeNews } from './take-news.ts'

/**
 * Takes a postback of a provider. It acknowledges every genuine call, because a repeat would change nothing.
 *
 * @param provider its name in the address.
 * @throws NotFound without such a provider; TooLarge; what `checkForForgery` throws; UnreadablePostback, after an alarm that stores the body: the
 *   provider sends it again, and a later version of the portal may be able to read it.
 */
export async function takePostback(
  deps: Deps,
  provider: string,
  facts: RequestFacts,
): Promise<{ readonly taken: true }> {
  const gateway = deps.gateways.find(provider)
  if (gateway === undefined) throw new NotFound('No provider has this name')
  const all = await verified(deps, gateway, facts)
  deps.failPoints.reach('postback.after-verify')
  for (const news of all) await takeNews(deps, gateway, news)
  return { taken: true }
}

async function verified(deps: Deps, gateway: PaymentGateway, facts: RequestFacts): Promise<readonly ProviderNews[]> {
  try {
    return await checkForForgery(deps, facts, 'payment.postback-refused', async () =>
      gateway.readEvents(facts.headers(), facts.rawBody),
    )
  } catch (error) {
    if (error instanceof UnreadablePostback) await putAsideUnreadable(deps, error.payment, 'postback')
    throw error
  }
}
