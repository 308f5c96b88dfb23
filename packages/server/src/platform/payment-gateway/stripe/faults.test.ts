import { cents } from '@coopline/rules/kernel/money'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cardFields, useStripe, visa } from '../../../testing/stripe-in-test.ts'
import { Unavailable } from '../../errors.ts'
import {
  type PaymentAtProvider,
  type PaymentGateway,
  RefusedMethod,
  type ReportedPayment,
  UnusableReport,
} from '../payment-gateway.ts'
import { handledTypes } from './read-events.ts'

const { stripe, double, newPayment, newRequest, payBy, store, gatewayWith } = useStripe()

afterEach(() => vi.restoreAllMocks())

const drain = async (report: AsyncIterable<ReportedPayment>): Promise<readonly ReportedPayment[]> => {
  const all: ReportedPayment[] = []
  for await (const one of report) all.push(one)
  return all
}

/** Each call of the adapter, made anew, so that no circuit breaker is open. */
const calls: readonly (readonly [string, (gateway: PaymentGateway, made: Made) => Promise<unknown>])[] = [
  ['start', (gateway) => gateway.start(newPayment())],
  ['startMethod', (gateway) => gateway.startMethod(newRequest())],
  ['fetch', (gateway, { paid }) => gateway.fetch(paid)],
  ['fetchMethod', (gateway, { paid }) => gateway.fetchMethod({ ...newRequest(), providerReference: paid.reference })],
  ['findNumber', (gateway) => gateway.findNumber('ch_1')],
  ['charge', (gateway, { token }) => gateway.charge(newPayment(), token, async () => true)],
  ['refund', (gateway, { paid }) => gateway.refund(paid, { refundId: 'F1', amount: cents(1), isWhole: false })],
  ['end', (gateway, { paid }) => gateway.end(paid)],
  ['forget', (gateway, { token }) => gateway.forget(token)],
  ['report', (gateway) => drain(gateway.report('2026-11-20'))],
  ['ping', (gateway) => gateway.ping()],
]

interface Made {
  readonly paid: PaymentAtProvider
  readonly token: string
}
let made: Made

beforeAll(async () => {
  made = { paid: await payBy(cardFields(visa)), token: await store(cardFields(visa)) }
})

describe.each(calls)('the call %s of Stripe', (name, call) => {
  it.each([
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'nonsense' },
    { kind: 'time-out' },
  ] as const)('is unavailable after the fault %j, and answered when it is made again', async (fault) => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(soon)
    const gateway = gatewayWith({})
    double.faults.set(fault)
    await expect(call(gateway, made)).rejects.toBeInstanceOf(Unavailable)
    vi.restoreAllMocks()
    // `forget` is the last word about a method: the next test has another one.
    if (name !== 'forget') await call(gateway, made)
  })
})

/** Ends a call that gets no answer, without ten seconds of waiting. */
function soon(): AbortSignal {
  const away = new AbortController()
  setTimeout(() => away.abort(), 300)
  return away.signal
}

describe('a key of Stripe', () => {
  it('is a fault for doctor once it has ended, and its successor needs nothing else [REQ-D-439]', async () => {
    const former = gatewayWith({ secretKey: 'sk_test_ended' })
    await expect(former.fetch(made.paid)).rejects.toBeInstanceOf(Unavailable)
    expect(await former.prove()).toMatchObject([{ verdict: 'fault' }])
    expect(await stripe.fetch(made.paid)).toMatchObject({ kind: 'events' })
    expect(await stripe.prove()).toMatchObject([{ verdict: 'ok' }, { verdict: 'fault' }])
  })
})

const list = (data: readonly object[], has_more = false) => ({ object: 'list', data, has_more, url: '/v1' })

const endpoint = (fields: object = {}) => ({
  object: 'webhook_endpoint',
  enabled_events: ['*'],
  status: 'enabled',
  url: 'https://portal.example/api/v3/payments/postback/stripe',
  ...fields,
})

describe('the proof of the set-up at Stripe', () => {
  const all = handledTypes.map((type) => type as string)
  /** The lists that the key must be able to read. */
  const readable = [list([]), list([]), list([])]

  it.each([
    ['one endpoint for all events', [endpoint()], 'ok', 'all events'],
    ['one for the events that the portal needs', [endpoint({ enabled_events: all })], 'ok', 'all events'],
    ['none', [], 'fault', 'no events to this portal'],
    ['another portal’s', [endpoint({ url: 'https://other.example/api' })], 'fault', 'no events to this portal'],
    ['one that is turned off', [endpoint({ status: 'disabled' })], 'fault', 'no events to this portal'],
    ['two', [endpoint(), endpoint()], 'fault', 'more than once'],
    ['one without disputes', [endpoint({ enabled_events: all.slice(5) })], 'fault', 'charge.dispute.closed'],
  ])('with %s is found', async (_, endpoints, verdict, words) => {
    answer({ object: 'balance', livemode: false }, ...readable, list(endpoints))
    expect(await gatewayWith({}).prove()).toMatchObject([
      { verdict: 'ok', sentence: 'Stripe accepts the key (test mode).' },
      { verdict, sentence: expect.stringContaining(words) },
    ])
  })

  it('warns where the key may not list the endpoints, and finds a key of another mode', async () => {
    answer({ object: 'balance', livemode: false }, ...readable, 403)
    expect(await gatewayWith({}).prove()).toMatchObject([{ verdict: 'ok' }, { verdict: 'warning' }])
    answer({ object: 'balance', livemode: false })
    expect(await gatewayWith({ secretKey: 'sk_live_adapter' }).prove()).toMatchObject([{ verdict: 'fault' }])
  })
})

const entry = (id: string, source: object) => ({
  id,
  object: 'balance_transaction',
  amount: 100,
  fee: 0,
  net: 100,
  type: 'charge',
  source,
})

const answer = (...answers: readonly (object | number | (() => Response))[]) => {
  const left = [...answers]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const next = left.shift() ?? 500
    if (typeof next === 'function') return next()
    return typeof next === 'number' ? new Response('{}', { status: next }) : Response.json(next)
  })
}

describe('a report of Stripe with a fault', () => {
  it.each([
    ['ends after its first page', [list([entry('txn_1', {})], true), 500]],
    ['has an empty page', [list([], true)]],
  ])('cannot be used when it %s [REQ-D-438]', async (_, answers) => {
    answer(...answers)
    await expect(drain(gatewayWith({}).report('2026-11-20'))).rejects.toBeInstanceOf(UnusableReport)
  })

  it('sets one payment aside and reads the others [REQ-D-438]', async () => {
    const prepared = { ...(await preparedCharge()), amount_refunded: 0 }
    answer(
      list([
        entry('txn_3', { ...prepared, id: 'ch_bad', amount: 'much' }),
        entry('txn_2', { object: 'payout', id: 'po_1' }),
        { ...entry('txn_1', prepared), type: 'stripe_fee' },
        entry('txn_0', prepared),
      ]),
      list([]),
      list([]),
    )
    expect(await drain(gatewayWith({}).report('2026-11-20'))).toMatchObject([
      { kind: 'unreadable', payment: { members: ['amount'], said: expect.stringContaining('ch_bad') } },
      { kind: 'readable', transNo: made.paid.transNo, standing: { netAmount: 14_657 } },
    ])
    // One call for each page, however many payments it has: a day of a large cooperative has many.
    expect(fetch).toHaveBeenCalledTimes(3)
  })
})

const refusal = (code: string) => () =>
  Response.json({ error: { type: 'invalid_request_error', code } }, { status: 400 })

describe('a report of Stripe with a refusal', () => {
  it('cannot be used when Stripe refuses a page of it', async () => {
    answer(refusal('parameter_unknown'))
    await expect(drain(gatewayWith({}).report('2026-11-20'))).rejects.toBeInstanceOf(UnusableReport)
  })

  it('sets the payment aside that Stripe refuses, and asks for no debit that no portal made', async () => {
    const prepared = { ...(await preparedCharge()), amount_refunded: 0 }
    const debit = {
      ...prepared,
      id: 'ch_debit',
      payment_method_details: { type: 'us_bank_account' },
      status: 'failed',
    }
    const foreign = { ...debit, id: 'ch_foreign', metadata: {} }
    answer(
      list([entry('txn_1', { ...prepared, id: 'ch_disputed', disputed: true }), entry('txn_0', prepared)]),
      refusal('resource_missing'),
      list([]),
      list([foreign, debit].map((object) => ({ id: `evt_${object.id}`, object: 'event', data: { object } }))),
      refusal('resource_missing'),
    )
    const { transNo } = made.paid
    expect(await drain(gatewayWith({}).report('2026-11-20'))).toMatchObject([
      { kind: 'unreadable', payment: { transNo, said: expect.stringContaining('ch_disputed') } },
      { kind: 'readable', transNo },
      { kind: 'unreadable', payment: { transNo, said: expect.stringContaining('ch_debit') } },
    ])
    expect(fetch).toHaveBeenCalledTimes(5)
  })
})

/** The charge of the payment as Stripe answers with it. */
async function preparedCharge(): Promise<Record<string, unknown>> {
  const read = await stripe.fetch(made.paid)
  const id = read.kind === 'events' ? read.events[0]?.confirmationNumber : null
  const headers = { authorization: 'Bearer sk_test_adapter' }
  const found = await fetch(`${double.origin}/v1/charges/${id}`, { headers })
  return (await found.json()) as Record<string, unknown>
}

describe('a stored method that Stripe refuses to forget', () => {
  it('is not called forgotten', async () => {
    const token = await store(cardFields(visa))
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
      typeof url === 'string' && url.endsWith('/detach')
        ? Response.json({ error: { type: 'invalid_request_error', code: 'method_in_use' } }, { status: 400 })
        : Response.json({ object: 'payment_method', customer: 'cus_1' }),
    )
    await expect(stripe.forget(token)).rejects.toBeInstanceOf(RefusedMethod)
  })
})
