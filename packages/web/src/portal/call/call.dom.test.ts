import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls, aProblem } from '../../test-support/answers.ts'
import { call } from './call.ts'
import { CallFailed, NoAnswer } from './call-failed.ts'
import { callsUnderWay } from './calls-under-way.ts'
import { failureMessage } from './failure-message.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.lang = 'en'
})

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )

test('a call goes to /api of our own origin, says who we are and in which language', async () => {
  document.documentElement.lang = 'es'
  const sent = answerCalls({ 'GET /v3/site/contents/legalContent': { key: 'legalContent', content: [] } })
  await call('GET /v3/site/contents/{key}', { params: { key: 'legalContent' }, query: {}, bearer: 'token-1' })
  expect(sent[0]?.address).toBe('/api/v3/site/contents/legalContent')
  expect(sent[0]?.init).toMatchObject({
    method: 'GET',
    credentials: 'same-origin',
    headers: { applicationid: 'Web', 'accept-language': 'es', authorization: 'Bearer token-1' },
  })
})

test('a body is sent as JSON, and the idempotency key beside it', async () => {
  const line = 'POST /v3/quick-pay/verify/account/phone'
  const sent = answerCalls({ [line]: {} })
  const body = { accountNumber: '100100101', phoneLastFourDigits: '4821' }
  await call(line, { body, idempotencyKey: 'key-1' })
  expect(sent[0]?.init.body).toBe(JSON.stringify(body))
  expect(sent[0]?.init.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'key-1' })
})

test('a refusal carries status, every problem and the sentence of the server', async () => {
  const errors = [
    { code: 'a', message: 'First.', field: 'accountNumber' },
    { code: 'b', message: 'Second.' },
  ]
  answerCalls({ 'GET /v3/site/maintenance': aProblem(429, 'Please wait.', errors) })
  const failure = await failureOf(call('GET /v3/site/maintenance', {}))
  expect(failure).toBeInstanceOf(CallFailed)
  expect(failure).toMatchObject({ status: 429, message: 'Please wait.', errors })
  expect(failureMessage(failure, 'en')).toBe('Please wait.')
})

test('a refusal by something in between, without our body, keeps its status', async () => {
  answerCalls({
    'GET /v3/site/maintenance': new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
  })
  const failure = await failureOf(call('GET /v3/site/maintenance', {}))
  expect(failure).toMatchObject({ status: 502, errors: [] })
  expect(failureMessage(failure, 'en')).toBe('502: Bad Gateway')
})

test('reports no answer without a network', async () => {
  answerCalls({})
  const failure = await failureOf(call('GET /v3/site/maintenance', {}))
  expect(failure).toBeInstanceOf(NoAnswer)
  expect(failureMessage(failure, 'en')).toBe('Unknown error!')
})

test('reports no answer when the answer is not JSON', async () => {
  answerCalls({ 'GET /v3/site/maintenance': new Response('<h1>Sign in to the airport</h1>') })
  expect(await failureOf(call('GET /v3/site/maintenance', {}))).toBeInstanceOf(NoAnswer)
})

test('a call gives up after its time', async () => {
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  expect(await failureOf(call('GET /v3/site/maintenance', { timeoutMs: 20 }))).toBeInstanceOf(NoAnswer)
})

test('a call that its caller aborts fails as aborted, not as unanswered', async () => {
  const stop = new AbortController()
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('stopped', 'AbortError')))
  stop.abort()
  const failure = await failureOf(call('GET /v3/site/maintenance', { signal: stop.signal }))
  expect(failure).toBeInstanceOf(DOMException)
})

test('a call counts as under way until its answer, good or bad', async () => {
  answerCalls({ 'GET /v3/site/maintenance': aProblem(500) })
  const failing = failureOf(call('GET /v3/site/maintenance', {}))
  expect(callsUnderWay()).toBe(1)
  await failing
  expect(callsUnderWay()).toBe(0)
})
