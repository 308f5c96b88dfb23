import { checkVerifyAccount } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { expect, test } from 'vitest'
import { readReturn } from './return-pointer.ts'
import { withoutCardNumbers } from './redact-card-numbers.ts'
import { verifyPostback } from './hosted-form/verify-postback.ts'

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
    ]
    for (const [index, work] of works.entries())
      expect([text.slice(0, 4), index, fastest(work) < muchTooLong]).toEqual([text.slice(0, 4), index, true])
  }
})
