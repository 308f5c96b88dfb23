import { NotSignedIn } from '../errors.ts'
import type { Key } from '../keys.ts'
import { epochSeconds, isSameSignature, signatureOf } from '../payment-gateway/signatures.ts'

/** The most seconds that the time of a signed call may differ from now, in either direction. */
const signedCallToleranceSeconds = 300

/** A caller that changes keys signs with each of them; more than this is not a list of signatures. */
const mostSignatures = 10

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Checks a call in the Standard Webhooks form, by its raw bytes: the signature of one of the live keys, not older or further
 * ahead than five minutes.
 *
 * @returns the id of the event, which is to be taken once.
 * @throws NotSignedIn for a bad, missing, foreign or stale signature.
 */
export function checkSignedCall(headers: Headers, body: Uint8Array, keys: readonly Key[], now: Date): string {
  const eventId = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^[A-Za-z0-9._:-]{1,100}(?![\s\S])/u.test(eventId)) throw new NotSignedIn('A signed call without an event id')
  if (!/^[0-9]{1,12}(?![\s\S])/u.test(timestamp)) throw new NotSignedIn('A signed call without a time')
  if (Math.abs(epochSeconds(now) - Number(timestamp)) > signedCallToleranceSeconds)
    throw new NotSignedIn('A signed call whose time is too far from now')
  const signatures = readSignatures(headers['webhook-signature'] ?? '')
  // Every key is tried against every signature, so that the timing reveals nothing about either.
  let good = false
  for (const key of keys) {
    const expected = signatureOf(key, `${eventId}.${timestamp}.`, body)
    for (const signature of signatures) if (isSameSignature(signature, expected)) good = true
  }
  if (!good) throw new NotSignedIn('A signed call with a wrong signature')
  return eventId
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
