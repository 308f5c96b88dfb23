import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { signatureOf } from '../platform/payment-gateway/signatures.ts'
import { adasPhone } from './notified.ts'
import { type TestPortal, testSigningKey } from './test-portal.ts'

/** Sends a text message as the text-message service delivers it. @param from ten digits. */
export async function textFromPhone(
  portal: TestPortal,
  text: string,
  eventId = `t.${randomUUID()}`,
  from = adasPhone,
  key = testSigningKey,
): Promise<LightMyRequestResponse> {
  const payload = JSON.stringify({ from: `+1${from}`, text })
  const seconds = String(Math.floor(portal.clock.now().getTime() / 1000))
  const signature = signatureOf(key, `${eventId}.${seconds}.`, Buffer.from(payload))
  return portal.inject({
    method: 'POST',
    url: '/api/v3/text-messages/replies',
    headers: {
      'content-type': 'application/json',
      'webhook-id': eventId,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature.toString('base64')}`,
    },
    payload,
  })
}
