import { methodPostbackBody, postbackBody } from '@coopline/contract/paying/payments/payments.contract'
import { BadInput, TooLarge } from '../../errors.ts'
import { checkSignedCall } from '../../http/check-signed-call.ts'
import { parseJson } from '../../http/parse-json.ts'
import type { Key } from '../../keys.ts'
import { type ProviderNews, UnreadablePostback } from '../payment-gateway.ts'
import { describeUnreadable, readPayment } from '../read-payment.ts'
import { withoutCardNumbers } from '../redact-card-numbers.ts'

/** The maximum size of a postback, in bytes. Genuine postbacks are much smaller. */
const largestPostback = 20_000

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Checks a postback in the Standard Webhooks form and reads it. Nothing of the body is parsed before a signature over its
 * raw bytes was found good under one of the live keys. `webhook-key-id` is a hint that nothing depends on.
 *
 * @throws TooLarge; NotSignedIn for a bad, missing, foreign or stale signature; UnreadablePostback for a body of another form.
 */
export function verifyPostback(headers: Headers, body: Uint8Array, keys: readonly Key[], now: Date): ProviderNews {
  if (body.length > largestPostback) throw new TooLarge('The postback is too large')
  return readPostback(checkSignedCall(headers, body, keys, now), body)
}

function readPostback(eventId: string, body: Uint8Array): ProviderNews {
  const value = parsed(eventId, body)
  if (isAboutMethod(value)) {
    const read = readPayment(methodPostbackBody, value)
    if (read.kind === 'unreadable') throw new UnreadablePostback(eventId, read.payment)
    return { kind: 'method', event: { eventId, ...read.payment } }
  }
  const read = readPayment(postbackBody, value)
  if (read.kind === 'unreadable') throw new UnreadablePostback(eventId, read.payment)
  const { message, confirmationNumber } = read.payment
  const event = {
    eventId,
    ...read.payment,
    message: withoutCardNumbers(message),
    confirmationNumber: withoutCardNumbers(confirmationNumber),
  }
  return { kind: 'payment', event }
}

const isAboutMethod = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'method.stored'

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
        error.refusals.map((one) => one.code),
      ),
    )
  }
}
