import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { beforeEach, expect, it } from 'vitest'
import {
  anetBank,
  declinedLaterCard,
  enterAtAuthorizeNet,
  expiredCard,
  goodCard,
  heldCard,
  postAnetNews,
  storingAtAuthorizeNet,
  useAuthorizeNetPortal,
} from '../../../testing/authorize-net-in-test.ts'
import { openAutoPay } from '../../../testing/auto-pay-in-test.ts'
import { listBookings } from '../../../testing/payment-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { processRun } from '../runs/process-run.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'
import { settleOpenPaymentsNow } from './provider-events/sweep-open-payments.job.ts'
import { reconcile } from './reconcile/reconcile.job.ts'
import { forgetMethodsJob } from './stored-methods/forget-methods.job.ts'
import { sweepMethodRequestsJob } from './stored-methods/sweep-method-requests.job.ts'

const { portal, double } = useAuthorizeNetPortal({
  ...payingSettings,
  Autopay: true,
  runHour: 8,
  portalRunsDrafts: true,
  allowCreditDraft: true,
})
const params = { memberNumber: '10001' }
let ada: Awaited<ReturnType<typeof openAutoPay>>
let card = goodCard

beforeEach(async () => {
  // The charges of each test have the same numbers.
  double.reset()
  card = goodCard
  ada = await openAutoPay({ portal, storeCard: async () => store(card) })
})

const { press, store } = storingAtAuthorizeNet(portal, async () => ada.session())

const methods = async () =>
  (await portal.call(paymentProfile.list, { params, ...(await ada.session()) })).json<{
    results: { methodId: string; lastFour: string; paymentType: string }[]
  }>().results
const payments = async () =>
  portal.db.selectFrom('pay.payment').select(['trans_no', 'state', 'origin', 'postback_message']).execute()
const charged = async () => (await payments()).flatMap(({ trans_no: transNo }) => double.chargesOf(transNo))
const bookings = async () => listBookings(portal.db)
const paid = 'payment 14657 -14237 -420'
const differences = async () => {
  portal.clock.advance(86_400)
  const { takenIn, missing, extra, different, eventsDiffer } = await reconcile(portal.deps)
  return { takenIn, missing, extra, different, eventsDiffer }
}
const none = { takenIn: 0, missing: 0, extra: 0, different: 0, eventsDiffer: 0 }
const chargeOnDay = async () => {
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
}
const failures = async () =>
  (
    await portal.db
      .selectFrom('outbox.message')
      .select('body_text')
      .where('dedupe_key', 'like', 'payment-failed:%')
      .execute()
  ).map(({ body_text: text }) => text)

it('charges by AutoPay, once, the card that a member stored on the page of Authorize.net, and reconciles [REQ-D-457, REQ-D-458]', async () => {
  await ada.announced()
  expect(await methods()).toMatchObject([{ lastFour: '1111', paymentType: 'cc' }])
  await chargeOnDay()
  await runDueItems(portal.deps)
  expect(await payments()).toMatchObject([{ state: 'confirmed', origin: 'autopay' }])
  expect([(await charged()).length, await bookings()]).toEqual([1, [paid]])
  double.atVendor.settle()
  expect(await differences()).toEqual(none)
})

it.each([
  ['declines', declinedLaterCard, 'declined', 1],
  ['refuses as expired, without a trace', expiredCard, 'expired-card', 0],
] as const)(
  'has the reason of a charge that the vendor %s, tells the member, and moves no money [REQ-D-458]',
  async (_how, stored, reason, count) => {
    card = stored
    await ada.announced()
    await chargeOnDay()
    await runDueItems(portal.deps)
    const message = declineMessage(reason, 'en')
    expect(await payments()).toMatchObject([{ state: 'declined', postback_message: message }])
    expect([(await charged()).length, await bookings()]).toEqual([count, []])
    expect(await failures()).toEqual([expect.stringContaining('did not go through. You were not charged.')])
    expect(await differences()).toEqual(none)
  },
)

it.each(['the next run', 'the sweeper', 'the report of the day'])(
  'charges once when the answer is lost, and learns of it from %s [REQ-D-458]',
  async (from) => {
    await ada.announced()
    double.faults.set({ kind: 'lost-answer' }, { at: 'createTransaction' })
    await chargeOnDay()
    expect(await payments()).toMatchObject([{ state: 'handed-off' }])
    portal.clock.advance(3_600)
    if (from === 'the next run') await runDueItems(portal.deps)
    if (from === 'the sweeper') await settleOpenPaymentsNow(portal.deps)
    expect(await differences()).toEqual({ ...none, takenIn: from === 'the report of the day' ? 1 : 0 })
    await runDueItems(portal.deps)
    expect([await payments(), (await charged()).length]).toMatchObject([[{ state: 'confirmed' }], 1])
    expect(await bookings()).toEqual([paid])
  },
)

it('does not charge again while a filter of the vendor holds the charge [REQ-D-458]', async () => {
  card = heldCard
  await ada.announced()
  await chargeOnDay()
  portal.clock.advance(86_400)
  await runDueItems(portal.deps)
  await settleOpenPaymentsNow(portal.deps)
  expect([await payments(), (await charged()).length]).toMatchObject([[{ state: 'handed-off' }], 1])
  double.atVendor.endReview((await charged())[0]?.transId ?? '', true)
  await settleOpenPaymentsNow(portal.deps)
  expect([await payments(), await bookings()]).toMatchObject([[{ state: 'confirmed' }], [paid]])
})

it('takes back a charge of a stored bank account that its bank returns, and charges the account no more [REQ-D-458]', async () => {
  card = anetBank('000111111113')
  await ada.announced()
  expect(await methods()).toMatchObject([{ lastFour: '1113', paymentType: 'echeck' }])
  await chargeOnDay()
  double.atVendor.settle()
  portal.clock.advance(4 * 86_400)
  double.atVendor.endDebit((await charged())[0]?.transId ?? '')
  expect(await differences()).toEqual(none)
  expect(await payments()).toMatchObject([{ state: 'returned' }])
  const refused = portal.db.selectFrom('pay.stored_method').select('refused_code')
  expect(await refused.execute()).toEqual([{ refused_code: 'R02' }])
})

it('charges a draft by card on its day, once [REQ-D-458]', async () => {
  const methodId = await store(goodCard)
  const draft = {
    account_number: '100100101',
    member_number: '10001',
    draft_type: 'DAY_OF_MONTH',
    draft_day: 15,
  } as const
  const kept = { account_kind: 'Card', account_ending: '1111', method_id: methodId, event_id: 7 } as const
  await portal.db
    .insertInto('portal.draft')
    .values({ ...draft, ...kept, changed_at: portal.clock.now() })
    .execute()
  ada.onDay('2026-12-15')
  for (let n = 0; n < 2; n += 1) await processRun(portal.deps, calendarDate('2026-12-15'))
  expect([await payments(), (await charged()).length]).toMatchObject([[{ state: 'confirmed', origin: 'draft' }], 1])
})

it('stores the method of a member who does not come back, by news that arrive twice or by the job that asks [REQ-D-457]', async () => {
  await enterAtAuthorizeNet(await press(), goodCard)
  for (const { body } of [...double.notices(), ...double.notices()])
    expect((await postAnetNews(portal, double, body)).statusCode).toBe(200)
  await portal.jobs.runWaiting()
  expect(await methods()).toMatchObject([{ lastFour: '1111' }])
  await enterAtAuthorizeNet(await press(), anetBank('000123456789'))
  portal.clock.advance(11 * 60)
  await portal.jobs.run(sweepMethodRequestsJob, {})
  expect((await methods()).map(({ lastFour }) => lastFour)).toEqual(['1111', '6789'])
})

it('makes Authorize.net forget a method that its member removed, also after an outage [REQ-D-459]', async () => {
  const methodId = await store(goodCard)
  await portal.call(paymentProfile.remove, { params: { ...params, methodId }, ...(await ada.session()) })
  expect(await methods()).toEqual([])
  double.faults.set({ kind: 'status', status: 503 }, { at: 'deleteCustomerProfile' })
  await portal.jobs.run(forgetMethodsJob, {})
  expect(double.customers()).toHaveLength(1)
  await portal.jobs.run(forgetMethodsJob, {})
  expect([double.customers(), (await portal.db.selectFrom('pay.stored_method').selectAll().execute()).length]).toEqual([
    [],
    0,
  ])
})
