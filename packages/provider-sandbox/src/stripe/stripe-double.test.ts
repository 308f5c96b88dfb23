import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicData } from '@coopline/testing/public-data'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakePortal, startFakePortal } from '../sandbox-under-test.ts'
import { signNotice } from './notice-sender.ts'
import { type RunningStripeDouble, startStripeDouble } from './start-stripe-double.ts'
import { bankOf, cardOf, testRoutingNumber } from './test-instruments.ts'

const secretKey = 'sk_test_sandbox'
const webhookSecret = 'whsec_sandbox'
const day = 86_400

let portal: FakePortal
let double: RunningStripeDouble
let stripe: Stripe

beforeAll(async () => {
  portal = await startFakePortal()
  double = await start()
  stripe = sdkFor(double)
})

afterEach(() => double.faults.clear())

afterAll(async () => {
  await double.close()
  await portal.close()
})

const start = (dataDir?: string): Promise<RunningStripeDouble> =>
  startStripeDouble({
    secretKey,
    webhookSecret,
    webhookUrl: `${portal.url}/api/v3/payments/postback/stripe`,
    ...(dataDir === undefined ? {} : { dataDir }),
  })

/** The vendor's own library, which knows nothing of the double. */
function sdkFor({ origin }: RunningStripeDouble, key = secretKey): Stripe {
  const { hostname, port } = new URL(origin)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

const item = (name: string, amount: number) => ({
  quantity: 1,
  price_data: { currency: 'usd', unit_amount: amount, product_data: { name } },
})

const openPage = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: 'T1',
    line_items: [item('Electric account ending in 0300', 14_237), item('Convenience fee', 420)],
    allowed_payment_method_types: ['card', 'us_bank_account'],
    payment_intent_data: { metadata: { coopline_trans_no: 'T1' }, description: 'T1' },
    success_url: 'http://portal.test/return?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://portal.test/cancel',
    ...more,
  })

const visa = cardOf('4242424242424242', { month: 8, year: 2030 })
const withNumber = (number: string) => cardOf(number, { month: 8, year: 2030 })
const bank = (number = '000123456789') => bankOf(number, testRoutingNumber)

function pay(session: Stripe.Checkout.Session, instrument = visa): void {
  if (instrument === null) throw new Error('This is not a test number.')
  double.atVendor.complete(session.id, instrument)
}

const expand = ['payment_intent.latest_charge.balance_transaction']

async function chargeOf(session: Stripe.Checkout.Session): Promise<Stripe.Charge> {
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id, { expand })
  return (payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge
}

const eventsAbout = (id: string): readonly string[] =>
  double.notices
    .list()
    .filter(({ about }) => about === id)
    .map(({ type }) => type)

async function payByHand(
  session: Stripe.Checkout.Session,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

const cardForm = (cardNumber: string) => ({ method: 'cc', cardNumber, cardExpiry: '08/30', cardCvc: '123' })

describe('a page of Checkout', () => {
  it('shows what is paid, takes a card and sends the payer to the address of success', async () => {
    const session = await openPage()
    const page = await (await fetch(session.url ?? '')).text()
    expect(page).toContain('Electric account ending in 0300')
    expect(page).toContain('$146.57')
    expect(session.payment_intent).toBeNull()

    const answer = await payByHand(session, cardForm('4242 4242 4242 4242'))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://portal.test/return?session=${session.id}`)

    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand })
    const intent = paid.payment_intent as Stripe.PaymentIntent
    const charge = intent.latest_charge as Stripe.Charge
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 14_657 })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 14_657,
      metadata: { coopline_trans_no: 'T1' },
    })
    expect(charge).toMatchObject({ paid: true, metadata: { coopline_trans_no: 'T1' } })
    expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' })
    // 2.9 % and 30 cents.
    expect(charge.balance_transaction).toMatchObject({ amount: 14_657, fee: 455, net: 14_202 })
  })

  it('stays open after a decline, with the reason of the bank', async () => {
    const session = await openPage()
    const declined = await payByHand(session, cardForm('4000000000009995'))
    expect(declined.status).toBe(422)
    expect(await declined.text()).toContain('insufficient funds')
    expect(eventsAbout((await chargeIdsOf(session))[0] ?? '')).toEqual(['charge.failed'])

    expect((await payByHand(session, cardForm('5555555555554444'))).status).toBe(303)
    expect(await chargeOf(session)).toMatchObject({ status: 'succeeded' })
  })

  it('refuses every number that is not for tests', async () => {
    const session = await openPage()
    expect((await payByHand(session, cardForm('4111111111111111'))).status).toBe(422)
    const form = { method: 'echeck', bankAccount: '12345678', routingNumber: '021000021' }
    expect((await payByHand(session, form)).status).toBe(422)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  it('expires when its time is over or when the portal ends it, and takes nothing afterwards', async () => {
    const ended = await openPage()
    await stripe.checkout.sessions.expire(ended.id)
    expect((await payByHand(ended, cardForm('4242424242424242'))).status).toBe(404)
    await expect(stripe.checkout.sessions.expire(ended.id)).rejects.toThrow('only an open one can expire')

    const soon = Math.floor(Date.now() / 1000) + 1860
    const left = await openPage({ expires_at: soon })
    double.advance(2000)
    expect((await stripe.checkout.sessions.retrieve(left.id)).status).toBe('expired')
    expect(eventsAbout(left.id)).toEqual(['checkout.session.expired'])
  })

  it('stores a method without a charge', async () => {
    const customer = await stripe.customers.create({ metadata: { coopline_member: 'hash' } })
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer: customer.id,
      allowed_payment_method_types: ['card'],
      setup_intent_data: { metadata: { coopline_reference: 'M1' } },
      success_url: 'http://portal.test/return',
    })
    pay(session)
    const { setup_intent } = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['setup_intent.payment_method'],
    })
    expect(setup_intent).toMatchObject({ status: 'succeeded', metadata: { coopline_reference: 'M1' } })
    expect((setup_intent as Stripe.SetupIntent).payment_method).toMatchObject({ customer: customer.id, type: 'card' })
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toEqual([])
  })
})

async function chargeIdsOf(session: Stripe.Checkout.Session): Promise<readonly string[]> {
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id)
  return (await stripe.charges.list({ payment_intent: idOf(payment_intent) })).data.map(({ id }) => id)
}

describe('a debit of a bank account', () => {
  it('is accepted at once and paid four days later', async () => {
    const session = await openPage()
    pay(session, bank())
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
    expect(await chargeOf(session)).toMatchObject({ status: 'pending', balance_transaction: null })
    double.advance(4 * day)
    expect(await chargeOf(session)).toMatchObject({ status: 'succeeded', paid: true })
    expect(eventsAbout(session.id)).toEqual(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])
  })

  it('is returned by the bank after four days, with its reason', async () => {
    const session = await openPage()
    pay(session, bank('000111111113'))
    double.advance(4 * day)
    expect(await chargeOf(session)).toMatchObject({ status: 'failed', failure_code: 'account_closed' })
    expect(eventsAbout(session.id)).toEqual(['checkout.session.completed', 'checkout.session.async_payment_failed'])
  })
})

async function storedMethod(number: string): Promise<{ customer: string; payment_method: string }> {
  const customer = await stripe.customers.create({})
  const session = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer: customer.id,
    success_url: 'http://portal.test/return',
  })
  pay(session, withNumber(number))
  const { setup_intent } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
  return { customer: customer.id, payment_method: idOf((setup_intent as Stripe.SetupIntent).payment_method) }
}

describe('a charge of a stored method', () => {
  it('is made once, even when it is confirmed repeatedly and an answer is lost', async () => {
    const stored = await storedMethod('4242424242424242')
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...stored })
    expect(intent.status).toBe('requires_confirmation')
    // The library itself tries once more when a connection breaks.
    double.faults.set({ kind: 'lost-answer' }, { at: '/v1/payment_intents', times: 2 })
    const confirm = () =>
      stripe.paymentIntents.confirm(intent.id, { off_session: true }, { idempotencyKey: 'T2-confirm' })
    await expect(confirm()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await confirm()).toMatchObject({ status: 'succeeded' })
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
    await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it('asks for the member when their bank wants a confirmation', async () => {
    const stored = await storedMethod('4000002500003155')
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...stored })
    const confirming = stripe.paymentIntents.confirm(intent.id, { off_session: true })
    await expect(confirming).rejects.toMatchObject({ type: 'StripeCardError', code: 'authentication_required' })
    expect(await stripe.paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
  })

  it('fails once the portal has made the vendor forget the method', async () => {
    const stored = await storedMethod('4242424242424242')
    await stripe.paymentMethods.detach(stored.payment_method)
    const creating = stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...stored })
    await expect(creating).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  })

  it('knows the new date of a card that its network renewed', async () => {
    const { payment_method } = await storedMethod('4242424242424242')
    double.atVendor.renewCard(payment_method, { month: 1, year: 2034 })
    expect((await stripe.paymentMethods.retrieve(payment_method)).card).toMatchObject({ exp_month: 1, exp_year: 2034 })
    expect(eventsAbout(payment_method)).toEqual(['payment_method.automatically_updated'])
  })
})

describe('an idempotency key', () => {
  it('brings the same answer for a day, and is refused with other parameters', async () => {
    const create = (amount: number) =>
      stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey: 'T3' })
    const first = await create(5000)
    expect((await create(5000)).id).toBe(first.id)
    await expect(create(5001)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    double.advance(day + 1)
    expect((await create(5000)).id).not.toBe(first.id)
  })
})

describe('money that goes back', () => {
  it('is refunded in parts, up to what was paid', async () => {
    const session = await openPage()
    pay(session)
    const charge = await chargeOf(session)
    const refund = (amount?: number) =>
      stripe.refunds.create({ charge: charge.id, ...(amount === undefined ? {} : { amount }) })
    expect(await refund(2000)).toMatchObject({ amount: 2000, status: 'succeeded' })
    await expect(refund(20_000)).rejects.toMatchObject({ code: 'amount_too_large' })
    expect(await refund()).toMatchObject({ amount: 12_657 })
    await expect(refund(1)).rejects.toMatchObject({ code: 'charge_already_refunded' })
    const { data } = await stripe.refunds.list({ payment_intent: idOf(charge.payment_intent) })
    expect(data.map(({ amount }) => amount)).toEqual([12_657, 2000])
    expect(await chargeOf(session)).toMatchObject({ amount_refunded: 14_657, refunded: true })
  })

  it('comes back when the bank of the payer cannot take a refund', async () => {
    const session = await openPage()
    pay(session)
    const charge = await chargeOf(session)
    const refund = await stripe.refunds.create({ charge: charge.id, amount: 2000 })
    double.atVendor.failRefund(refund.id)
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' })
    expect(await chargeOf(session)).toMatchObject({ amount_refunded: 0 })
    expect(eventsAbout(refund.id)).toEqual(['refund.created', 'refund.failed'])
  })

  it('is taken by a dispute, and given back when it is won', async () => {
    const session = await openPage()
    pay(session)
    const charge = await chargeOf(session)
    const lost = double.atVendor.dispute(charge.id)
    const opened = await stripe.disputes.retrieve(lost.id)
    expect(opened).toMatchObject({ status: 'needs_response', amount: 14_657 })
    expect(opened.balance_transactions.map(({ net }) => net)).toEqual([-14_657 - 1500])
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_disputed' })
    double.atVendor.closeDispute(lost.id, 'won')
    const { data } = await stripe.disputes.list({ payment_intent: idOf(charge.payment_intent) })
    expect(data[0]).toMatchObject({ status: 'won' })
    expect(data[0]?.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(eventsAbout(lost.id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
  })

  it('is not taken while a bank only inquires', async () => {
    const session = await openPage()
    pay(session)
    const { id } = double.atVendor.dispute((await chargeOf(session)).id, { isInquiry: true })
    double.atVendor.closeDispute(id, 'warning_closed')
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'warning_closed', balance_transactions: [] })
  })
})

describe('a payout', () => {
  it('contains what is on the balance, once', async () => {
    double.atVendor.payOut()
    const session = await openPage()
    pay(session)
    const payout = double.atVendor.payOut()
    const found = await stripe.balanceTransactions.list({ payout: payout?.id ?? '', expand: ['data.source'] })
    expect(found.data).toHaveLength(1)
    expect(found.data[0]?.source).toMatchObject({ object: 'charge', metadata: { coopline_trans_no: 'T1' } })
    expect(await stripe.payouts.retrieve(payout?.id ?? '')).toMatchObject({ amount: 14_202, status: 'paid' })
    expect(double.atVendor.payOut()).toBeNull()
  })
})

describe('an event', () => {
  it('is verified by the vendor’s library, and refused by it under another secret', async () => {
    const session = await openPage()
    pay(session)
    const isHere = () =>
      portal.received.find(({ body }) => body['type'] === 'checkout.session.completed' && isAbout(body, session.id))
    await expect.poll(isHere).toBeDefined()
    const { rawBody = '', headers } = isHere() ?? {}
    const signature = String(headers?.['stripe-signature'])
    const event = await stripe.webhooks.constructEventAsync(rawBody, signature, webhookSecret)
    expect(event.data.object).toMatchObject({ id: session.id, payment_status: 'paid' })
    await expect(stripe.webhooks.constructEventAsync(rawBody, signature, 'whsec_other')).rejects.toThrow(
      'No signatures found',
    )
  })

  it('bears the signature that the vendor’s library makes for the same body', async () => {
    const header = await stripe.webhooks.generateTestHeaderStringAsync({
      payload: '{"a":1}',
      secret: webhookSecret,
      timestamp: 1_700_000_000,
    })
    expect(signNotice(webhookSecret, 1_700_000_000, '{"a":1}')).toBe(header)
  })

  it('is sent again until the portal takes it, and not before it is released', async () => {
    double.notices.hold()
    const session = await openPage()
    pay(session)
    const came = () => portal.received.filter(({ body }) => isAbout(body, session.id)).length
    expect(came()).toBe(0)
    const [notice] = double.notices.list().filter(({ about }) => about === session.id)
    expect(await double.notices.send(notice?.body ?? '')).toBe(200)
    expect(came()).toBe(1)
    portal.answer = () => 503
    double.notices.release()
    await expect.poll(came).toBe(2)
    portal.answer = () => 200
    await expect.poll(came).toBe(3)
  })
})

const idOf = (reference: string | { readonly id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

const isAbout = (body: Record<string, unknown>, id: string): boolean =>
  (body as { data?: { object?: { id?: string } } }).data?.object?.id === id

describe('a call', () => {
  it('is refused with another key or with a parameter that the double does not know', async () => {
    await expect(sdkFor(double, 'sk_test_other').balance.retrieve()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
    const creating = openPage({ allow_promotion_codes: true })
    await expect(creating).rejects.toMatchObject({ code: 'parameter_unknown', param: 'allow_promotion_codes' })
    await expect(stripe.charges.retrieve('ch_missing')).rejects.toMatchObject({ code: 'resource_missing' })
  })

  it.each([429, 500, 503] as const)('can be answered with %i before any work is done', async (status) => {
    double.faults.set({ kind: 'status', status })
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: status })
    expect((await stripe.customers.create({})).object).toBe('customer')
  })

  it('lists page by page, newest first', async () => {
    const stored = await storedMethod('4242424242424242')
    for (const amount of [100, 200, 300]) await stripe.paymentIntents.create({ amount, currency: 'usd', ...stored })
    const amounts: number[] = []
    for await (const { amount } of stripe.paymentIntents.list({ customer: stored.customer, limit: 2 }))
      amounts.push(amount)
    expect(amounts).toEqual([300, 200, 100])
  })
})

const fixtures = join(publicData, 'stripe-fixtures/fixtures.json')

describe.skipIf(!existsSync(fixtures))('the objects of the double beside the published fixtures', () => {
  /** Fields that the published types mark as optional. */
  const optional = [
    'amount_details',
    'destination_details',
    'payment_method_details',
    'phone_number_collection',
    'refunds',
    'transfer_data',
  ]

  it('have every field that a fixture has', async () => {
    const published: Readonly<Record<string, object>> = JSON.parse(readFileSync(fixtures, 'utf8'))
    const { customer, payment_method } = await storedMethod('4242424242424242')
    const session = await openPage()
    pay(session)
    const charge = await chargeOf(session)
    const refund = await stripe.refunds.create({ charge: charge.id, amount: 100 })
    const dispute = double.atVendor.dispute(charge.id)
    const payout = double.atVendor.payOut()
    const objects: readonly { object: string }[] = [
      await stripe.checkout.sessions.retrieve(session.id),
      await stripe.paymentIntents.retrieve(idOf(charge.payment_intent)),
      charge,
      charge.balance_transaction as Stripe.BalanceTransaction,
      await stripe.refunds.retrieve(refund.id),
      await stripe.disputes.retrieve(dispute.id),
      await stripe.payouts.retrieve(payout?.id ?? ''),
      await stripe.customers.retrieve(customer),
      await stripe.paymentMethods.retrieve(payment_method),
      JSON.parse(double.notices.list()[0]?.body ?? '{}'),
    ]
    const lacking = objects.flatMap((found) =>
      Object.keys(published[found.object] ?? {})
        .filter((name) => !(name in found) && !optional.includes(name))
        .map((name) => `${found.object}.${name}`),
    )
    expect(lacking).toEqual([])
  })
})

it('forgets nothing when it is started again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-double-'))
  const before = await start(dataDir)
  const customer = await sdkFor(before).customers.create({ metadata: { coopline_member: 'hash' } })
  await before.close()
  const after = await start(dataDir)
  expect(await sdkFor(after).customers.retrieve(customer.id)).toMatchObject({ metadata: { coopline_member: 'hash' } })
  await after.close()
  rmSync(dataDir, { recursive: true })
})
