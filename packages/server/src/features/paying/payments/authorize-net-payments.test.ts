import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { staffPayments } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAuthorizeNet } from '../../../platform/payment-gateway/authorize-net/authorize-net.ts'
import { createGateways } from '../../../platform/payment-gateway/gateways.ts'
import {
  anetBank,
  anetCard,
  anetKeys,
  anetSignatureKey,
  authorizedHeldCard,
  enterAtAuthorizeNet,
  goodCard,
  heldCard,
  postAnetNews,
  useAuthorizeNetPortal,
} from '../../../testing/authorize-net-in-test.ts'
import { listBookings } from '../../../testing/payment-in-test.ts'
import { pay, payingSettings, type QuickPayer, requestOf, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedStaff, seedStaffSession } from '../../../testing/seed-staff.ts'
import { paymentAt } from '../../../testing/stripe-in-test.ts'
import { sweepOpenPaymentsJob } from './provider-events/sweep-open-payments.job.ts'
import { reconcile } from './reconcile/reconcile.job.ts'

const { portal, double } = useAuthorizeNetPortal({ ...payingSettings, allowOverPay: true })
let payer: QuickPayer
let taken = 0
let weeks = 0

beforeEach(async () => {
  // The vendor remembers the payments of former tests: each test has weeks of its own.
  double.atVendor.settle()
  weeks += 10
  portal.clock.advance(weeks * 7 * 86_400)
  await seedAccount(portal.db)
  payer = await verified(portal)
  taken = double.notices().length
})

/** Posts the news that the vendor has had since, in this order, each `times` times. */
async function takeNews(order: 'as sent' | 'reversed' = 'as sent', times = 1): Promise<void> {
  const all = double.notices()
  const bodies = all.slice(taken).map(({ body }) => body)
  taken = all.length
  const inOrder = order === 'reversed' ? bodies.toReversed() : bodies
  for (const body of inOrder.flatMap((one) => Array.from({ length: times }, () => one)))
    expect((await postNews(body)).statusCode).toBe(200)
  await portal.jobs.runWaiting()
}

const postNews = async (payload: string, key?: string) => postAnetNews(portal, double, payload, key)
const transNoOf = (form: Requisition) => form.paymentRequisitionSettings.transNo
async function payBy(fields: Readonly<Record<string, string>>): Promise<string> {
  const paymentType = fields['kind'] === 'bank' ? 'echeck' : 'cc'
  const body = requestOf(payer.verification, 14_237, { paymentType })
  const form = await pay(portal, payer, 14_237, { body })
  await enterAtAuthorizeNet(form, fields)
  return transNoOf(form)
}
const chargeOf = (transNo: string): string => double.chargesOf(transNo).at(-1)?.transId ?? ''
const paymentOf = async (transNo: string) =>
  portal.db
    .selectFrom('pay.payment')
    .select(['state', 'provider', 'postback_message'])
    .where('trans_no', '=', transNo)
    .executeTakeFirstOrThrow()
const stateOf = async (transNo: string) => (await paymentOf(transNo)).state
const movesOf = async (transNo: string) => {
  const moves = portal.db.selectFrom('pay.move').select('event').where('trans_no', '=', transNo).orderBy('at')
  return (await moves.execute()).map(({ event }) => event)
}
const bookings = async () => listBookings(portal.db)
const paid = 'payment 14657 -14237 -420'
/** The events for the cooperative, which also reconnect a meter, and the messages. */
const sent = async () => [
  ...(await portal.db.selectFrom('outbox.event').select('kind').execute()).map(({ kind }) => kind),
  ...(await portal.db.selectFrom('outbox.message').select('subject').execute()).map(({ subject }) => subject),
]
const alarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').where('settled_at', 'is', null).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const sweepAfter = async (minutes: number) => {
  portal.clock.advance(minutes * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
}
/** Compares a day later. @returns the findings, without those that are zero. */
const differences = async (deps = portal.deps) => {
  portal.clock.advance(86_400)
  const { takenIn, different, eventsDiffer, missing, extra, unreadable } = await reconcile(deps)
  const found = { takenIn, different, eventsDiffer, missing, extra, unreadable }
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0))
}

describe('a guest who pays on the page of Authorize.net', () => {
  it('is confirmed by news, however often they arrive, and reconciles before and after the settlement [REQ-D-447]', async () => {
    const transNo = await payBy(goodCard)
    await takeNews('reversed', 2)
    expect(await paymentOf(transNo)).toMatchObject({ state: 'confirmed', provider: 'authorize-net' })
    expect(await bookings()).toEqual([paid])
    expect(await differences()).toEqual({})
    double.atVendor.settle()
    expect(await differences()).toEqual({})
    expect(await alarms()).toEqual([])
  })

  it('is not confirmed by news under another key or with another body [REQ-D-441]', async () => {
    const transNo = await payBy(goodCard)
    const { body = '' } = double.notices().at(-1) ?? {}
    expect((await postNews(body, 'F'.repeat(128))).statusCode).toBe(401)
    const signature = double.sign(body)
    const forged = await portal.inject({
      method: 'POST',
      url: '/api/v3/payments/postback/authorize-net',
      headers: { 'content-type': 'application/json', 'x-anet-signature': signature },
      payload: ` ${body}`,
    })
    expect([forged.statusCode, await stateOf(transNo)]).toEqual([401, 'handed-off'])
  })

  it('is confirmed by the sweeper without news, and taken in by the report when the sweeper was away [REQ-D-442]', async () => {
    const swept = await payBy(goodCard)
    await sweepAfter(3)
    expect(await stateOf(swept)).toBe('confirmed')
    payer = await verified(portal)
    const reported = await payBy(goodCard)
    expect(await differences()).toEqual({ takenIn: 1 })
    expect(await stateOf(reported)).toBe('confirmed')
  })

  it('reads the reason of a decline once the page is over [REQ-D-442]', async () => {
    const transNo = await payBy(anetCard('4012888818888'))
    await sweepAfter(3)
    expect(await stateOf(transNo)).toBe('handed-off')
    await sweepAfter(91)
    expect(await paymentOf(transNo)).toMatchObject({
      state: 'declined',
      postback_message: declineMessage('expired-card', 'en'),
    })
    expect(await bookings()).toEqual([])
  })

  it('has a returned debit taken back by the comparison of its day [REQ-D-444]', async () => {
    const transNo = await payBy(anetBank('000111111113'))
    await takeNews()
    double.atVendor.settle()
    portal.clock.advance(4 * 86_400)
    double.atVendor.endDebit(chargeOf(transNo))
    expect(await differences()).toEqual({})
    expect(await paymentOf(transNo)).toMatchObject({
      state: 'returned',
      postback_message: `${declineMessage('bank-account-closed', 'en')} (R02)`,
    })
  })
})

describe('a refund by staff at Authorize.net', () => {
  const refund = async (transNo: string, amount?: number) => {
    const billing = await seedStaffSession(portal, await seedStaff(portal, 'billing'))
    const call = { ...billing, params: { transNo }, body: { reason: 'Billed twice', amount } }
    return (await portal.call(staffPayments.refund, call)).statusCode
  }
  const kinds = async () => (await bookings()).map((one) => one.split(' ').slice(0, 2).join(' '))

  it('voids all of a charge before its settlement, and no part of it [REQ-D-443]', async () => {
    const transNo = await payBy(goodCard)
    await takeNews()
    expect(await refund(transNo, 2_000)).toBe(409)
    portal.clock.advance(61)
    expect(await refund(transNo)).toBe(200)
    await takeNews('reversed', 2)
    expect([await stateOf(transNo), await kinds()]).toEqual(['refunded', ['payment 14657', 'refund -14657']])
    expect([double.heldOf(chargeOf(transNo)), await differences()]).toEqual([0, {}])
  })

  it('refunds a part after the settlement, and then what is left [REQ-D-443]', async () => {
    const transNo = await payBy(goodCard)
    await takeNews()
    double.atVendor.settle()
    expect(await refund(transNo, 2_000)).toBe(200)
    expect(await stateOf(transNo)).toBe('confirmed')
    portal.clock.advance(180)
    expect(await refund(transNo)).toBe(200)
    await takeNews('reversed', 2)
    expect(await stateOf(transNo)).toBe('refunded')
    expect(await kinds()).toEqual(['payment 14657', 'refund -2000', 'refund#2 -12657'])
    expect([double.heldOf(chargeOf(transNo)), await differences()]).toEqual([0, {}])
  })
})

describe('a charge that a filter of Authorize.net holds for review', () => {
  it.each([
    ['before its authorization', heldCard],
    ['after its authorization', authorizedHeldCard],
  ])('%s is booked when it is approved, with or without news [REQ-D-442]', async (_when, card) => {
    for (const isTold of [true, false]) {
      payer = await verified(portal)
      const transNo = await payBy(card)
      await sweepAfter(91)
      expect(await stateOf(transNo)).toBe('handed-off')
      double.atVendor.endReview(chargeOf(transNo), true)
      if (isTold) await takeNews()
      else await sweepAfter(11)
      expect(await stateOf(transNo)).toBe('confirmed')
    }
    expect([await bookings(), await differences()]).toEqual([[paid, paid], {}])
  })

  const declines = ['news', 'sweeper', 'report'] as const
  it.each(declines.flatMap((by) => [heldCard, authorizedHeldCard].map((card) => [by, card] as const)))(
    'is declined without a booking, a receipt or a reconnection when staff decline it: by the %s, %j [REQ-D-448]',
    async (by, card) => {
      const transNo = await payBy(card)
      await sweepAfter(91)
      double.atVendor.endReview(chargeOf(transNo), false)
      expect(double.heldOf(chargeOf(transNo))).toBe(0)
      if (by === 'news') await takeNews('as sent', 2)
      expect(by === 'report' ? await differences() : {}).toEqual({})
      if (by !== 'news') await sweepAfter(11)
      expect(await paymentOf(transNo)).toMatchObject({
        state: 'declined',
        postback_message: declineMessage('declined', 'en'),
      })
      double.atVendor.settle()
      expect(await differences()).toEqual({})
      expect([await bookings(), await sent(), await alarms()]).toEqual([[], [], []])
    },
  )

  it('is refunded when it was booked before it was voided [REQ-D-448]', async () => {
    const transNo = await payBy(authorizedHeldCard)
    double.atVendor.endReview(chargeOf(transNo), true)
    await takeNews()
    double.atVendor.voidTransaction(chargeOf(transNo))
    expect(await differences()).toEqual({})
    expect([await stateOf(transNo), (await bookings()).length]).toEqual(['refunded', 2])
  })

  it('is found by our number and does not expire, although other lists do not have it [REQ-D-450]', async () => {
    const transNo = await payBy(heldCard)
    await sweepAfter(91)
    await sweepAfter(24 * 60)
    expect(await stateOf(transNo)).toBe('handed-off')
  })

  it('raises one alarm after a day, which settles itself when the review ends [REQ-D-449]', async () => {
    const transNo = await payBy(heldCard)
    await sweepAfter(23 * 60)
    expect(await alarms()).toEqual([])
    for (const minutes of [61, 24 * 60]) {
      await sweepAfter(minutes)
      expect(await alarms()).toEqual(['provider-review'])
    }
    const { detail } = await portal.db.selectFrom('pay.alarm').select('detail').executeTakeFirstOrThrow()
    expect(detail).toEqual({ amount: 14_237, provider: 'authorize-net' })
    const billing = await seedStaffSession(portal, await seedStaff(portal, 'billing'))
    const shown = await portal.call(staffPayments.view, { ...billing, params: { transNo } })
    expect(shown.json()).toMatchObject({ state: 'handed-off', alarms: [{ kind: 'provider-review' }] })
    double.atVendor.endReview(chargeOf(transNo), true)
    await takeNews()
    expect([await stateOf(transNo), await alarms()]).toEqual(['confirmed', []])
  })

  it('expires without its alarm when Authorize.net no longer knows it [REQ-D-449]', async () => {
    const transNo = await payBy(heldCard)
    await sweepAfter(25 * 60)
    expect([await stateOf(transNo), await alarms()]).toEqual(['handed-off', ['provider-review']])
    double.atVendor.purge(chargeOf(transNo))
    await sweepAfter(11)
    expect([await stateOf(transNo), await alarms()]).toEqual(['expired', []])
  })
})

describe('a payment that is charged twice, equally, of which one charge is voided', () => {
  const orders = ['first', 'second'] as const
  it.each(orders)('is one payment in the books when both were known: the %s [REQ-D-451]', async (which) => {
    const transNo = await payBy(goodCard)
    const first = chargeOf(transNo)
    await takeNews()
    portal.clock.advance(60)
    const second = double.atVendor.chargeAgain(first)
    await takeNews()
    expect([await bookings(), await alarms()]).toEqual([[paid], ['double-charge']])
    double.atVendor.voidTransaction(which === 'first' ? first : second)
    await takeNews('as sent', 2)
    double.atVendor.settle()
    expect(await differences()).toEqual({})
    expect([await stateOf(transNo), await bookings()]).toEqual(['confirmed', [paid]])
  })

  it.each(orders.flatMap((which) => (['sweeper', 'report'] as const).map((by) => [which, by] as const)))(
    'is one payment without an alarm when neither was known: the %s, by the %s [REQ-D-451]',
    async (which, by) => {
      const transNo = await payBy(goodCard)
      const first = chargeOf(transNo)
      portal.clock.advance(60)
      const second = double.atVendor.chargeAgain(first)
      double.atVendor.voidTransaction(which === 'first' ? first : second)
      if (by === 'sweeper') await sweepAfter(3)
      expect(await differences()).toEqual(by === 'sweeper' ? {} : { takenIn: 1 })
      expect([await movesOf(transNo), await bookings(), await alarms()]).toEqual([
        ['hand-off', 'succeeded'],
        [paid],
        [],
      ])
    },
  )
})

describe('a charge that is settled beside an equal one that is voided', () => {
  it('is found although the voided one is not settled yet [REQ-D-451]', async () => {
    const transNo = await payBy(goodCard)
    double.atVendor.settle()
    portal.clock.advance(60)
    double.atVendor.voidTransaction(double.atVendor.chargeAgain(chargeOf(transNo)))
    await sweepAfter(3)
    expect([await stateOf(transNo), await bookings(), await alarms()]).toEqual(['confirmed', [paid], []])
  })
})

describe('a charge that is settled while its day is read', () => {
  it('comes twice, from both lists, and is booked once without a difference [REQ-D-454]', async () => {
    // Its batch stands between the two lists.
    await payBy(goodCard)
    double.atVendor.settle()
    portal.clock.advance(60)
    const transNo = await payBy(goodCard)
    portal.clock.advance(60)
    const { current } = portal.deps.gateways
    let read = 0
    const report: typeof current.report = async function* (day) {
      for await (const piece of current.report(day)) {
        if (piece.kind === 'readable' && piece.transNo === transNo) read += 1
        double.atVendor.settle()
        yield piece
      }
    }
    const gateway = { ...current, report }
    const gateways = { ...portal.deps.gateways, current: gateway, all: [gateway] }
    const found = await reconcile({ ...portal.deps, gateways })
    expect(read).toBe(2)
    expect(found).toMatchObject({ takenIn: 2, missing: 0, extra: 0, different: 0, eventsDiffer: 0 })
    expect([await stateOf(transNo), await bookings(), await alarms()]).toEqual(['confirmed', [paid, paid], []])
  })
})

describe('other sales on the account at Authorize.net', () => {
  it('sales of another portal and of a terminal are neither booked nor differences, also unreadable ones [REQ-D-452]', async () => {
    const { apiOrigin, ...other } = {
      ...anetKeys,
      apiOrigin: double.origin,
      signatureKeys: [anetSignatureKey],
      publicOrigin: 'https://other.example',
      clock: portal.clock,
      log: portal.deps.log,
    }
    const { target } = await createAuthorizeNet({ apiOrigin, ...other }).start(
      paymentAt(portal.clock.now(), { transNo: 'T23456789ABCDEFGH', amount: cents(5_000) }),
    )
    if (target.kind !== 'form') throw new Error('The page is reached by a form')
    const body = new URLSearchParams({ token: target.securityToken, ...goodCard })
    await fetch(new URL('/payment/pay', target.action), { method: 'POST', body, redirect: 'manual' })
    const sold = double.atVendor.sellAtTerminal(2_500)
    double.atVendor.sellAtTerminal(20_000_000_000)
    await takeNews()
    expect(await differences()).toEqual({})
    double.atVendor.settle()
    double.atVendor.refund(sold, 2_500)
    double.atVendor.chargeBack(chargeOf('T23456789ABCDEFGH'))
    await takeNews()
    expect(await differences()).toEqual({})
    expect([await bookings(), await alarms()]).toEqual([[], []])
  })

  it('payments of a former address of the portal are still compared, and what went back of them is booked [REQ-D-460]', async () => {
    const transNo = await payBy(anetBank('000111111113'))
    await takeNews()
    double.atVendor.settle()
    const env = { ...portal.deps.env, PUBLIC_ORIGIN: 'https://new.example' }
    const gateways = await createGateways({ ...portal.deps, env, signingKeys: [] })
    portal.clock.advance(4 * 86_400)
    double.atVendor.endDebit(chargeOf(transNo))
    expect(await differences({ ...portal.deps, gateways })).toEqual({})
    expect([await stateOf(transNo), await alarms()]).toEqual(['returned', []])
  })
})
