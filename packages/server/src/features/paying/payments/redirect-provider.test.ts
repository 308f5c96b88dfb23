import type {
  NewsSubject,
  PaymentAtProvider,
  ProviderEvent,
  ProviderNews,
} from '../../../platform/payment-gateway/payment-gateway.ts'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHostedForm } from '../../../platform/payment-gateway/hosted-form/hosted-form.ts'
import { gatewaysOf } from '../../../platform/payment-gateway/gateways.ts'
import { anEvent } from '../../../testing/payment-in-test.ts'
import { encodedReturn, sendPostback, useProviderDouble } from '../../../testing/provider-double.ts'
import { askToPay, pay, payingSettings, type QuickPayer, verified } from '../../../testing/quick-payer.ts'
import { createRedirectProvider, redirectSignature } from '../../../testing/redirect-provider.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { testSigningKey, useTestPortal } from '../../../testing/test-portal.ts'
import { sweepOpenPaymentsJob } from './provider-events/sweep-open-payments.job.ts'
import { reconcile } from './reconcile/reconcile.job.ts'
import { Unavailable } from '../../../platform/errors.ts'

// Two providers: the current one leads to its page by an address, the other one takes the form of before.
const former = useProviderDouble()
const provider = createRedirectProvider()
const portal = useTestPortal(() => ({
  settings: payingSettings,
  env: { PROVIDER_URL: former.url },
  gateways: async (given) => gatewaysOf([provider.gateway, createHostedForm(given)], given),
}))

let payer: QuickPayer
beforeEach(async () => {
  provider.answers.clear()
  provider.methods.clear()
  provider.calls.length = 0
  provider.mode = 'answers'
  await seedAccount(portal.db)
  payer = await verified(portal)
})

const payments = async () =>
  portal.db
    .selectFrom('pay.payment')
    .select(['trans_no', 'state', 'provider', 'provider_reference'])
    .orderBy('requested_at')
    .execute()
const stateOf = async (transNo: string) => (await payments()).find((one) => one.trans_no === transNo)?.state
const transNoOf = (form: Requisition) => form.paymentRequisitionSettings.transNo
const booked = async () =>
  Number(
    (
      await portal.db
        .selectFrom('pay.booking')
        .select((all) => all.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** The event that the card was charged for $142.37 and the fee. */
const paid = (transNo: string): ProviderEvent =>
  anEvent({
    ...tellFor(transNo),
    eventId: `charge_of_${transNo}/succeeded`,
    occurredAt: '2026-11-20T15:01:00Z',
  })
const tellFor = (transNo: string) => ({
  transNo,
  amount: 14_237 as ProviderEvent['amount'],
  convenienceFee: 420 as ProviderEvent['amount'],
  totalAmount: 14_657 as ProviderEvent['amount'],
})
const isPaid = (transNo: string) =>
  provider.answers.set(`page_${transNo}`, {
    kind: 'events',
    events: [paid(transNo)],
    standing: { status: 'succeeded', netAmount: 14_657 as ProviderEvent['amount'] },
  })

it('sends the browser to the address of the page, and knows the name of the payment there before the payer leaves [REQ-D-410]', async () => {
  const form = await pay(portal, payer, 14_237, { key: 'one-payment-0001' })
  const transNo = transNoOf(form)
  expect(form).toEqual({
    paymentRequisitionSettings: { actionUrl: '', clientId: 'COOP7', transNo, securityToken: '' },
    configuration: { fields: [] },
    redirectUrl: `https://pay.example/page_${transNo}`,
  })
  expect(await pay(portal, payer, 14_237, { key: 'one-payment-0001' })).toEqual(form)
  expect(await payments()).toEqual([
    { trans_no: transNo, state: 'handed-off', provider: 'stripe', provider_reference: `page_${transNo}` },
  ])
})

it.each(['pay.after-start', 'pay.after-reference'])(
  'has one page of a payment whose process dies at %s, and learns that it was paid [REQ-D-410]',
  async (point) => {
    const dies = vi.spyOn(portal.deps.failPoints, 'reach').mockImplementation((name) => {
      if (name === point) throw new Error('dead')
    })
    expect((await askToPay(portal, payer, 14_237, { key: 'one-payment-0001' })).statusCode).toBe(500)
    dies.mockRestore()
    const form = await pay(portal, payer, 14_237, { key: 'one-payment-0001' })
    isPaid(transNoOf(form))
    portal.clock.advance(180)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await payments()).toMatchObject([{ state: 'confirmed', provider_reference: `page_${transNoOf(form)}` }])
    expect([provider.answers.size, await booked()]).toEqual([1, 1])
  },
)

it('continues the same payment when the provider did not answer, and asks for a new request when its page is over [REQ-D-410]', async () => {
  provider.mode = 'down'
  expect((await askToPay(portal, payer, 14_237, { key: 'one-payment-0001' })).statusCode).toBe(503)
  provider.mode = 'page over'
  const over = await askToPay(portal, payer, 14_237, { key: 'one-payment-0001' })
  expect([over.statusCode, over.json<{ errors: readonly unknown[] }>().errors]).toMatchObject([
    409,
    [{ code: 'page-over' }],
  ])
  provider.mode = 'answers'
  await pay(portal, payer, 14_237, { key: 'one-payment-0001' })
  expect(await payments()).toHaveLength(1)
})

it('ends a page before the payment expires, and takes what was paid on it [REQ-D-410]', async () => {
  portal.set({ allowOverPay: true })
  const [left, kept] = [transNoOf(await pay(portal, payer, 14_237)), transNoOf(await pay(portal, payer, 14_237))]
  isPaid(kept)
  portal.clock.advance(91 * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect(provider.calls).toEqual(expect.arrayContaining([`end ${left}`, `end ${kept}`]))
  expect([await stateOf(left), await stateOf(kept)]).toEqual(['expired', 'confirmed'])
})

it('expires no payment whose page the provider may not have ended [REQ-D-410]', async () => {
  const transNo = transNoOf(await pay(portal, payer, 14_237))
  provider.mode = 'down'
  portal.clock.advance(91 * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect(await stateOf(transNo)).toBe('handed-off')
})

it('expires no payment whose page the provider made and no longer knows: staff look where it may have been paid [REQ-D-410]', async () => {
  const transNo = transNoOf(await pay(portal, payer, 14_237))
  // The keys are those of another account now.
  provider.answers.clear()
  portal.clock.advance(10 * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect(await stateOf(transNo)).toBe('handed-off')
  portal.clock.advance(81 * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect(await stateOf(transNo)).toBe('under-review')
  const alarms = await portal.db.selectFrom('pay.alarm').select(['kind', 'trans_no']).execute()
  expect(alarms).toContainEqual({ kind: 'unanswered', trans_no: transNo })
})

it('lets a payment that began at another provider end there, while the current one is down and has many older ones [REQ-D-410]', async () => {
  portal.set({ allowOverPay: true })
  const current = transNoOf(await pay(portal, payer, 14_237))
  await sql`
    insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language, provider,
      reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
    select 'R' || n, member_number, account_number, origin, payment_type, state, amount, language, provider, reconnect_meter,
      requested_at - interval '1 minute', expires_at, hand_off, idempotency_scope, 'r' || n, request_hash
    from pay.payment, generate_series(1, 60) as n`.execute(portal.db)
  // A payment of the version before, which knew one provider.
  const before = transNoOf(await pay(portal, payer, 14_237))
  await portal.db
    .updateTable('pay.payment')
    .set({ provider: null, provider_reference: null })
    .where('trans_no', '=', before)
    .execute()
  former.events.set(before, [paid(before)])
  provider.mode = 'down'
  portal.clock.advance(180)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect([await stateOf(current), await stateOf(before)]).toEqual(['handed-off', 'confirmed'])
})

describe('a postback', () => {
  const send = async (news: readonly ProviderNews[], to = 'stripe', signature = redirectSignature) =>
    portal.inject({
      method: 'POST',
      url: `/api/v3/payments/postback/${to}`,
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      payload: JSON.stringify(news),
    })
  let notices = 0
  const about = (subject: NewsSubject): readonly ProviderNews[] => {
    notices += 1
    return [{ kind: 'look-up', noticeId: `evt_${notices}`, subject }]
  }

  it('only says that something changed, and the portal asks what [REQ-D-411]', async () => {
    const transNo = transNoOf(await pay(portal, payer, 14_237))
    isPaid(transNo)
    expect((await send(about({ about: 'payment', transNo }))).statusCode).toBe(200)
    expect((await send(about({ about: 'reference', reference: `dispute_of_${transNo}` }))).statusCode).toBe(200)
    await portal.jobs.runWaiting()
    expect([await stateOf(transNo), await booked()]).toEqual(['confirmed', 1])
  })

  it('about a page that is over ends the payment [REQ-D-411]', async () => {
    const transNo = transNoOf(await pay(portal, payer, 14_237))
    provider.answers.set(`page_${transNo}`, { kind: 'over' })
    await send(about({ about: 'payment', transNo }))
    await portal.jobs.runWaiting()
    expect(await stateOf(transNo)).toBe('expired')
  })

  it('moves no payment of another provider, and staff learn of it [REQ-D-411]', async () => {
    const transNo = transNoOf(await pay(portal, payer, 14_237))
    expect((await sendPostback(portal, { ...paid(transNo), eventId: 'evt_1' })).statusCode).toBe(200)
    expect([await stateOf(transNo), await booked()]).toEqual(['handed-off', 0])
    const alarms = await portal.db.selectFrom('pay.alarm').select(['kind', 'trans_no', 'detail']).execute()
    expect(alarms).toEqual([
      {
        kind: 'unknown-payment',
        trans_no: transNo,
        detail: { eventId: 'evt_1', provider: 'hosted-form' },
      },
    ])
  })

  it('is refused without a signature, and at an address without a provider [REQ-D-411]', async () => {
    expect((await send([], 'stripe', 'forged')).statusCode).toBe(401)
    expect((await send([], 'authorize-net')).statusCode).toBe(404)
  })

  it('may be long, unless its address has forged one of late [SEC-43, REQ-D-428]', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, () => about({ about: 'reference', reference: 'x' })).flat()
    const long = many(600)
    expect((await send(long)).statusCode).toBe(200)
    expect((await send(many(1_000))).statusCode).toBe(413)
    expect((await send([], 'stripe', 'forged')).statusCode).toBe(401)
    expect((await send(long)).statusCode).toBe(413)
    expect((await send([])).statusCode).toBe(200)
    portal.clock.advance(36)
    expect((await send(long)).statusCode).toBe(200)
  })
})

describe('a payer who comes back from the page', () => {
  const started: PaymentAtProvider[] = []
  beforeEach(() => {
    started.length = 0
    const { start } = provider.gateway
    vi.spyOn(provider.gateway, 'start').mockImplementation(async (payment) => {
      started.push(payment)
      return start(payment)
    })
  })
  afterEach(() => vi.restoreAllMocks())
  const visit = async (address = '') =>
    portal.inject({ method: 'GET', url: address.replace(portal.deps.env.PUBLIC_ORIGIN, '') })

  it('is redirected to the result page, with a pointer that the portal signed [REQ-D-411]', async () => {
    const transNo = transNoOf(await pay(portal, payer, 14_237))
    const { returnUrl, cancelUrl } = started[0] ?? { returnUrl: '', cancelUrl: '' }
    expect(returnUrl).toMatch(/^http:[^?&]+\/api\/v3\/payments\/return\/[\w.-]+$/u)
    const paths = await Promise.all(
      [returnUrl, cancelUrl].map(async (address) => {
        const answer = await visit(address)
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([303, 'no-store'])
        const to = new URL(String(answer.headers.location), 'http://portal.example')
        expect(portal.deps.gateways.readReturn(to.searchParams.get('encodedParam') ?? '')).toBe(transNo)
        return to.pathname
      }),
    )
    expect(paths).toEqual(['/payment-success', '/payment-cancel'])
  })

  it('gets no redirect for a pointer that the portal did not sign [REQ-D-411]', async () => {
    await pay(portal, payer, 14_237)
    const signed = (started[0]?.returnUrl ?? '').split('/').at(-1) ?? ''
    const [content = '', ...rest] = signed.split('.')
    const elsewhere = {
      ...(JSON.parse(Buffer.from(content, 'base64url').toString()) as object),
      returnUrl: 'https://evil.example/',
    }
    const forged = [Buffer.from(JSON.stringify(elsewhere)).toString('base64url'), ...rest].join('.')
    for (const pointer of [forged, encodedReturn('T1'), 'x', 'a.b.c'])
      expect([pointer, (await visit(`/api/v3/payments/return/${pointer}`)).statusCode]).toEqual([pointer, 404])
  })
})

it('hands out no page of a payment that ended while its page was made, and ends that page [REQ-D-410]', async () => {
  const { start } = provider.gateway
  const slow = vi.spyOn(provider.gateway, 'start').mockImplementation(async (payment) => {
    await portal.db.updateTable('pay.payment').set({ state: 'expired' }).execute()
    return start(payment)
  })
  const answer = await askToPay(portal, payer, 14_237, { key: 'one-payment-0001' })
  slow.mockRestore()
  expect([answer.statusCode, answer.body.includes('page-over')]).toEqual([409, true])
  const [payment] = await payments()
  expect(payment).toMatchObject({ state: 'expired', provider_reference: null })
  expect(provider.calls).toContain(`end ${payment?.trans_no}`)
})

describe('a provider beside another one', () => {
  const withoutKeys = () => {
    const own = { ...portal.deps, signingKeys: [testSigningKey] }
    return gatewaysOf([createHostedForm(own)], own)
  }

  it('is compared while the other one is down, and the day stays open [REL-07]', async () => {
    const transNo = transNoOf(await pay(portal, payer, 14_237))
    isPaid(transNo)
    const told = vi.spyOn(provider.gateway, 'report').mockImplementation(async function* () {
      const standing = { status: 'succeeded', netAmount: paid(transNo).totalAmount } as const
      yield { kind: 'readable', transNo, events: [paid(transNo)], standing }
    })
    former.mode = 'fails'
    portal.clock.advance(3_600)
    await expect(reconcile(portal.deps)).rejects.toThrow(Unavailable)
    told.mockRestore()
    expect([await stateOf(transNo), await booked()]).toEqual(['confirmed', 1])
    const { n } = await portal.db
      .selectFrom('pay.compared_day')
      .select((all) => all.fn.countAll().as('n'))
      .where('day', '>', calendarDate('2026-11-18'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
  })

  it('is compared after the keys of the other one were removed, and open payments of that one go to staff a day late', async () => {
    const [settled, open] = [await pay(portal, payer, 14_237), await pay(portal, payer, 14_237)].map(transNoOf)
    isPaid(settled ?? '')
    portal.clock.advance(180)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    const { gateways } = portal.deps
    Object.assign(portal.deps, { gateways: withoutKeys() })
    try {
      portal.clock.advance(3_600)
      expect(await reconcile(portal.deps)).toMatchObject({ extra: 0, missing: 0 })
      portal.clock.advance(3 * 86_400)
      await portal.jobs.run(sweepOpenPaymentsJob, {})
      expect([await stateOf(settled ?? ''), await stateOf(open ?? '')]).toEqual(['confirmed', 'under-review'])
    } finally {
      Object.assign(portal.deps, { gateways })
    }
  })
})
