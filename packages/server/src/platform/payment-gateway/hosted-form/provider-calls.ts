import { createHash } from 'node:crypto'
import { methodPostbackBody } from '@coopline/contract/paying/payments/payments.contract'
import { wireCents, wirePositiveCents } from '@coopline/contract/wire'
import { SpanKind } from '@opentelemetry/api'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { TooBusy, Unavailable } from '../../errors.ts'
import type { Key } from '../../keys.ts'
import { inSpan } from '../../tracing/spans.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import {
  type Capabilities,
  type MethodStatus,
  type PaymentGateway,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderStanding,
  RefusedMethod,
  type RefundAnswer,
  type ReportedPayment,
  UnusableReport,
} from '../payment-gateway.ts'
import { describeUnreadable, readPayment } from '../read-payment.ts'
import { readReport } from './read-report.ts'
import { withoutCardNumbers } from '../redact-card-numbers.ts'
import { currentKey, epochSeconds, signatureOf } from '../signatures.ts'

/** The provider must answer within this time, or it counts as down. */
const answerTimeoutMs = 10_000

const eventType = z.enum([
  'payment.succeeded',
  'payment.declined',
  'payment.canceled',
  'payment.refunded',
  'payment.returned',
  'payment.reinstated',
])

/** A payment as the provider's API describes it. Keys that we do not know are ignored: the provider may add some. */
const paymentOnWire = z.object({
  transNo: z.string().min(1).max(64),
  accountNumber: z.string().min(1).max(20),
  status: z.enum(['open', 'succeeded', 'declined', 'canceled', 'refunded', 'returned']),
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
  netAmount: wireCents.exactOptional(),
  events: z
    .array(
      z.object({
        id: z.string().min(1).max(100),
        type: eventType,
        occurredAt: z.iso.datetime(),
        movedAmount: wirePositiveCents.exactOptional(),
        confirmationNumber: z.string().max(40).exactOptional(),
      }),
    )
    .max(100),
})

/** A request to store a method as the provider's API describes it. */
const providerMethod = z.object({ status: z.enum(['open', 'stored', 'canceled', 'forgotten']) })
const providerStoredMethod = z
  .object(methodPostbackBody.omit({ type: true }).shape)
  .extend({ eventId: z.string().min(1).max(100) })

type PaymentOnWire = z.output<typeof paymentOnWire>

export interface ProviderCallOptions {
  readonly providerUrl: string
  readonly keys: readonly Key[]
  readonly clock: Clock
  /** The refunds that the provider takes. */
  readonly refunds: Capabilities['refunds']
}

export type ProviderCalls = Pick<
  PaymentGateway,
  'fetch' | 'report' | 'fetchMethod' | 'charge' | 'refund' | 'forget' | 'ping'
>

/**
 * Creates the portal's calls to the provider: signed, without redirects, ten seconds at most, and suspended by a
 * circuit breaker while the provider is down.
 */
export function createProviderCalls({ providerUrl, keys, clock, refunds }: ProviderCallOptions): ProviderCalls {
  const breaker = createCircuitBreaker({ what: 'The payment provider', clock, failures: 5, restSeconds: 30 })
  // Only a provider that does not answer counts as a failure. An answer that cannot be read concerns one payment.
  const ask = async (
    path: string,
    body?: string,
    method: Method = body === undefined ? 'GET' : 'POST',
  ): Promise<Answer> =>
    breaker.run(async () => {
      const sent = { method, path, body }
      const answer = await call(providerUrl, sent, authorization(keys, sent, clock.now()))
      refuseUnlessAnswered(answer)
      return answer
    })
  async function* report(day: string): AsyncGenerator<ReportedPayment> {
    const sent = { method: 'GET', path: `/api/payments?date=${day}`, body: undefined } as const
    const response = await breaker.run(async () => {
      const answer = await open(providerUrl, sent, authorization(keys, sent, clock.now()))
      refuseUnlessAnswered(answer)
      return answer
    })
    if (response.status !== 200) throw new UnusableReport(day, `the provider answered ${response.status}`)
    for await (const payment of readReport(day, response.chunks)) yield toReported(payment)
  }
  const askAbout = async (transNo: string) => ask(`/api/payments/${encodeURIComponent(transNo)}`)
  return {
    fetch: async ({ transNo }) => readAnswer(transNo, await askAbout(transNo)),
    report,
    fetchMethod: async ({ reference }) =>
      toMethodStatus(reference, await ask(`/api/methods/${encodeURIComponent(reference)}`)),
    charge: async ({ transNo, accountNumber, accountDisplay, amount, convenienceFee, language }, token) => {
      const charge = { transNo, token, accountNumber, accountDisplay: accountDisplay ?? accountNumber, amount }
      return toCharged(
        transNo,
        await ask('/api/charges', JSON.stringify({ ...charge, convenienceFee, currency: 'USD', language })),
      )
    },
    refund: async ({ transNo }, { refundId, amount, isWhole }) => {
      // A provider without refunds of parts knows the call without a body only.
      const body = isWhole || refunds === 'whole' ? undefined : JSON.stringify({ refundId, amount })
      return toRefunded(transNo, await ask(`/api/payments/${encodeURIComponent(transNo)}/refund`, body, 'POST'))
    },
    forget: async (token) => {
      const { status } = await ask('/api/methods/forget', JSON.stringify({ token }))
      // 404: it does not know the token, so it has forgotten it.
      if (status !== 200 && status !== 404) throw new RefusedMethod(status)
    },
    // No payment has this number, because the digit 0 is in none. Any answer shows that the provider is there.
    ping: async () => void (await askAbout('T0000000000000000')),
  }
}

interface AnswerHead {
  readonly status: number
  /** The header Retry-After. */
  readonly retryAfter: string | null
}

interface Answer extends AnswerHead {
  readonly text: string
}

/** Refusals that do not concern the payment itself: the key, the time. */
const serverRefusals: ReadonlySet<number> = new Set([401, 403, 408])

/** @throws Unavailable for an answer that does not concern the payment; TooBusy for too many calls. */
function refuseUnlessAnswered({ status, retryAfter }: AnswerHead): void {
  if (status === 429) throw new TooBusy('The payment provider', retryAfter)
  if (status >= 500 || serverRefusals.has(status)) throw new Unavailable('The payment provider')
}

/** A charge must be answered with a payment, so 404 is not a valid answer to it. */
function toCharged(transNo: string, answer: Answer): ProviderPayment {
  const status = readAnswer(transNo, answer)
  return status.kind === 'unknown'
    ? { kind: 'unreadable', payment: describeUnreadable(answer.text, ['status 404']) }
    : status
}

const toRefunded = (transNo: string, answer: Answer): RefundAnswer =>
  answer.status === 409 ? { kind: 'refused', why: 'state' } : readAnswer(transNo, answer)

function toMethodStatus(reference: string, { status, text }: Answer): MethodStatus {
  if (status === 404) return { kind: 'unknown' }
  const said = parsed(text)
  const read = readPayment(providerMethod, said)
  if (read.kind === 'unreadable') return read
  const { status: state } = read.payment
  if (state === 'open' || state === 'canceled') return { kind: state }
  const stored = readPayment(providerStoredMethod, said)
  if (stored.kind === 'unreadable') return stored
  if (status !== 200 || stored.payment.reference !== reference)
    return { kind: 'unreadable', payment: describeUnreadable(said, ['reference']) }
  return { kind: 'stored', event: { ...stored.payment, type: 'method.stored' } }
}

function readAnswer(transNo: string, { status, text }: Answer): ProviderPayment {
  if (status === 404) return { kind: 'unknown' }
  const said = parsed(text)
  const read = readPayment(paymentOnWire, said)
  const unreadable = (members: readonly string[]): ProviderPayment => ({
    kind: 'unreadable',
    payment: { ...describeUnreadable(said, members), transNo },
  })
  if (status !== 200) return unreadable([`status ${status}`])
  if (read.kind === 'unreadable') return unreadable(read.payment.members)
  // An answer about another payment is invalid.
  if (read.payment.transNo !== transNo) return unreadable(['transNo'])
  const events = eventsOf(read.payment)
  return events.length === 0 ? { kind: 'open' } : { kind: 'events', events, standing: standingOf(read.payment) }
}

/** Reads one payment of a report, so that a fault in it affects no other payment. */
function toReported(said: unknown): ReportedPayment {
  const read = readPayment(paymentOnWire, said)
  return read.kind === 'unreadable'
    ? read
    : {
        kind: 'readable',
        transNo: read.payment.transNo,
        events: eventsOf(read.payment),
        standing: standingOf(read.payment),
      }
}

const standingOf = ({ status, netAmount }: PaymentOnWire): ProviderStanding => ({
  status,
  netAmount: netAmount ?? null,
})

/** The value of a JSON text, or the text itself when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Method = 'GET' | 'POST'

export interface ProviderCall {
  readonly method: Method
  readonly path: string
  /** The body of a POST. */
  readonly body: string | undefined
}

/** `Coopline-HMAC kid:seconds:signature`, valid for this call and some minutes. */
export function authorization(keys: readonly Key[], { method, path, body }: ProviderCall, now: Date): string {
  const key = currentKey(keys)
  const seconds = epochSeconds(now)
  const digest = body === undefined ? '' : `\n${createHash('sha256').update(body).digest('base64url')}`
  const text = `${method}\n${path}\n${seconds}${digest}`
  const signature = signatureOf(key, text).toString('base64url')
  return `Coopline-HMAC ${key.kid}:${seconds}:${signature}`
}

async function call(origin: string, sent: ProviderCall, authorizationHeader: string): Promise<Answer> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  try {
    return await again(signal, async () => {
      const response = await send(origin, { ...sent, authorizationHeader, signal })
      return { ...headOf(response), text: await response.text() }
    })
  } catch {
    throw new Unavailable('The payment provider')
  }
}

const headOf = ({ status, headers }: Response): AnswerHead => ({ status, retryAfter: headers.get('retry-after') })

interface OpenAnswer extends AnswerHead {
  /** Ends early when the provider stops sending. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Makes a call whose answer may be long: the provider has ten seconds for its beginning and for each further part. */
async function open(origin: string, sent: ProviderCall, authorizationHeader: string): Promise<OpenAnswer> {
  const away = new AbortController()
  const withinTime = async <T>(step: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(() => away.abort(), answerTimeoutMs)
    return step().finally(() => clearTimeout(timer))
  }
  async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
    const reader = body?.getReader()
    try {
      for (;;) {
        // What has not arrived when the connection ends is missing from the report, which says so.
        const part = await withinTime(async () => reader?.read()).catch(() => undefined)
        if (part?.value === undefined) return
        yield part.value
      }
    } finally {
      away.abort()
    }
  }
  try {
    const response = await withinTime(async () =>
      again(away.signal, async () => send(origin, { ...sent, authorizationHeader, signal: away.signal })),
    )
    return { ...headOf(response), chunks: chunksOf(response.body) }
  } catch {
    throw new Unavailable('The payment provider')
  }
}

interface Sending extends ProviderCall {
  readonly authorizationHeader: string
  readonly signal: AbortSignal
}

const send = async (origin: string, { method, path, body, authorizationHeader, signal }: Sending): Promise<Response> =>
  inSpan(`provider ${method}`, { kind: SpanKind.CLIENT }, async () =>
    fetch(origin + path, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        authorization: authorizationHeader,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      signal,
    }),
  )

/**
 * The other side may close an idle connection while we reuse it, so this retries once on a new one. A charge or refund may be sent twice.
 */
const again = async <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> =>
  ask().catch(async (error: unknown) => {
    if (signal.aborted || !wasCutOff(error)) throw error
    return ask()
  })

const wasCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(error.cause.code))

/**
 * Builds the events of a payment. All of them have the figures of its latest state. `netAmount` belongs to the latest
 * event only; of a payment that the provider calls succeeded, it is the total amount unless the provider states another
 * one, or parts of it moved. A part may have a confirmation number of its own.
 */
function eventsOf({ events, status, netAmount, ...payment }: PaymentOnWire): readonly ProviderEvent[] {
  const latest = events.reduce((last, one) => Math.max(last, Date.parse(one.occurredAt)), 0)
  const isWhole = events.every(({ movedAmount }) => movedAmount === undefined)
  const net = netAmount ?? (status === 'succeeded' && isWhole ? payment.totalAmount : undefined)
  return events.map(({ id, type, occurredAt, movedAmount, confirmationNumber = payment.confirmationNumber }) => ({
    ...payment,
    message: withoutCardNumbers(payment.message),
    confirmationNumber: withoutCardNumbers(confirmationNumber),
    ...(movedAmount !== undefined && { movedAmount }),
    eventId: id,
    type,
    ...(net !== undefined && Date.parse(occurredAt) === latest && { netAmount: net }),
    occurredAt,
  }))
}
