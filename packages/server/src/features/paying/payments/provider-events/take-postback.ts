import type { Deps } from '../../../../platform/deps.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { checkForForgery } from '../../../../platform/http/check-for-forgery.ts'
import {
  type MethodEvent,
  type ProviderEvent,
  UnreadablePostback,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { applyMethodEvent } from '../stored-methods/stored-methods.ts'
import { applyProviderEvent } from './apply-provider-event.ts'
import { putAsideUnreadable } from '../alarms/alarms.ts'

/** Thrown when a postback is larger than any genuine one. The status is 413, as in the framework's own refusals. */
class PostbackTooLarge extends Error {
  readonly statusCode = 413
}

/** The maximum size of a postback, in bytes. Genuine postbacks are much smaller. */
const largestPostback = 20_000

const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-key-id'] as const

/**
 * Takes a postback of the provider. It acknowledges every genuine event, because a repeat would change nothing.
 *
 * @throws PostbackTooLarge; what `checkForForgery` throws; UnreadablePostback, after an alarm that stores the body: the
 *   provider sends it again, and a later version of the portal may be able to read it.
 */
export async function takePostback(deps: Deps, facts: RequestFacts): Promise<{ readonly taken: true }> {
  if (facts.rawBody.length > largestPostback) throw new PostbackTooLarge('The postback is too large')
  const event = await verified(deps, facts)
  deps.failPoints.reach('postback.after-verify')
  if (event.type === 'method.stored') await applyMethodEvent(deps, event, 'postback')
  else await applyProviderEvent(deps, event, 'postback')
  return { taken: true }
}

async function verified(deps: Deps, facts: RequestFacts): Promise<ProviderEvent | MethodEvent> {
  const headers = Object.fromEntries(headerNames.map((name) => [name, facts.header(name)]))
  try {
    return await checkForForgery(deps, facts, 'payment.postback-refused', () =>
      deps.gateway.verifyPostback(headers, facts.rawBody),
    )
  } catch (error) {
    if (error instanceof UnreadablePostback) await putAsideUnreadable(deps, error.payment, 'postback')
    throw error
  }
}
