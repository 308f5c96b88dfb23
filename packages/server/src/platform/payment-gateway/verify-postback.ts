import { postbackBody } from '@coopline/contract/payments/payments.contract'
import { BadInput } from '../errors.ts'
import { checkSignedCall } from '../http/check-signed-call.ts'
import { parseJson } from '../http/parse-json.ts'
import type { Key } from '../keys.ts'
import { type ProviderEvent, UnreadablePostback } from './payment-gateway.ts'
import { describeUnreadable, readPayment } from './read-payment.ts'
import { withoutCardNumbers } from './redact-card-numbers.ts'

export { signedCallToleranceSeconds as postbackToleranceSeconds } from '../http/check-signed-call.ts'

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Checks a postback in the Standard Webhooks form and reads it. Nothing of the body is parsed before a signature over its
 * raw bytes was found good under one of the live keys. `webhook-key-id` is a hint that nothing depends on.
 *
 * @throws NotSignedIn for a bad, missing, foreign or stale signature; UnreadablePostback for a body of another form.
 */
export function verifyPostback(headers: Headers, body: Uint8Array, keys: readonly Key[], now: Date): ProviderEvent {
  return readPostback(checkSignedCall(headers, body, keys, now), body)
}

function readPostback(eventId: string, body: Uint8Array): ProviderEvent {
  const read = readPayment(postbackBody, parsed(eventId, body))
  if (read.kind === 'unreadable') throw new UnreadablePostback(eventId, read.payment)
  const { message, confirmationNumber } = read.payment
  return {
    eventId,
    ...read.payment,
    message: withoutCardNumbers(message),
    confirmationNumber: withoutCardNumbers(confirmationNumber),
  }
}

function parsed(eventId: string, body: Uint8Array): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    const text = Buffer.from(body).toString('utf8')
    throw new UnreadablePostback(
      eventId,
      describeUnreadable(
        text,
        error.errors.map((one) => one.code),
      ),
    )
  }
}
