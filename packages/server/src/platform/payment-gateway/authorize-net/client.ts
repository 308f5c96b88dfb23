import { SpanKind } from '@opentelemetry/api'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { TooBusy, Unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { inSpan } from '../../tracing/spans.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { readObject } from '../read-object.ts'

const answerTimeoutMs = 10_000

export interface AnetClientOptions {
  readonly origin: string
  readonly loginId: string
  readonly transactionKey: string
  readonly clock: Clock
  readonly log: Log
}

/** A call that Authorize.net refuses. Its texts are left out: they may be about people. */
export class AnetRefusal extends Error {
  /** The code of the refusal, such as `E00040`. */
  readonly code: string
  /** The id of the object that exists already; `null` unless the refusal says so. */
  readonly existingId: string | null
  constructor(code: string, existingId: string | null = null) {
    super(`Authorize.net refuses a call: ${code}`)
    this.name = 'AnetRefusal'
    this.code = code
    this.existingId = existingId
  }
}

/** The code with which the vendor refuses a call about something that it does not have. */
export const notFoundCode = 'E00040'
/** The code with which it refuses to create something that it has already. */
const existsCode = 'E00039'

/** Makes calls to Authorize.net: without redirects, ten seconds at most, and none while it is down. */
export interface AnetClient {
  /**
   * Makes a call of the API and reads the answer.
   *
   * @param fields the parts of the request in the order of the vendor's schema: another order is refused.
   * @throws Unavailable when the call must be made again; AnetRefusal; UnreadableObject for an answer of another form.
   */
  readonly ask: <T>(request: string, fields: object, schema: z.ZodType<T>) => Promise<T>
  /** Lists the endpoints for news. @throws Unavailable; UnreadableObject. */
  readonly listEndpoints: () => Promise<readonly Endpoint[]>
}

const endpoint = z.object({
  url: z.string().max(2000),
  status: z.string().max(40),
  eventTypes: z.array(z.string().max(100)),
})
type Endpoint = z.output<typeof endpoint>

const answered = z.object({
  messages: z.object({
    resultCode: z.enum(['Ok', 'Error']),
    message: z.array(z.object({ code: z.string().max(40), text: z.string().catch('') })).min(1),
  }),
  transactionResponse: z.object({ responseCode: z.string().exactOptional() }).optional(),
})

/**
 * Refusals that say nothing about the call itself: an error or a pause of the service, keys that are not accepted, an account that is not
 * active, a right that is missing.
 */
const serviceCodes: ReadonlySet<string> = new Set([
  'E00001',
  'E00005',
  'E00006',
  'E00007',
  'E00008',
  'E00009',
  'E00010',
  'E00011',
  'E00053',
  'E00104',
])

/** Creates the calls to Authorize.net under one login. */
export function createAnetClient({ origin, loginId, transactionKey, clock, log }: AnetClientOptions): AnetClient {
  const breaker = createCircuitBreaker({ what: 'The payment provider', clock, failures: 5, restSeconds: 30 })
  const merchantAuthentication = { name: loginId, transactionKey }
  const unanswered = (facts: object): Unavailable => {
    log.warn(facts, 'Authorize.net did not answer a call')
    return new Unavailable('The payment provider')
  }
  const send = async (what: string, path: string, init: RequestInit): Promise<unknown> => {
    try {
      return await inSpan(`provider ${what}`, { kind: SpanKind.CLIENT }, async () => {
        const signal = AbortSignal.timeout(answerTimeoutMs)
        const response = await fetch(`${origin}${path}`, { ...init, redirect: 'error', signal })
        const text = await response.text()
        if (response.status === 429) throw new TooBusy('The payment provider', response.headers.get('retry-after'))
        if (!response.ok) throw new TypeError(`The answer is ${response.status}`)
        // Answers begin with a byte order mark, which is no part of JSON.
        return JSON.parse(text.replace(/^\uFEFF/u, '')) as unknown
      })
    } catch (error) {
      // The error of a parser has the answer in it.
      const failure = unanswered({ what, type: error instanceof Error ? error.name : null })
      throw error instanceof TooBusy ? error : failure
    }
  }
  const askOnce = async (request: string, fields: object): Promise<unknown> => {
    const body = JSON.stringify({ [`${request}Request`]: { merchantAuthentication, ...fields } })
    const headers = { 'content-type': 'application/json' }
    const said = await send(request, '/xml/v1/request.api', { method: 'POST', headers, body })
    const read = answered.safeParse(said).data
    if (read === undefined) throw unanswered({ what: request, type: 'form' })
    const { code, text } = read.messages.message[0] ?? { code: '', text: '' }
    // A transaction that is declined is an answer with a transaction in it. That of a refused call is empty.
    if (read.messages.resultCode === 'Ok' || read.transactionResponse?.responseCode !== undefined) return said
    if (serviceCodes.has(code)) throw unanswered({ what: request, code })
    // The vendor names the object in its text only.
    const existing = code === existsCode ? /\bID ([0-9]{1,30})\b/u.exec(text)?.[1] : undefined
    return new AnetRefusal(code, existing)
  }
  return {
    ask: async (request, fields, schema) => {
      // A refusal is an answer: only a provider that does not answer counts as a failure.
      const said = await breaker.run(async () => askOnce(request, fields))
      if (said instanceof AnetRefusal) throw said
      return readObject(schema, said)
    },
    listEndpoints: async () => {
      const authorization = `Basic ${Buffer.from(`${loginId}:${transactionKey}`).toString('base64')}`
      const said = await breaker.run(async () => send('webhooks', '/rest/v1/webhooks', { headers: { authorization } }))
      return readObject(z.array(endpoint), said)
    },
  }
}
