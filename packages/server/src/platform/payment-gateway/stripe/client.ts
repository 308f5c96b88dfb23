import { SpanKind } from '@opentelemetry/api'
import { Stripe } from 'stripe'
import type { Clock } from '../../clock.ts'
import { TooBusy, Unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { inSpan } from '../../tracing/spans.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { readError, StripeRefusal } from './errors.ts'

const answerTimeoutMs = 10_000

/** The version whose objects the portal reads; the account's own version does not matter. */
const apiVersion = '2026-10-28.endive'

export interface StripeClientOptions {
  readonly origin: string
  readonly secretKey: string
  readonly clock: Clock
  readonly log: Log
}

/** Makes calls to Stripe: without redirects, ten seconds at most, and none while Stripe is down. */
export interface StripeClient {
  /** @throws Unavailable when the call must be made again; StripeRefusal when Stripe does not take it. */
  readonly ask: <T extends { readonly object: string }>(call: (stripe: Stripe) => Promise<T>) => Promise<T>
  /** True for a key of live mode, in which money moves. */
  readonly isLive: boolean
  readonly webhooks: Stripe['webhooks']
}

/** Creates the calls to Stripe under one key. */
export function createStripeClient({ origin, secretKey, clock, log }: StripeClientOptions): StripeClient {
  const { protocol, hostname, port } = new URL(origin)
  const stripe = new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(sendOut),
    timeout: answerTimeoutMs,
    // The portal decides what is called again, and when.
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const breaker = createCircuitBreaker({ what: 'The payment provider', clock, failures: 5, restSeconds: 30 })
  return {
    isLive: /^[rs]k_live_/u.test(secretKey),
    webhooks: stripe.webhooks,
    ask: async (call) => {
      // A refusal is an answer: only a provider that does not answer counts as a failure.
      const answer = await breaker.run(async () => {
        try {
          return { said: checked(await call(stripe)) }
        } catch (error) {
          const refusal = readError(error, log)
          if (error instanceof Stripe.errors.StripeRateLimitError)
            throw new TooBusy('The payment provider', error.headers?.['retry-after'])
          if (refusal === null) throw new Unavailable('The payment provider')
          return refusal
        }
      })
      if (answer instanceof StripeRefusal) throw answer
      return answer.said
    },
  }
}

/** The SDK takes every JSON without an error for an answer, with any status: also that of a proxy. All of Stripe's have a type. */
function checked<T extends { readonly object: string }>(said: T): T {
  if (typeof (said as Partial<T> | null)?.object !== 'string') throw new TypeError('The answer is not one of Stripe')
  return said
}

/** The `fetch` of the SDK. */
const sendOut: typeof fetch = async (url, init) =>
  inSpan(`provider ${init?.method ?? 'GET'}`, { kind: SpanKind.CLIENT }, async () => {
    try {
      return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerTimeoutMs) })
    } catch (error) {
      // Stripe may close an idle connection while we reuse it. The SDK then sends the call once more, with the same idempotency key.
      throw Object.assign(new Error('The call was not answered'), { code: wasCutOff(error) ? 'ECONNRESET' : 'FAILED' })
    }
  })

const wasCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(error.cause.code))
