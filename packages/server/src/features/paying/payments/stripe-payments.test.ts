import { createHmac } from 'node:crypto'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { createGateways } from '../../../platform/payment-gateway/gateways.ts'
import { listBookings } from '../../../testing/payment-in-test.ts'
import { pay, payingSettings, type QuickPayer, requestOf, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import {
  bankFields,
  cardFields,
  declinedCard,
  enterAtStripe,
  paymentAt,
  useStripePortal,
  visa,
  webhookSecret,
} from '../../../testing/stripe-in-test.ts'
import { sweepOpenPaymentsJob } from './provider-events/sweep-open-payments.job.ts'
import { chargeStoredMethod, lookUpMethodRequest, requestMethod } from './public.ts'
import { reconcile } from './reconcile/reconcile.job.ts'

const { portal, double } = useStripePortal({ ...payingSettings, allowOverPay: true })
let payer: QuickPayer

beforeEach(async () => {
  // Stripe remembers the payments of former tests: each test has weeks of its own.
  weeks += 10
  portal.clock.advance(weeks * 7 * 86_400)
  double.advance(0)
  await seedAccount(portal.db)
  payer = await verified(portal)
  taken = double.notices.list().length
})

let taken = 0
let weeks = 0
/** Posts the events that Stripe has had since, in this order, each `times` times. */
async function takeEvents(order: 'as sent' | 'reversed' = 'as sent', times = 1): Promise<void> {
  const all = double.notices.list()
  const bodies = all.slice(taken).map(({ body }) => body)
  taken = all.length
  const inOrder = order === 'reversed' ? bodies.toReversed() : bodies
  for (const body of inOrder.flatMap((one) => Array.from({ length: times }, () => one)))
    expect((await postEvent(body)).statusCode).toBe(200)
  await portal.jobs.runWaiting()
}

async function postEvent(payload: string, secret = webhookSecret): Promise<LightMyRequestResponse> {
  const seconds = Math.floor(portal.clock.now().getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` }
  return portal.inject({ method: 'POST', url: '/api/v3/payments/postback/stripe', headers, payload })
}

/** Lets time pass here and at Stripe. */
function pass(seconds: number): void {
  portal.clock.advance(seconds)
  double.advance(0)
}

const transNoOf = (form: Requisition) => form.paymentRequisitionSettings.transNo
const payByCard = async (card = visa): Promise<string> => {
  const form = await pay(portal, payer, 14_237)
  await enterAtStripe(form.redirectUrl ?? '', cardFields(card))
  return transNoOf(form)
}
const payByBank = async (account: string): Promise<string> => {
  const body = requestOf(payer.verification, 14_237, { paymentType: 'echeck' })
  const form = await pay(portal, payer, 14_237, { body })
  await enterAtStripe(form.redirectUrl ?? '', bankFields(account))
  return transNoOf(form)
}
const paymentOf = async (transNo: string) =>
  portal.db
    .selectFrom('pay.payment')
    .select(['state', 'provider', 'postback_message'])
    .where('trans_no', '=', transNo)
    .executeTakeFirstOrThrow()
const stateOf = async (transNo: string) => (await paymentOf(transNo)).state
const bookings = async () => listBookings(portal.db)
const alarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').where('settled_at', 'is', null).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const chargeIdOf = async (transNo: string): Promise<string> => {
  const { confirmation_number: id } = await portal.db
    .selectFrom('pay.payment')
    .select('confirmation_number')
    .where('trans_no', '=', transNo)
    .executeTakeFirstOrThrow()
  return id ?? ''
}
const differences = async () => {
  portal.clock.advance(3_600)
  const { takenIn, different, eventsDiffer, missing, extra, unreadable } = await reconcile(portal.deps)
  return { takenIn, different, eventsDiffer, missing, extra, unreadable }
}
const none = { takenIn: 0, different: 0, eventsDiffer: 0, missing: 0, extra: 0, unreadable: 0 }

describe('a guest who pays by card on the page of Stripe', () => {
  it('is confirmed by the events, in any order and however often they arrive, and reconciles [REQ-D-431]', async () => {
    const transNo = await payByCard()
    await takeEvents('reversed', 2)
    expect(await paymentOf(transNo)).toMatchObject({ state: 'confirmed', provider: 'stripe' })
    expect(await bookings()).toEqual(['payment 14657 -14237 -420'])
    pass(86_400)
    expect(await differences()).toEqual(none)
    expect(await alarms()).toEqual([])
  })

  it('comes back to the result page by an address that the portal signed, and is not confirmed by that [REQ-D-430]', async () => {
    const form = await pay(portal, payer, 14_237)
    const answer = await fetch(form.redirectUrl ?? '', {
      method: 'POST',
      body: new URLSearchParams(cardFields(visa)),
      redirect: 'manual',
    })
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.href).not.toContain('&')
    const led = await portal.inject({ method: 'GET', url: back.pathname + back.search })
    const { pathname, searchParams } = new URL(String(led.headers['location']), 'https://portal.example')
    expect([led.statusCode, pathname]).toEqual([303, '/payment-success'])
    expect(portal.deps.gateways.readReturn(searchParams.get('encodedParam') ?? '')).toBe(transNoOf(form))
    expect(await stateOf(transNoOf(form))).toBe('handed-off')
  })

  it('is not confirmed by an event under another secret [SEC-43]', async () => {
    const transNo = await payByCard()
    const { body = '' } = double.notices.list().at(-1) ?? {}
    expect((await postEvent(body, 'whsec_other')).statusCode).toBe(401)
    expect(await stateOf(transNo)).toBe('handed-off')
  })

  it('is confirmed by the sweeper when no event arrives, and taken in by the report when the sweeper was away [REQ-D-438]', async () => {
    const swept = await payByCard()
    pass(180)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await stateOf(swept)).toBe('confirmed')
    payer = await verified(portal)
    const reported = await payByCard()
    pass(86_400)
    expect(await differences()).toEqual({ ...none, takenIn: 1 })
    expect(await stateOf(reported)).toBe('confirmed')
  })

  it('reads the reason of a decline once the page is over [REQ-D-433]', async () => {
    const transNo = await payByCard(declinedCard)
    await takeEvents()
    expect(await stateOf(transNo)).toBe('handed-off')
    pass(91 * 60)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await paymentOf(transNo)).toMatchObject({
      state: 'declined',
      postback_message: declineMessage('insufficient-funds', 'en'),
    })
  })
})

describe('money that goes back at Stripe', () => {
  it('is booked to the cent: a part refunded there, a dispute that was lost, and one that was won [REQ-D-434]', async () => {
    const transNo = await payByCard()
    await takeEvents()
    const charge = await chargeIdOf(transNo)
    double.atVendor.refund(charge, 2_000)
    pass(60)
    await takeEvents('reversed')
    expect(await stateOf(transNo)).toBe('confirmed')
    const dispute = double.atVendor.dispute(charge)
    pass(60)
    await takeEvents()
    expect(await stateOf(transNo)).toBe('returned')
    double.atVendor.closeDispute(dispute.id, 'won')
    pass(60)
    await takeEvents('reversed', 2)
    expect(await stateOf(transNo)).toBe('confirmed')
    expect((await bookings()).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
      'payment 14657',
      'refund -2000',
      'return -12657',
      'reinstatement 12657',
    ])
    pass(86_400)
    expect(await differences()).toEqual(none)
  })

  it('raises an alarm while a dispute waits for an answer, an inquiry included, and settles it [REQ-D-412]', async () => {
    const transNo = await payByCard()
    await takeEvents()
    const dispute = double.atVendor.dispute(await chargeIdOf(transNo))
    pass(60)
    await takeEvents('reversed', 2)
    const answerBy = new Date((dispute.evidence_details.due_by ?? 0) * 1000).toISOString()
    expect(await portal.db.selectFrom('pay.alarm').select(['kind', 'trans_no', 'detail']).execute()).toEqual([
      {
        kind: 'dispute-opened',
        trans_no: transNo,
        detail: { amount: 14_657, answerBy, confirmationNumber: dispute.id },
      },
    ])
    double.atVendor.closeDispute(dispute.id, 'lost')
    await takeEvents()
    expect([await alarms(), await stateOf(transNo)]).toEqual([[], 'returned'])

    payer = await verified(portal)
    const asked = await payByCard()
    await takeEvents()
    const inquiry = double.atVendor.dispute(await chargeIdOf(asked), { isInquiry: true })
    pass(60)
    await takeEvents()
    expect([await alarms(), await stateOf(asked)]).toEqual([['dispute-opened'], 'confirmed'])
    double.atVendor.closeDispute(inquiry.id, 'warning_closed')
    await takeEvents()
    expect(await alarms()).toEqual([])
  })

  it('raises a new alarm when an inquiry becomes a dispute with another deadline, answered or not [REQ-D-412]', async () => {
    const told = async () =>
      (
        await portal.db.selectFrom('pay.alarm').select('detail').where('settled_at', 'is', null).orderBy('id').execute()
      ).map(({ detail }) => (detail as { answerBy: string }).answerBy)
    const deadlineOf = ({ evidence_details: { due_by: seconds } }: { evidence_details: { due_by: number | null } }) =>
      new Date((seconds ?? 0) * 1000).toISOString()
    const transNo = await payByCard()
    await takeEvents()
    const inquiry = double.atVendor.dispute(await chargeIdOf(transNo), { isInquiry: true })
    await takeEvents()
    double.atVendor.answerInquiry(inquiry.id)
    await takeEvents()
    expect(await alarms()).toEqual([])
    const escalated = double.atVendor.escalateInquiry(inquiry.id, 9)
    pass(60)
    await takeEvents('reversed', 2)
    expect([await told(), await stateOf(transNo)]).toEqual([[deadlineOf(escalated)], 'returned'])

    payer = await verified(portal)
    const other = await payByCard()
    await takeEvents()
    const open = double.atVendor.dispute(await chargeIdOf(other), { isInquiry: true })
    await takeEvents()
    const later = double.atVendor.escalateInquiry(open.id, 9)
    await takeEvents()
    expect(await told()).toEqual([escalated, open, later].map(deadlineOf))
    double.atVendor.closeDispute(open.id, 'lost')
    await takeEvents()
    expect(await told()).toEqual([deadlineOf(escalated)])
  })

  it('raises the alarm about a dispute whose news is lost from the report of the day [REQ-D-412]', async () => {
    const transNo = await payByCard()
    await takeEvents()
    double.atVendor.dispute(await chargeIdOf(transNo))
    pass(86_400)
    expect(await differences()).toMatchObject({ different: 0 })
    expect([await alarms(), await stateOf(transNo)]).toEqual([['dispute-opened'], 'returned'])
  })

  it('takes back a debit that a bank accepted and returned four days later [REQ-D-432]', async () => {
    const transNo = await payByBank('000111111113')
    await takeEvents()
    expect(await stateOf(transNo)).toBe('confirmed')
    pass(4 * 86_400)
    await takeEvents()
    expect(await paymentOf(transNo)).toMatchObject({
      state: 'returned',
      postback_message: `${declineMessage('bank-account-closed', 'en')} (R02)`,
    })
    pass(86_400)
    expect(await differences()).toEqual(none)
  })
})

describe('a debit that Stripe refuses at once', () => {
  it('is declined once the page is over, and moves no money in the report either [REQ-D-461]', async () => {
    const transNo = await payByBank('000777777771')
    await takeEvents()
    pass(91 * 60)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    pass(86_400)
    expect(await differences()).toEqual(none)
    expect(await paymentOf(transNo)).toMatchObject({
      state: 'declined',
      postback_message: declineMessage('limit', 'en'),
    })
    expect([await bookings(), await alarms()]).toEqual([[], []])
  })

  it('leaves the payment open in the report while the page is open [REQ-D-461]', async () => {
    const transNo = await payByBank('000777777771')
    expect(await differences()).toEqual(none)
    expect([await stateOf(transNo), await bookings()]).toEqual(['handed-off', []])
  })
})

describe('a portal whose address was changed', () => {
  it('still compares the payments of its former address, and leaves out those of other portals [REQ-D-460]', async () => {
    const transNo = await payByCard()
    await takeEvents()
    const gatewaysAt = async (origin: string) =>
      createGateways({ ...portal.deps, env: { ...portal.deps.env, PUBLIC_ORIGIN: origin }, signingKeys: [] })
    const other = await (await gatewaysAt('https://other.example')).current.start(paymentAt(portal.clock.now()))
    await enterAtStripe(other.target.kind === 'redirect' ? other.target.url : '', cardFields(visa))
    const deps = { ...portal.deps, gateways: await gatewaysAt('https://new.example') }
    pass(60)
    double.atVendor.refund(await chargeIdOf(transNo), 2_000)
    pass(86_400)
    portal.clock.advance(3_600)
    expect(await reconcile(deps)).toMatchObject(none)
    expect(await bookings()).toEqual(['payment 14657 -14237 -420', expect.stringMatching(/^refund -2000 /u)])
    expect(await alarms()).toEqual([])
  })
})

describe('news of the wrong mode', () => {
  it('changes nothing, and raises one alarm each day [REQ-D-413]', async () => {
    const transNo = await payByCard()
    const all = double.notices.list().slice(taken)
    const live = all.map(({ body }) => JSON.stringify({ ...(JSON.parse(body) as object), livemode: true }))
    for (const body of [...live, ...live]) expect((await postEvent(body)).statusCode).toBe(200)
    expect([await stateOf(transNo), await alarms()]).toEqual(['handed-off', ['wrong-mode']])
    const { detail } = await portal.db.selectFrom('pay.alarm').select('detail').executeTakeFirstOrThrow()
    expect(detail).toEqual({ provider: 'stripe', mode: 'live', eventId: expect.stringMatching(/^evt_/u) })
    pass(86_400)
    await postEvent(live[0] ?? '')
    expect(await alarms()).toEqual(['wrong-mode', 'wrong-mode'])
  })
})

describe('a card that a member stores at Stripe', () => {
  async function store(card: string): Promise<string> {
    const page = { returnPath: '/back', cancelPath: '/away', kinds: ['cc', 'echeck'], language: 'en' } as const
    const form = await requestMethod(portal.deps, { ...page, memberNumber: '10001' })
    await enterAtStripe(form.redirectUrl ?? '', cardFields(card))
    const back = portal.deps.gateways.returnTo(transNoOf(form))
    const { methodId } = await lookUpMethodRequest(portal.deps, '10001', back)
    if (methodId === null) throw new Error('Nothing was stored')
    return methodId
  }
  const chargeOf = (methodId: string, idempotencyKey: string) =>
    chargeStoredMethod(portal.deps, {
      memberNumber: '10001',
      methodId,
      items: [{ accountNumber: '100100101', amountCents: cents(14_237) }],
      idempotencyKey,
      reason: 'autopay',
      agreedFees: null,
      language: 'es',
    })

  it('is charged once for each key [REQ-D-437]', async () => {
    const methodId = await store(visa)
    const [first, second] = await Promise.all([chargeOf(methodId, 'one'), chargeOf(methodId, 'one')])
    expect(first.transNo).toBe(second.transNo)
    pass(180)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await stateOf(first.transNo)).toBe('confirmed')
    expect(await bookings()).toEqual(['payment 14657 -14237 -420'])
    pass(86_400)
    expect(await differences()).toEqual(none)
  })

  it('is declined with a sentence when the bank asks for the member [REQ-D-437]', async () => {
    const methodId = await store('4000002500003155')
    expect(await chargeOf(methodId, 'two')).toMatchObject({
      outcome: 'declined',
      message: declineMessage('authentication-required', 'es'),
    })
  })
})
