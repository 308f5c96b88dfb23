import {
  type StaffAlarm,
  type StaffListedPayment,
  type StaffPaymentPosition,
  staffPayments,
  type StaffPaymentStory,
} from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { type Activity, signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EventFields, sendPostback, useProviderDouble } from '../../../testing/provider-double.ts'
import { errorsOf, payingSettings } from '../../../testing/quick-payer.ts'
import { adaSignedIn, type SignedIn } from '../../../testing/seed-login.ts'
import { seedStaff, seedStaffSession, type StaffHalves } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runPaymentsCommand } from '../../paying/payments/payments.command.ts'
import { reconcile } from '../../paying/payments/reconcile/reconcile.job.ts'
import { differing, paymentSeeder, seedAlarm } from './staff-payments.fixtures.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ settings: payingSettings, env: { PROVIDER_URL: provider.url } }))

let ada: SignedIn
let billing: StaffHalves
let seedPaid: Awaited<ReturnType<typeof paymentSeeder>>
beforeEach(async () => {
  ada = await adaSignedIn(portal)
  seedPaid = await paymentSeeder(portal)
  billing = await seedStaffSession(portal, await seedStaff(portal, 'billing'))
})

const reason = 'Provider rounds the fee'
const search = async (text: string, after: StaffPaymentPosition | null = null) =>
  (await portal.call(staffPayments.search, { ...billing, body: { text, after } })).json<{
    payments: StaffListedPayment[]
    next: StaffPaymentPosition | null
  }>()
const view = async (transNo: string) =>
  (await portal.call(staffPayments.view, { ...billing, params: { transNo } })).json<StaffPaymentStory>()
const accept = async ({ transNo, eventId }: EventFields, as = billing) =>
  portal.call(staffPayments.accept, { ...as, params: { transNo }, body: { reason, eventId } })
const reject = async ({ transNo }: EventFields, as = billing) =>
  portal.call(staffPayments.reject, { ...as, params: { transNo }, body: { reason } })
const refund = async ({ transNo }: Pick<EventFields, 'transNo'>, as = billing) =>
  portal.call(staffPayments.refund, { ...as, params: { transNo }, body: { reason } })
const alarms = async (isSettled: boolean, after: unknown = null) =>
  (await portal.call(staffPayments.alarms, { ...billing, body: { isSettled, after } })).json<{
    alarms: StaffAlarm[]
    next: { id: number; settledAt: string | null } | null
  }>()
const activityKinds = async () =>
  (await portal.call(signIn.activity, { ...ada, params: { memberNumber: '10001' } }))
    .json<{ activities: Activity[] }>()
    .activities.map(({ kind }) => kind)
const bookings = async () => portal.db.selectFrom('pay.booking').select(['trans_no', 'kind']).orderBy('id').execute()
const auditOf = async (kind: string) =>
  (await portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', kind).execute()).map(
    ({ detail }) => detail,
  )

describe('finding payments', () => {
  it('finds a payment by transaction, confirmation, account and member number, and none by another', async () => {
    const { transNo } = await seedPaid({ confirmationNumber: 'CONF1' })
    for (const text of [transNo, ' CONF1 ', '100100101', '10001'])
      expect((await search(text)).payments.map((one) => one.transNo)).toContain(transNo)
    for (const text of ['CONF2', '100200101', 'STAFF', '%'])
      expect(await search(text)).toEqual({ payments: [], next: null })
  })

  it.each(['', '100100101'])(
    'lists those under review first, then the newest, a page at a time, for the text %j',
    async (text) => {
      const made: string[] = []
      for (let n = 0; n < 27; n += 1) made.push((await seedPaid(n % 13 === 0 ? differing : {})).transNo)
      const reviewed = made.filter((_, n) => n % 13 === 0)
      const others = made.filter((_, n) => n % 13 !== 0)
      const first = await search(text)
      expect(first.payments).toHaveLength(25)
      const second = await search(text, first.next)
      expect(second.next).toBeNull()
      const listed = [...first.payments, ...second.payments].filter(({ transNo }) => made.includes(transNo))
      expect(listed.map(({ transNo }) => transNo)).toEqual([...reviewed.toReversed(), ...others.toReversed()])
      expect(listed.slice(0, 4).map(({ state }) => state)).toEqual([
        'under-review',
        'under-review',
        'under-review',
        'confirmed',
      ])
    },
  )

  it('continues with those under review when the first of them was decided meanwhile', async () => {
    const events: EventFields[] = []
    for (let n = 0; n < 27; n += 1) events.push(await seedPaid(differing))
    const { payments, next } = await search('')
    const last = events.find(({ transNo }) => transNo === payments.at(-1)?.transNo)
    if (last !== undefined) await reject(last)
    const more = (await search('', next)).payments.filter(({ state }) => state === 'under-review')
    expect(more.map(({ transNo }) => transNo)).toEqual(['STAFF2', 'STAFF1'])
  })
})

describe('a payment', () => {
  it('is shown with its moves, reports, bookings, events, notices and alarms, and the member sees that staff looked', async () => {
    const { transNo, eventId } = await seedPaid()
    const story = await view(transNo)
    expect(story).toMatchObject({ transNo, memberNumber: '10001', state: 'confirmed', amount: 10_000, canRefund: true })
    expect(story.moves).toMatchObject([
      { from: 'handed-off', to: 'confirmed', source: 'postback', isCorrection: false },
    ])
    expect(story.reports).toMatchObject([{ eventId, type: 'payment.succeeded', outcome: 'applied', amount: 10_000 }])
    expect(story.ledger.map(({ ledgerAccount, amount }) => [ledgerAccount, amount])).toEqual([
      ['provider-clearing', 10_295],
      ['member-account/100100101', -10_000],
      ['convenience-fee', -295],
    ])
    expect(story.events).toMatchObject([{ kind: 'payment-confirmed', accountNumber: '100100101', amount: 10_000 }])
    expect(story.notices).toMatchObject([{ channel: 'email', sentAt: null }])
    expect(story).toMatchObject({ actions: [], alarms: [] })
    expect((await activityKinds())[0]).toBe('staff.payment-viewed')
    expect(await auditOf('staff.payment-viewed')).toEqual([{ by: 'dana.billing', transNo }])
  })

  it('is a 404 for a number that no payment has, and nothing about it is recorded', async () => {
    const answer = await portal.call(staffPayments.view, { ...billing, params: { transNo: 'NONE' } })
    expect(answer.statusCode).toBe(404)
    expect((await refund({ transNo: 'NONE' })).statusCode).toBe(404)
    expect(await auditOf('staff.payment-viewed')).toEqual([])
  })
})

describe('a payment under review', () => {
  it('is booked with the report that staff accept, as by the command, and the member sees it', async () => {
    const event = await seedPaid(differing)
    expect((await view(event.transNo)).alarms).toMatchObject([
      {
        kind: 'quarantined',
        isUnderReview: true,
        settled: null,
        facts: [
          { name: 'type', value: 'payment.succeeded' },
          { name: 'eventId', value: event.eventId },
          { name: 'mismatch.convenience-fee', value: '$2.95 → $2.96' },
        ],
      },
    ])
    const story = (await accept(event)).json<StaffPaymentStory>()
    expect(story).toMatchObject({
      state: 'confirmed',
      actions: [{ kind: 'staff.payment-accepted', by: 'dana.billing', reason }],
      alarms: [{ kind: 'quarantined', settled: { by: null, reason: null } }],
    })
    expect(story.ledger.map(({ amount }) => amount)).toEqual([10_295, -9_999, -296])
    expect((await activityKinds())[0]).toBe('staff.payment-accepted')
  })

  it('is decided by one of two people at once, the other one is refused, and it is booked once', async () => {
    const event = await seedPaid(differing)
    const admin = await seedStaffSession(portal, await seedStaff(portal, 'admin'))
    const answers = await Promise.all([accept(event), reject(event, admin), accept(event, admin)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const lost = answers.find(({ statusCode }) => statusCode === 409)
    expect(lost && errorsOf(lost)).toMatchObject([{ code: 'not-under-review' }])
    const { state, actions } = await view(event.transNo)
    expect(actions).toHaveLength(1)
    expect(await bookings()).toHaveLength(state === 'confirmed' ? 1 : 0)
  })

  it('stays under review without a reason, and with a report that was not quarantined', async () => {
    const event = await seedPaid(differing)
    const empty = await portal.call(staffPayments.accept, {
      ...billing,
      params: { transNo: event.transNo },
      body: { reason: ' ', eventId: event.eventId },
    })
    expect([empty.statusCode, errorsOf(empty)]).toMatchObject([400, [{ code: 'reason-missing', field: 'reason' }]])
    const other = await accept({ ...event, eventId: 'evt_other' })
    expect([other.statusCode, errorsOf(other)]).toMatchObject([409, [{ code: 'no-such-report' }]])
    expect(await view(event.transNo)).toMatchObject({ state: 'under-review', actions: [], ledger: [] })
  })
})

describe('a refund', () => {
  const seedRefundable = async () => {
    const event = await seedPaid()
    provider.events.set(event.transNo, [event])
    return event
  }
  const asked = () => provider.calls.filter((line) => line.startsWith('POST ') && line.endsWith('/refund'))

  it('is made by the provider and books the reversal once, however its news arrives [REL-05]', async () => {
    const event = await seedRefundable()
    const answer = await refund(event)
    expect(answer.json()).toMatchObject({
      state: 'refunded',
      canRefund: false,
      actions: [{ kind: 'staff.payment-refunded', by: 'dana.billing', reason }],
    })
    expect((await activityKinds())[0]).toBe('staff.payment-refunded')
    // The provider sends its postback too, and lists the refund in its report.
    const told = provider.events.get(event.transNo)?.at(-1)
    if (told !== undefined) await sendPostback(portal, told)
    portal.clock.advance(20 * 60)
    expect(await reconcile(portal.deps)).toMatchObject({ missing: 0, different: 0 })
    expect(await bookings()).toEqual([
      { trans_no: event.transNo, kind: 'payment' },
      { trans_no: event.transNo, kind: 'refund' },
    ])
    // Their first session has ended meanwhile.
    billing = await seedStaffSession(portal, 'dana.billing')
    const { ledger, events } = await view(event.transNo)
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(ledger.map(({ amount }) => amount)).toEqual([10_295, -10_000, -295, -10_295, 10_000, 295])
    expect(events.map(({ kind }) => kind)).toEqual(['payment-confirmed', 'payment-refunded'])
  })

  it('is requested by one of two people at once, and the other one is refused', async () => {
    const event = await seedRefundable()
    const admin = await seedStaffSession(portal, await seedStaff(portal, 'admin'))
    const answers = await Promise.all([refund(event), refund(event, admin)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(asked()).toHaveLength(1)
    expect(await auditOf('staff.payment-refunded')).toHaveLength(1)
    const again = await refund(event)
    expect([again.statusCode, errorsOf(again)]).toMatchObject([409, [{ code: 'not-refundable' }]])
    expect(asked()).toHaveLength(1)
  })

  it('without an answer may be asked for again after a minute, and is booked once', async () => {
    const event = await seedRefundable()
    provider.mode = 'loses-answers'
    expect((await refund(event)).json()).toMatchObject({ state: 'confirmed', canRefund: true })
    const early = await refund(event)
    expect([early.statusCode, errorsOf(early)]).toMatchObject([409, [{ code: 'refund-under-way' }]])
    provider.mode = 'answers'
    portal.clock.advance(61)
    expect((await refund(event)).json()).toMatchObject({ state: 'refunded' })
    expect((await bookings()).map(({ kind }) => kind)).toEqual(['payment', 'refund'])
  })

  it('is distinguished from a refund that the provider does not make: it does not have the payment, or refuses', async () => {
    const unknown = await refund(await seedPaid())
    expect([unknown.statusCode, errorsOf(unknown)]).toMatchObject([409, [{ code: 'refund-unknown' }]])
    const event = await seedPaid()
    provider.events.set(event.transNo, [{ ...event, type: 'payment.declined' }])
    const refused = await refund(event)
    expect([refused.statusCode, errorsOf(refused)]).toMatchObject([409, [{ code: 'refund-refused' }]])
    expect((await bookings()).map(({ kind }) => kind)).toEqual(['payment', 'payment'])
  })

  it('is refused for a payment that is not confirmed, without a call to the provider', async () => {
    const event = await seedPaid(differing)
    const answer = await refund(event)
    expect([answer.statusCode, errorsOf(answer)]).toMatchObject([409, [{ code: 'not-refundable' }]])
    await portal.database.runScript(
      `update pay.payment set state = 'confirmed', origin = 'bank' where trans_no = '${event.transNo}'`,
    )
    expect((await refund(event)).statusCode).toBe(409)
    expect(asked()).toEqual([])
  })
})

describe('a decision about a large amount', () => {
  const waiting = async () => (await alarms(false)).alarms.filter(({ kind }) => kind === 'second-person')
  let admin: StaffHalves
  beforeEach(async () => {
    admin = await seedStaffSession(portal, await seedStaff(portal, 'admin'))
    portal.set({ secondPersonAmount: cents(5_000) })
  })
  const seedRefundable = async () => {
    const event = await seedPaid()
    provider.events.set(event.transNo, [event])
    return event
  }

  it('is carried out when another person asks for the same refund, and never for the one who asked [REQ-D-355, SEC-78]', async () => {
    const event = await seedRefundable()
    expect((await refund(event)).json()).toMatchObject({
      state: 'confirmed',
      actions: [{ kind: 'staff.payment-proposed', by: 'dana.billing', reason }],
      alarms: [
        {
          kind: 'second-person',
          settled: null,
          facts: [
            { name: 'amount', value: '$102.95' },
            { name: 'reason', value: reason },
            { name: 'askedToRefund', value: 'dana.billing' },
          ],
        },
      ],
    })
    const again = await refund(event)
    expect([again.statusCode, errorsOf(again)]).toMatchObject([409, [{ code: 'needs-another-person' }]])
    expect(provider.calls.filter((line) => line.endsWith('/refund'))).toEqual([])
    expect((await activityKinds())[0]).toBe('staff.payment-proposed')
    expect((await refund(event, admin)).json()).toMatchObject({ state: 'refunded' })
    expect((await bookings()).map(({ kind }) => kind)).toEqual(['payment', 'refund'])
    expect(await waiting()).toEqual([])
  })

  it('is carried out by two people who ask at once, once', async () => {
    const event = await seedRefundable()
    const answers = await Promise.all([refund(event), refund(event, admin)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(provider.calls.filter((line) => line.endsWith('/refund'))).toHaveLength(1)
    expect((await view(event.transNo)).state).toBe('refunded')
  })

  it('is asked for again after seven days, and after it was withdrawn', async () => {
    const event = await seedRefundable()
    await refund(event)
    const [first] = await waiting()
    await portal.call(staffPayments.settleAlarm, { ...billing, body: { id: first?.id ?? 0, reason } })
    expect((await refund(event, admin)).json()).toMatchObject({ state: 'confirmed' })
    portal.clock.advance(7 * 24 * 60 * 60)
    billing = await seedStaffSession(portal, 'dana.billing')
    expect((await refund(event)).json()).toMatchObject({ state: 'confirmed' })
    expect((await waiting()).map(({ facts }) => facts.at(-1)?.value)).toEqual(['dana.billing'])
  })

  it('does not need a third person when the provider gave no answer', async () => {
    const event = await seedRefundable()
    await refund(event)
    provider.mode = 'loses-answers'
    await refund(event, admin)
    provider.mode = 'answers'
    portal.clock.advance(61)
    expect((await refund(event, admin)).json()).toMatchObject({ state: 'refunded' })
  })

  it('is an acceptance too, of the same report, here and at the command line, and a rejection ends it [REQ-D-355, SEC-78]', async () => {
    const event = await seedPaid(differing)
    expect((await accept(event)).json()).toMatchObject({ state: 'under-review' })
    expect((await accept(event)).statusCode).toBe(409)
    const command = ['accept', event.transNo, '--by', 'Dana.Billing', '--reason', reason]
    expect(await runPaymentsCommand(portal.deps, command)).toMatchObject({ exitCode: 1 })
    expect((await accept(event, admin)).json()).toMatchObject({ state: 'confirmed' })
    const other = await seedPaid(differing)
    await accept(other)
    await reject(other)
    expect(await waiting()).toEqual([])
  })

  it('is another one when the second person accepts another report [REQ-D-355, SEC-78]', async () => {
    const event = await seedPaid(differing)
    const other = { ...event, eventId: `${event.eventId}-2`, confirmationNumber: 'OTHER' }
    await sendPostback(portal, other)
    await accept(event)
    expect((await accept(other, admin)).json()).toMatchObject({ state: 'under-review' })
    expect((await accept(other)).json()).toMatchObject({ state: 'confirmed' })
  })

  it('needs one person below the amount, and when there is none', async () => {
    portal.set({ secondPersonAmount: cents(10_001) })
    expect((await refund(await seedRefundable())).json()).toMatchObject({ state: 'refunded' })
    portal.set({ secondPersonAmount: null })
    expect((await refund(await seedRefundable())).json()).toMatchObject({ state: 'refunded' })
  })
})

describe('alarms', () => {
  it('are listed open ones first to last, settled by name and reason, and then listed as settled', async () => {
    const { transNo } = await seedPaid()
    const [first, second] = [await seedAlarm(portal, transNo), await seedAlarm(portal)]
    expect((await alarms(false)).alarms.map(({ id }) => id)).toEqual([first, second])
    const settled = await portal.call(staffPayments.settleAlarm, { ...billing, body: { id: first, reason } })
    expect(settled.json()).toMatchObject({ alarm: { id: first, transNo, settled: { by: 'dana.billing', reason } } })
    expect((await alarms(false)).alarms.map(({ id }) => id)).toEqual([second])
    expect((await alarms(true)).alarms).toMatchObject([{ id: first, settled: { by: 'dana.billing', reason } }])
    expect((await portal.call(staffPayments.countAlarms, billing)).json()).toEqual({ open: 1 })
    expect((await activityKinds())[0]).toBe('staff.alarm-settled')
    portal.clock.advance(91 * 86_400)
    billing = await seedStaffSession(portal, 'dana.billing')
    expect(await alarms(true)).toEqual({ alarms: [], next: null })
  })

  it('are settled by one of two people at once, here or at the command line, and the other one is refused', async () => {
    const id = await seedAlarm(portal)
    const [console, command] = await Promise.all([
      portal.call(staffPayments.settleAlarm, { ...billing, body: { id, reason } }),
      runPaymentsCommand(portal.deps, ['settle-alarm', String(id), '--by', 'Lee', '--reason', 'Checked']),
    ])
    expect([
      [200, 1],
      [409, 0],
    ]).toContainEqual([console.statusCode, command.exitCode])
    const again = await portal.call(staffPayments.settleAlarm, { ...billing, body: { id, reason } })
    expect([again.statusCode, errorsOf(again)]).toMatchObject([409, [{ code: 'alarm-not-open' }]])
    expect(await auditOf('staff.alarm-settled')).toHaveLength(1)
  })

  it('alarms of a payment under review are settled by accepting or rejecting it only', async () => {
    await seedPaid(differing)
    const [alarm] = (await alarms(false)).alarms
    expect(alarm).toMatchObject({ kind: 'quarantined', isUnderReview: true })
    const id = alarm?.id ?? 0
    const answer = await portal.call(staffPayments.settleAlarm, { ...billing, body: { id, reason } })
    expect([answer.statusCode, errorsOf(answer)]).toMatchObject([409, [{ code: 'alarm-not-open' }]])
    expect((await alarms(false)).alarms.map((one) => one.id)).toEqual([id])
  })

  it('are listed a page at a time', async () => {
    const made: number[] = []
    for (let n = 0; n < 26; n += 1) made.push(await seedAlarm(portal))
    const first = await alarms(false)
    expect([...first.alarms, ...(await alarms(false, first.next)).alarms].map(({ id }) => id)).toEqual(made)
    for (const id of made) await portal.call(staffPayments.settleAlarm, { ...billing, body: { id, reason } })
    const settled = await alarms(true)
    const more = await alarms(true, settled.next)
    expect([...settled.alarms, ...more.alarms].map(({ id }) => id)).toEqual(made.toReversed())
    expect(more.next).toBeNull()
  })

  it('do not name a card number in the reason', async () => {
    const id = await seedAlarm(portal)
    const body = { id, reason: 'card 4111 1111 1111 1111' }
    expect((await portal.call(staffPayments.settleAlarm, { ...billing, body })).statusCode).toBe(400)
  })
})
