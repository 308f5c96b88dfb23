import { postbackBody } from '@coopline/contract/payments/payments.contract'
import { BadInput } from '../errors.ts'
import { checkSignedCall } from '../http/check-signed-call.ts'
import { parseJson } from '../http/parse-json.ts'
import type { Key } from '../keys.ts'
import type { ProviderEvent } from './payment-gateway.ts'
import { withoutCardNumbers } from './redact-card-numbers.ts'

export { signedCallToleranceSeconds as postbackToleranceSeconds } from '../http/check-signed-call.ts'

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Checks a postback in the Standard Webhooks form and reads it. Nothing of the body is parsed before a signature over its
 * raw bytes was found good under one of the live keys. `webhook-key-id` is a hint that nothing depends on.
 *
 * @throws NotSignedIn for a bad, missing, foreign or stale signature; BadInput for a body of another form.
 */
export function verifyPostback(headers: Headers, body: Uint8Array, keys: readonly Key[], now: Date): ProviderEvent {
  return readPostback(checkSignedCall(headers, body, keys, now), body)
}

function readPostback(eventId: string, body: Uint8Array): ProviderEvent {
  const result = postbackBody.safeParse(parseJson(body))
  if (!result.success) throw new BadInput([{ code: 'not-valid', message: 'The body is not a postback' }])
  const { message, confirmationNumber } = result.data
  return {
    eventId,
    ...result.data,
    message: withoutCardNumbers(message),
    confirmationNumber: withoutCardNumbers(confirmationNumber),
  }
}
