import type { Deps } from '../../../../platform/deps.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { checkForForgery } from '../../../../platform/http/check-for-forgery.ts'
import {
  type PaymentGateway,
  type ProviderNews,
  UnreadablePostback,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { putAsideUnreadable } from '../alarms/alarms.ts'
import { takeNews } from './take-news.ts'

/** Thrown when a postback is larger than any genuine one. The status is 413, as in the framework's own refusals. */
class PostbackTooLarge extends Error {
  readonly statusCode = 413
}

/** The maximum size of a postback, in bytes. Genuine postbacks are much smaller. */
const largestPostback = 20_000

/**
 * Takes a postback of a provider. It acknowledges every genuine call, because a repeat would change nothing.
 *
 * @throws PostbackTooLarge; what `checkForForgery` throws; UnreadablePostback, after an alarm that stores the body: the
 *   provider sends it again, and a later version of the portal may be able to read it.
 */
export async function takePostback(
  deps: Deps,
  gateway: PaymentGateway,
  facts: RequestFacts,
): Promise<{ readonly taken: true }> {
  if (facts.rawBody.length > largestPostback) throw new PostbackTooLarge('The postback is too large')
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
