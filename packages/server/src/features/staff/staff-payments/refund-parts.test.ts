import {
  type StaffAlarm,
  staffPayments,
  type StaffPaymentStory,
} from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EventFields, sendPostback, useProviderDouble } from '../../../testing/provider-double.ts'
import { errorsOf, payingSettings } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedStaff, seedStaffSession, type StaffHalves } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { withGateway } from '../../../testing/with-gateway.ts'
import { refundPayment } from '../../paying/payments/public.ts'
import { reconcile } from '../../paying/payments/reconcile/reconcile.job.ts'
import { paymentSeeder } from './staff-payments.fixtures.ts'
import { viewPayment } from './view-payment.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ settings: payingSettings, env: { PROVIDER_URL: provider.url } }))

let billing: StaffHalves
let seedPaid: Awaited<ReturnType<typeof paymentSeeder>>
beforeEach(async () => {
  await seedAccount(portal.db)
  seedPaid = await paymentSeeder(portal)
  billing = await seedStaffSession(portal, await seedStaff(portal, 'billing'))
})

const reason = 'Billed twice'
const view = async (transNo: string) =>
  (await portal.call(staffPayments.view, { ...billing, params: { transNo } })).json<StaffPaymentStory>()
const secondPersonAlarms = async () => {
  const body = { isSettled: false, after: null }
  const answer = await portal.call(staffPayments.alarms, { ...billing, body })
  return answer.json<{ alarms: StaffAlarm[] }>().alarms.filter(({ kind }) => kind === 'second-person')
}

describe('a refund of a part', () => {
  const seedRefundable = async () => {
    const event = await seedPaid()
    provider.events.set(event.transNo, [event])
    return event
  }
  const part = async ({ transNo }: EventFields, amount?: number, as = billing) =>
    portal.call(staffPayments.refund, { ...as, params: { transNo }, body: { reason, amount } })
  const asksOf = () => provider.calls.filter((line) => line.endsWith('/refund'))
  const codeOf = (answer: Awaited<ReturnType<typeof part>>) => [answer.statusCode, errorsOf(answer)[0]?.code]
  const sums = { received: 10_295, refunded: 2_000, left: 8_295 }

  it('a refund of a part is booked to the cent on the account and the fee, and leaves the rest to refund [REQ-D-420, REQ-D-422]', async () => {
    const event = await seedRefundable()
    const story = (await part(event, 2_000)).json<StaffPaymentStory>()
    expect(story).toMatchObject({ state: 'confirmed', canRefund: true, booked: sums })
    expect(story.refund).toEqual({ left: 8_295, isPart: true, again: null })
    expect(story.refunds).toMatchObject([{ amount: 2_000, by: 'dana.billing', state: 'booked' }])
    expect(story.reports.map(({ moved }) => moved)).toEqual([null, 2_000])
    expect(story.ledger.slice(3).map(({ amount }) => amount)).toEqual([-2_000, 1_943, 57])
    portal.clock.advance(20 * 60)
    expect(await reconcile(portal.deps)).toMatchObject({ missing: 0, different: 0, eventsDiffer: 0 })
  })

  it('the part that leaves nothing ends the payment, also when the amount is not named', async () => {
    const event = await seedRefundable()
    await part(event, 2_000)
    const story = (await part(event)).json<StaffPaymentStory>()
    expect(story).toMatchObject({
      state: 'refunded',
      canRefund: false,
      refund: null,
      booked: { refunded: 10_295, left: 0 },
    })
    expect(story.refunds.map(({ amount }) => amount)).toEqual([2_000, 8_295])
    expect(story.ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(story.ledger.slice(-3).map(({ amount }) => amount)).toEqual([-8_295, 8_057, 238])
  })

  it('a refund of more than is left is refused with a sentence, and the provider is not asked [REQ-D-422]', async () => {
    const event = await seedRefundable()
    expect(codeOf(await part(event, 10_296))).toEqual([409, 'refund-too-much'])
    await part(event, 2_000)
    expect(codeOf(await part(event, 8_296))).toEqual([409, 'refund-too-much'])
    expect(codeOf(await part(event, 0))).toEqual([400, 'amount-not-valid'])
    expect(provider.calls.filter((line) => line.endsWith('/refund'))).toHaveLength(1)
  })

  it('a part without an answer is asked for again under the same number, and refunded and booked once [REQ-D-422]', async () => {
    const event = await seedRefundable()
    provider.mode = 'loses-answers'
    const open = (await part(event, 2_000)).json<StaffPaymentStory>()
    expect(open).toMatchObject({ booked: { left: 10_295 }, refund: { left: 8_295, again: 2_000 } })
    expect(open.refunds).toMatchObject([{ amount: 2_000, state: 'asked' }])
    expect(codeOf(await part(event, 2_000))).toEqual([409, 'refund-under-way'])
    expect(codeOf(await part(event, 1_000))).toEqual([409, 'refund-under-way'])
    provider.mode = 'answers'
    portal.clock.advance(61)
    const story = (await part(event, 2_000)).json<StaffPaymentStory>()
    expect(story).toMatchObject({ booked: sums, refund: { left: 8_295, again: null } })
    expect(story.refunds).toMatchObject([{ amount: 2_000, state: 'booked' }])
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pay.refund`.execute(portal.db)
    expect(rows).toEqual([{ n: 1 }])
    // The same amount once more, by someone who did not see the first, waits a minute.
    expect(codeOf(await part(event, 2_000))).toEqual([409, 'refund-under-way'])
    portal.clock.advance(61)
    expect((await part(event, 2_000)).json()).toMatchObject({ booked: { left: 6_295 } })
  })

  it('a part whose answer was lost is over once a postback reports it', async () => {
    const event = await seedRefundable()
    provider.mode = 'loses-answers'
    await part(event, 2_000)
    const [, told] = provider.events.get(event.transNo) ?? []
    if (told !== undefined) await sendPostback(portal, told)
    const story = await view(event.transNo)
    expect(story).toMatchObject({ booked: sums, refund: { left: 8_295, again: null } })
    expect(story.refunds).toMatchObject([{ amount: 2_000, by: 'dana.billing', state: 'booked' }])
  })

  it('a part that equals what was requested is a part where more was accepted, and the second person counts all of it [REQ-D-422, REQ-D-423]', async () => {
    const more = await seedPaid({ amount: 20_000, totalAmount: 20_295, convenienceFee: 295 })
    provider.events.set(more.transNo, [more])
    const body = { reason, eventId: more.eventId }
    await portal.call(staffPayments.accept, { ...billing, params: { transNo: more.transNo }, body })
    const story = (await part(more, 10_295)).json<StaffPaymentStory>()
    expect(story).toMatchObject({ state: 'confirmed', booked: { received: 20_295, refunded: 10_295, left: 10_000 } })
    portal.set({ secondPersonAmount: cents(15_000) })
    expect((await part(more, 5_000)).json()).toMatchObject({ booked: { left: 10_000 } })
    expect(await secondPersonAlarms()).toHaveLength(1)
  })

  it('a part that was refunded at the provider is booked and listed as such, though only a postback reports it', async () => {
    const event = await seedRefundable()
    const own = { eventId: 'evt_vendor', confirmationNumber: 'V1', movedAmount: 2_000, netAmount: 8_295 }
    await sendPostback(portal, { ...event, ...own, type: 'payment.refunded', occurredAt: '2026-11-20T15:05:00Z' })
    const story = await view(event.transNo)
    expect(story).toMatchObject({ state: 'confirmed', booked: sums, refund: { left: 8_295, again: null } })
    expect(story.refunds).toMatchObject([{ amount: 2_000, by: null, state: 'booked' }])
  })

  it('a part that the provider refuses is listed as refused, and leaves all to refund', async () => {
    const event = await seedPaid()
    provider.events.set(event.transNo, [{ ...event, type: 'payment.declined' }])
    expect(codeOf(await part(event, 2_000))).toEqual([409, 'refund-refused'])
    const story = await view(event.transNo)
    expect(story).toMatchObject({ booked: { left: 10_295 }, refund: { left: 10_295, again: null } })
    expect(story.refunds).toMatchObject([{ amount: 2_000, state: 'refused' }])
  })

  it('a part is not asked of a provider that refunds whole payments only [REQ-D-422]', async () => {
    const event = await seedRefundable()
    const { capabilities } = portal.deps.gateways.current
    const deps = withGateway(portal.deps, { capabilities: { ...capabilities, refunds: 'whole' } })
    const by = { by: 'dana.billing', clientAddress: '198.18.0.1', requestId: 'r' }
    const whole = { left: 10_295, isPart: false, again: null }
    expect((await viewPayment(deps, event.transNo, by)).refund).toEqual(whole)
    const decision = { ...by, transNo: event.transNo, reason }
    await expect(refundPayment(deps, { ...decision, amount: cents(2_000) })).rejects.toMatchObject({
      refusal: { code: 'refund-whole-only' },
    })
    expect(asksOf()).toEqual([])
    await refundPayment(deps, { ...decision, amount: cents(10_295) })
    expect((await view(event.transNo)).state).toBe('refunded')
  })

  it('a refund needs a second person once all refunds of the payment reach the setting [REQ-D-355, REQ-D-423]', async () => {
    const admin = await seedStaffSession(portal, await seedStaff(portal, 'admin'))
    portal.set({ secondPersonAmount: cents(5_000) })
    const event = await seedRefundable()
    expect((await part(event, 3_000)).json()).toMatchObject({ booked: { left: 7_295 } })
    expect((await part(event, 1_999)).json()).toMatchObject({ booked: { left: 5_296 } })
    expect((await part(event, 1)).json()).toMatchObject({
      booked: { left: 5_296 },
      alarms: [{ kind: 'second-person', facts: [{ name: 'amount', value: '$0.01' }, {}, {}] }],
    })
    // Another amount is another decision.
    expect((await part(event, 2, admin)).json()).toMatchObject({ booked: { left: 5_296 } })
    expect((await part(event, 2)).json()).toMatchObject({ booked: { left: 5_294 } })
    expect(await secondPersonAlarms()).toEqual([])
  })
})
