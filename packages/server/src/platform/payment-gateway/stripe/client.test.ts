import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestClock } from '../../../testing/test-clock.ts'
import { Unavailable } from '../../errors.ts'
import { createLog } from '../../log.ts'
import { createStripeClient, type StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { createStripe } from './stripe.ts'

const clock = createTestClock()
const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })
const key = 'sk_test_canary5081'
const secret = 'whsec_canary5081'

const servers: Server[] = []

afterEach(() => {
  lines.length = 0
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) server.close()
})

/** A counterpart that gives one answer to every call. */
async function counterpart(status: number, body: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`
}

const clientOf = (origin: string): StripeClient => createStripeClient({ origin, secretKey: key, clock, log })

const failureOf = async (client: StripeClient): Promise<unknown> =>
  client.ask((stripe) => stripe.balance.retrieve()).catch((error: unknown) => error)

/** Texts of a member and of a card as an answer of Stripe may have them. */
const canary = 'canary5081 Ada Lindqvist ada@example.com 4242424242424242'

const errorOf = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ error: { message: canary, doc_url: canary, payment_intent: { description: canary }, ...fields } })

const inAnyForm = (error: unknown): string =>
  [error, (error as Error).message, (error as Error).stack, JSON.stringify(error), (error as Error).cause]
    .map(String)
    .join(' ')

describe('a call to Stripe', () => {
  it.each([
    [401, 'invalid_request_error', undefined],
    [403, 'invalid_request_error', 'more_permissions_required'],
    [409, 'idempotency_error', 'idempotency_key_in_use'],
    [400, 'idempotency_error', undefined],
    [429, 'invalid_request_error', 'rate_limit'],
    [500, 'api_error', undefined],
    [503, 'api_error', undefined],
  ])('may be made again when it is answered with %i (%s) [SEC-70]', async (status, type, code) => {
    const failure = await failureOf(clientOf(await counterpart(status, errorOf({ type, code }))))
    expect(failure).toBeInstanceOf(Unavailable)
    expect(inAnyForm(failure)).not.toContain('canary')
    expect(lines.join('')).toContain('Stripe did not answer a call')
    expect(lines.join('')).not.toMatch(/canary|Ada|4242/u)
  })

  it.each([
    [402, { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' }, 'card_declined'],
    [400, { type: 'invalid_request_error', code: 'amount_too_large', param: 'amount' }, 'amount_too_large'],
    [404, { type: 'invalid_request_error', code: 'resource_missing' }, 'resource_missing'],
    [400, { type: 'invalid_request_error', code: `bad code ${canary}` }, 'StripeInvalidRequestError'],
  ])('has codes and no text when it is refused with %i', async (status, fields, code) => {
    const failure = await failureOf(clientOf(await counterpart(status, errorOf(fields))))
    expect(failure).toBeInstanceOf(StripeRefusal)
    expect(failure).toMatchObject({ code, status })
    expect(inAnyForm(failure)).not.toMatch(/canary|Ada|4242/u)
    expect(lines).toEqual([])
  })

  it.each([
    ['a page of a proxy', 502, `<h1>${canary}</h1>`],
    ['half an answer', 200, '{"object":'],
    ['the words of a proxy', 403, `{"message":"${canary}"}`],
    ['no words of a proxy', 500, '{}'],
    ['nothing', 200, 'null'],
  ])('may be made again when it is answered with %s', async (_, status, body) => {
    const failure = await failureOf(clientOf(await counterpart(status, body)))
    expect(failure).toBeInstanceOf(Unavailable)
    expect(inAnyForm(failure) + lines.join('')).not.toContain('canary')
  })

  it('follows no redirect [SEC-70]', async () => {
    const elsewhere = await counterpart(200, '{"object":"balance"}')
    const failure = await failureOf(clientOf(await counterpart(302, '', { location: elsewhere })))
    expect(failure).toBeInstanceOf(Unavailable)
  })

  it('ends after ten seconds, and names the version of the objects that the portal reads [SEC-70]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ object: 'balance' }))
    await clientOf('https://api.stripe.com').ask((stripe) => stripe.balance.retrieve())
    expect(timeout.mock.calls).toEqual([[10_000]])
    const [url, init] = fetched.mock.calls[0] ?? []
    expect(url).toBe('https://api.stripe.com/v1/balance')
    expect(init).toMatchObject({ redirect: 'error', signal: timeout.mock.results[0]?.value })
    const headers = new Headers(init?.headers)
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
    expect(headers.get('x-stripe-client-telemetry')).toBeNull()
  })

  it('is not made while Stripe is down, and one is tried after half a minute', async () => {
    const client = clientOf(await counterpart(503, errorOf({ type: 'api_error' })))
    for (let call = 0; call < 5; call += 1) await failureOf(client)
    const fetched = vi.spyOn(globalThis, 'fetch')
    expect(await failureOf(client)).toBeInstanceOf(Unavailable)
    expect(fetched).not.toHaveBeenCalled()
    clock.advance(31)
    expect(await failureOf(client)).toBeInstanceOf(Unavailable)
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('is still made after many refusals, which are answers', async () => {
    const client = clientOf(
      await counterpart(404, errorOf({ type: 'invalid_request_error', code: 'resource_missing' })),
    )
    for (let call = 0; call < 8; call += 1) expect(await failureOf(client)).toBeInstanceOf(StripeRefusal)
  })
})

describe('a refusal that the adapter does not expect', () => {
  it('is no answer about the payment, and shows neither key nor secret nor text', async () => {
    const apiOrigin = await counterpart(400, errorOf({ type: 'invalid_request_error', code: 'parameter_unknown' }))
    const stripe = createStripe({
      apiOrigin,
      secretKey: key,
      webhookSecrets: [secret],
      publicOrigin: 'https://p.example',
      clock,
      log,
    })
    const failures = await Promise.all([
      stripe.ping().catch((error: unknown) => error),
      stripe.findNumber('ch_1').catch((error: unknown) => error),
      stripe
        .readEvents({ 'stripe-signature': `t=1,v1=${canary}` }, new Uint8Array([1]))
        .catch((error: unknown) => error),
      stripe.prove(),
    ])
    expect(failures.slice(0, 2).every((one) => one instanceof Unavailable)).toBe(true)
    expect(failures.map(inAnyForm).join(' ') + lines.join('')).not.toMatch(/canary|Ada|4242/u)
    expect(lines.join('')).toContain('Stripe did not take a call')
    expect(failures[3]).toMatchObject([{ verdict: 'fault' }])
  })
})
