import { postbackBody } from '@coopline/contract/payments/payments.contract'
import { BadInput, NotSignedIn } from '../errors.ts'
import { parseJson } from '../http/parse-json.ts'
import type { Key } from '../keys.ts'
import type { ProviderNews } from './payment-gateway.ts'
import { withoutCardNumbers } from './redact-card-numbers.ts'
import { epochSeconds, isSameSignature, signatureOf } from './signatures.ts'

/** How old or how far ahead a postback may be, in seconds. */
export const postbackToleranceSeconds = 300

/** A provider that changes keys signs with each of them; more than this is not a list of signatures. */
const mostSignatures = 10

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Checks a postback in the Standard Webhooks form and reads it. Nothing of the body is parsed before a signature over its
 * raw bytes was found good under one of the live keys. `webhook-key-id` is a hint that nothing depends on.
 *
 * @throws NotSignedIn for a bad, missing, foreign or stale signature; BadInput for a body of another form.
 */
export function verifyPostback(headers: Headers, body: Uint8Array, keys: readonly Key[], now: Date): ProviderNews {
  const eventId = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^[A-Za-z0-9._:-]{1,100}(?![\s\S])/u.test(eventId)) throw new NotSignedIn('Postback without an event id')
  if (!/^[0-9]{1,12}(?![\s\S])/u.test(timestamp)) throw new NotSignedIn('Postback without a time')
  if (Math.abs(epochSeconds(now) - Number(timestamp)) > postbackToleranceSeconds)
    throw new NotSignedIn('Postback of another time')
  const signatures = readSignatures(headers['webhook-signature'] ?? '')
  // Every key is tried against every signature, so that the time tells nothing about either.
  let good = false
  for (const key of keys) {
    const expected = signatureOf(key, `${eventId}.${timestamp}.`, body)
    for (const signature of signatures) if (isSameSignature(signature, expected)) good = true
  }
  if (!good) throw new NotSignedIn('Postback with a wrong signature')
  return readPostback(eventId, body)
}

function readSignatures(header: string): readonly Buffer[] {
  if (header.length > 1000) return []
  return header
    .split(' ')
    .slice(0, mostSignatures)
    .flatMap((entry) => {
      const [, encoded] = /^v1,([A-Za-z0-9+/]{43}=)(?![\s\S])/u.exec(entry) ?? []
      return encoded === undefined ? [] : [Buffer.from(encoded, 'base64')]
    })
}

function readPostback(eventId: string, body: Uint8Array): ProviderNews {
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
