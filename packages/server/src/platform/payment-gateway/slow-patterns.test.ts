import { createHmac } from 'node:crypto'
import { checkVerifyAccount } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { readReturn } from './return-pointer.ts'
import { withoutCardNumbers } from './redact-card-numbers.ts'
import { verifyPostback } from './hosted-form/verify-postback.ts'
import { createStripeClient } from './stripe/client.ts'
import { readToken } from './stripe/methods.ts'
import { readObject } from './read-object.ts'
import { refund } from './stripe/objects.ts'
import { readEvents } from './stripe/read-events.ts'

const key = { kid: 'k', secret: new Uint8Array(32).fill(1) }
const now = new Date('2026-11-20T15:00:00Z')

/** The fastest of three runs, in milliseconds: what the work takes, not what the machine was busy with. */
const fastest = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now()
      try {
        work()
      } catch {
        // A refusal is as good an answer as any; its time is what counts.
      }
      return performance.now() - start
    }),
  )

const nasty = ['1', '1 ', '1-', '4111', '. ', 'v1,', 'A', '=', '\n', '１'].map((piece) =>
  piece.repeat(100_000 / piece.length),
)

/**
 * The most milliseconds that a pattern may take. Work takes far less on a slow and busy machine, and an expression that
 * reads the text once for each of its characters takes far more.
 */
const muchTooLong = 700

const stripe = createStripeClient({
  origin: 'http://127.0.0.1:9',
  secretKey: 'sk_test_slow',
  clock: { now: () => now },
  log: createLog('silent'),
})
const secrets = ['whsec_slow']
const eventOf = (header: string, body: Uint8Array) =>
  readEvents(stripe, { 'stripe-signature': header }, body, { secrets, now })
const signed = (body: Buffer) =>
  `t=1795186800,v1=${createHmac('sha256', 'whsec_slow').update('1795186800.').update(body).digest('hex')}`

test('100 kB of anything is checked by every pattern of Quick Pay and of the postback in the time that reading it takes, not its square [SEC-60]', () => {
  for (const text of nasty) {
    const header = (name: string) => ({
      'webhook-id': 'e',
      'webhook-timestamp': '1795186800',
      'webhook-signature': 'v1,x',
      [name]: text,
    })
    const works = [
      () => withoutCardNumbers(text),
      () => readReturn(text, [key]),
      () => checkVerifyAccount({ accountNumber: text, phoneLastFourDigits: text }),
      () => verifyPostback(header('webhook-id'), new Uint8Array(), [key], now),
      () => verifyPostback(header('webhook-timestamp'), new Uint8Array(), [key], now),
      () => verifyPostback(header('webhook-signature'), new Uint8Array(), [key], now),
      () => verifyPostback(header('none'), Buffer.from(text), [key], now),
      () => eventOf(text, new Uint8Array()),
      () => eventOf(`t=1795186800,v1=${text}`, new Uint8Array()),
      () => eventOf(signed(Buffer.from(text)), Buffer.from(text)),
      () => readToken(text),
      () => readObject(refund, { id: text, object: text, status: text }),
    ]
    for (const [index, work] of works.entries())
      expect([text.slice(0, 4), index, fastest(work) < muchTooLong]).toEqual([text.slice(0, 4), index, true])
  }
})
