import { wireCents } from '@coopline/contract/wire'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { Unavailable } from '../errors.ts'
import type { Key } from '../keys.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { ProviderEvent, ProviderStatus } from './payment-gateway.ts'
import { withoutCardNumbers } from './redact-card-numbers.ts'
import { currentKey, epochSeconds, signatureOf } from './signatures.ts'

/** The provider answers within this time or counts as away. */
const answerTimeoutMs = 10_000

const eventType = z.enum(['payment.succeeded', 'payment.declined', 'payment.canceled', 'payment.refunded'])

/** A payment as the provider's API describes it. Keys that we do not know are ignored: the provider may add some. */
const providerPayment = z.object({
  transNo: z.string().min(1).max(64),
  accountNumber: z.string().min(1).max(20),
  status: z.enum(['open', 'succeeded', 'declined', 'canceled', 'refunded']),
  amount: wireCents,
  convenienceFee: wireCents,
  totalAmount: wireCents,
  currency: z.string().length(3),
  paymentType: z.enum(['cc', 'echeck']),
  cardType: z.enum(['VI', 'MC', 'AX', 'DI']).nullable(),
  lastFour: z
    .string()
    .regex(/^[0-9]{4}(?![\s\S])/u)
    .nullable(),
  confirmationNumber: z.string().max(40).nullable(),
  message: z.string().max(500).nullable(),
  events: z.array(z.object({ id: z.string().min(1).max(100), type: eventType, occurredAt: z.iso.datetime() })).max(100),
})

const providerReport = z.object({ payments: z.array(providerPayment) })

type ProviderPayment = z.output<typeof providerPayment>

export interface ProviderCallOptions {
  readonly providerUrl: string
  readonly keys: readonly Key[]
  readonly clock: Clock
}

export interface ProviderCalls {
  readonly status: (transNo: string) => Promise<ProviderStatus>
  readonly report: (day: string) => Promise<readonly ProviderEvent[]>
}

/** The calls that we make to the provider: signed, never redirected, ten seconds at most, spared while it is down. */
export function createProviderCalls({ providerUrl, keys, clock }: ProviderCallOptions): ProviderCalls {
  const breaker = createCircuitBreaker({ what: 'The payment provider', clock, failures: 5, restSeconds: 30 })
  const ask = async <T>(path: string, schema: z.ZodType<T>): Promise<T | 'unknown'> =>
    breaker.run(async () => {
      const answer = await call(providerUrl, path, authorization(keys, path, clock.now()))
      if (answer.status === 404) return 'unknown'
      const result = schema.safeParse(answer.body)
      if (answer.status !== 200 || !result.success) throw new Unavailable('The payment provider')
      return result.data
    })
  return {
    status: async (transNo) => {
      const payment = await ask(`/api/payments/${encodeURIComponent(transNo)}`, providerPayment)
      if (payment === 'unknown') return { kind: 'unknown' }
      // An answer about another payment is worth nothing.
      if (payment.transNo !== transNo) throw new Unavailable('The payment provider')
      const events = eventsOf(payment)
      return events.length === 0 ? { kind: 'open' } : { kind: 'events', events }
    },
    report: async (day) => {
      const report = await ask(`/api/payments?date=${day}`, providerReport)
      if (report === 'unknown') throw new Unavailable('The report of the payment provider')
      return report.payments.flatMap(eventsOf)
    },
  }
}

/** `Coopline-HMAC kid:seconds:signature`, good for this path and some minutes. */
function authorization(keys: readonly Key[], path: string, now: Date): string {
  const key = currentKey(keys)
  const seconds = epochSeconds(now)
  const signature = signatureOf(key, `GET\n${path}\n${seconds}`).toString('base64url')
  return `Coopline-HMAC ${key.kid}:${seconds}:${signature}`
}

async function call(origin: string, path: string, authorizationHeader: string) {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  const ask = async () => {
    const response = await fetch(origin + path, {
      headers: { authorization: authorizationHeader, accept: 'application/json' },
      redirect: 'error',
      signal,
    })
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  try {
    return await ask().catch(async (error: unknown) => {
      // A connection that was kept open may be closed by the other side just as we use it again: once more, on a new one.
      if (signal.aborted || !wasCutOff(error)) throw error
      return ask()
    })
  } catch {
    throw new Unavailable('The payment provider')
  }
}

const wasCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(error.cause.code))

/** One event each; the figures are those of the payment's latest state. */
function eventsOf({ events, status: _status, ...payment }: ProviderPayment): readonly ProviderEvent[] {
  return events.map(({ id, type, occurredAt }) => ({
    ...payment,
    message: withoutCardNumbers(payment.message),
    confirmationNumber: withoutCardNumbers(payment.confirmationNumber),
    eventId: id,
    type,
    occurredAt,
  }))
}
