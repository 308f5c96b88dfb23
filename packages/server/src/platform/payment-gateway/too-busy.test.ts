import { afterEach, expect, it, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestClock } from '../../testing/test-clock.ts'
import { testSigningKey } from '../../testing/test-portal.ts'
import { TooBusy } from '../errors.ts'
import { createLog } from '../log.ts'
import { createAnetClient } from './authorize-net/client.ts'
import { createProviderCalls } from './hosted-form/provider-calls.ts'
import { createStripeClient } from './stripe/client.ts'

const shared = { clock: createTestClock(), log: createLog('silent') }

/** Makes the calls of each adapter, new ones each time, so that no circuit breaker has a past. */
const createCalls = () => {
  const hostedForm = createProviderCalls({
    ...shared,
    providerUrl: 'https://provider.example',
    keys: [testSigningKey],
    refunds: 'parts',
  })
  const stripe = createStripeClient({ ...shared, origin: 'https://api.stripe.com', secretKey: 'sk_test_busy' })
  const anet = createAnetClient({
    ...shared,
    origin: 'https://api.authorize.net',
    loginId: 'login',
    transactionKey: 'busy',
  })
  return {
    'the hosted form': async () => hostedForm.ping(),
    'the report of the hosted form': async () => hostedForm.report('2026-11-20')[Symbol.asyncIterator]().next(),
    Stripe: async () => stripe.ask((sdk) => sdk.balance.retrieve()),
    'Authorize.net': async () => anet.ask('authenticateTest', {}, z.unknown()),
    'the endpoints of Authorize.net': async () => anet.listEndpoints(),
  }
}
type Callee = keyof ReturnType<typeof createCalls>

const providers = Object.keys(createCalls()) as Callee[]

afterEach(() => vi.restoreAllMocks())

/** Answers every call with 429. */
const busy = (retryAfter?: string) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json(
        { error: { type: 'invalid_request_error', code: 'rate_limit' } },
        { status: 429, ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }) },
      ),
    )

it.each(providers)('%s says how long it takes no more calls, and is not taken for down [REQ-D-429]', async (callee) => {
  const fetched = busy('90')
  const call = createCalls()[callee]
  for (let n = 0; n < 8; n += 1) {
    const refusal = await call().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(TooBusy)
    expect(refusal).toMatchObject({ retryAfterSeconds: 90 })
  }
  // Each call was made: no breaker is open.
  expect(fetched).toHaveBeenCalledTimes(8)
})

it.each(providers)('%s may give no time [REQ-D-429]', async (callee) => {
  busy()
  await expect(createCalls()[callee]()).rejects.toMatchObject({ retryAfterSeconds: 5 })
})

test('the time that a busy system gives is at least five seconds, and an hour at most [REQ-D-429]', () => {
  const secondsOf = (header: string | null) => new TooBusy('It', header).retryAfterSeconds
  expect(['0', '4', '6', '3600', '999999999', '9'.repeat(400)].map(secondsOf)).toEqual([5, 5, 6, 3_600, 3_600, 5])
  expect([null, '', '-7', '1.5', 'Fri, 20 Nov 2026 15:00:00 GMT'].map(secondsOf)).toEqual([5, 5, 5, 5, 5])
})
