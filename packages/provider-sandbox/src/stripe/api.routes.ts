import { createHash, randomBytes } from 'node:crypto'
import { type Answer, type Call, json, type Route } from '../http.ts'
import { type Operation, operations } from './api.operations.ts'
import type { ApiFault } from '../api-faults.ts'
import { listAt, type Parameters, parseForm } from './parse-form.ts'
import { Refusal, type StripeAccount } from './stripe-account.ts'

/** The double as its routes see it. */
export interface StripeApi {
  readonly account: StripeAccount
  readonly secretKey: string
  readonly origin: () => string
  /** Takes the fault that this call meets, if any. */
  readonly takeFault: (path: string) => ApiFault | null
  /** Ends when the double stops. */
  readonly stopping: AbortSignal
}

/** The routes of the vendor's API. */
export const apiRoutes = (api: StripeApi): Route[] =>
  operations.map((operation) => ({
    method: operation.method,
    path: operation.path,
    handle: async (call) => {
      const fault = api.takeFault(call.path)
      if (fault?.kind === 'time-out') await new Promise<void>((resolve) => whenAborted(api.stopping, resolve))
      if (fault?.kind === 'status') return failure(new Refusal(fault.status, { type: 'api_error', message: 'Sandbox' }))
      if (fault?.kind === 'nonsense')
        return { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>502</h1>' }
      const answer = await answerTo(api, operation, call)
      return fault?.kind === 'lost-answer' ? { ...answer, isLost: true } : answer
    },
  }))

function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}

async function answerTo(api: StripeApi, operation: Operation, call: Call): Promise<Answer> {
  const { store } = api.account
  if (call.header('authorization') !== `Bearer ${api.secretKey}`) {
    return failure(new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
  }
  const text = operation.method === 'GET' ? call.query.toString() : await call.readBody()
  const key = operation.method === 'POST' ? call.header('idempotency-key') : undefined
  const request = createHash('sha256').update(`${call.path}\n${text}`).digest('hex')
  const given = key === undefined ? undefined : store.findAnswer(key)
  if (given !== undefined && given.request !== request) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`
    return failure(new Refusal(400, { type: 'idempotency_error', message }))
  }
  if (given !== undefined) return answerOf(given.status, given.body, { 'idempotent-replayed': 'true' })
  const { status, body } = runIn(api, operation, call, parseForm(text))
  const answer = { request, status, body: JSON.stringify(body) }
  if (key !== undefined) store.keepAnswer(key, answer)
  return answerOf(status, answer.body)
}

function runIn(
  { account, origin }: StripeApi,
  operation: Operation,
  call: Call,
  parameters: Parameters,
): { readonly status: number; readonly body: object } {
  try {
    const unknown = Object.keys(parameters).find((name) => !operation.parameters.includes(name))
    if (unknown !== undefined) {
      const message = `Received unknown parameter: ${unknown}`
      throw new Refusal(400, { type: 'invalid_request_error', code: 'parameter_unknown', param: unknown, message })
    }
    // A declined charge is kept: only a fault of ours takes everything back.
    const result = operation.run(account, call.params['id'] ?? '', parameters, origin())
    return { status: 200, body: expand(account, result, listAt(parameters, 'expand')) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: { error: error.body } }
  }
}

const failure = ({ status, body }: Refusal): Answer => answerOf(status, JSON.stringify({ error: body }))

const answerOf = (status: number, body: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  ...json(status, {}),
  headers: { 'content-type': 'application/json', 'request-id': `req_${randomBytes(7).toString('hex')}`, ...more },
  body,
})

/** Puts objects in the place of their ids, along paths such as `data.source.charge`. */
function expand(account: StripeAccount, object: object, paths: readonly unknown[]): object {
  return paths.reduce<object>(
    (expanded, path) => (typeof path === 'string' ? expandAt(account, expanded, path.split('.')) : expanded),
    object,
  )
}

function expandAt(account: StripeAccount, object: object, [name, ...rest]: readonly string[]): object {
  if (name === undefined) return object
  const value = (object as Record<string, unknown>)[name]
  const step = (part: unknown): unknown => {
    const found = typeof part === 'string' ? account.store.findAny(part) : part
    return typeof found === 'object' && found !== null ? expandAt(account, found, rest) : part
  }
  if (value === undefined) return object
  return { ...object, [name]: Array.isArray(value) ? value.map(step) : step(value) }
}
