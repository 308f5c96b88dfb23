import type { Deps } from '../../../platform/deps.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { checkSignedCall } from '../../../platform/http/check-signed-call.ts'
import { checkForForgery } from '../../../platform/http/check-for-forgery.ts'

const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Authenticates a partner site by its signature over the raw body. @throws as `checkForForgery`. */
export async function checkPartner(deps: Deps, request: RequestFacts): Promise<CallerOf<'partner'>> {
  const headers = Object.fromEntries(signedHeaders.map((name) => [name, request.header(name)]))
  await checkForForgery(deps, request, 'hand-off.call-refused', () =>
    checkSignedCall(headers, request.rawBody, deps.env.PARTNER_SIGNING_KEYS ?? [], deps.clock.now()),
  )
  return { kind: 'partner' }
}
