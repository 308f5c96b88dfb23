import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDemoMethods } from '../../../../demo/create-demo-methods.ts'
import { readDemoFacts } from '../../../../demo/demo-facts.ts'
import {
  declinedLaterCard,
  goodCard,
  heldCard,
  storingAtAuthorizeNet,
  useAuthorizeNetPortal,
} from '../../../testing/authorize-net-in-test.ts'
import { outbox } from '../../../testing/notified.ts'
import { listBookings } from '../../../testing/payment-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { adaSignedIn, seedSession } from '../../../testing/seed-login.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { arrangementBody, arrangingSettings } from '../arrangements/arrangements.fixtures.ts'
import { settleOpenPaymentsNow } from '../payments/provider-events/sweep-open-payments.job.ts'
import { reconcile } from '../payments/reconcile/reconcile.job.ts'
import { processRun } from '../runs/process-run.ts'
import { scheduleBody } from './scheduled-payments.fixtures.ts'

const { portal, double } = useAuthorizeNetPortal({
  ...payingSettings,
  ...arrangingSettings,
  allowUnderPay: true,
  allowFutureDatedPayments: true,
})
const ada = useFresh(async () => adaSignedIn(portal))
/** A session that began now: the clock of a test moves by weeks. */
const session = async () => ({ ...ada, ...(await seedSession(portal, ada.loginId)) })
const { store } = storingAtAuthorizeNet(portal, session)
// The charges of each test have the same numbers.
beforeEach(() => double.reset())

const memberNumber = '10001'
const runOn = async (date: string) => {
  portal.clock.set(`${date}T20:00:00Z`)
  await processRun(portal.deps, calendarDate(date))
}
const payments = async () =>
  portal.db
    .selectFrom('pay.payment')
    .select(['trans_no', 'state', 'origin', 'amount', 'convenience_fee'])
    .orderBy('requested_at')
    .execute()
const charged = async () =>
  (await payments()).flatMap(({ trans_no: transNo }) => double.chargesOf(transNo).map(({ amount }) => amount))
const bookings = async () => listBookings(portal.db)
const items = async () =>
  portal.db.selectFrom('pay.run_item').select(['kind', 'state', 'amount']).orderBy('id').execute()
/** Settles the day at the vendor, and compares it the next one. */
const differences = async () => {
  double.atVendor.settle()
  portal.clock.advance(86_400)
  const { takenIn, missing, extra, different, eventsDiffer } = await reconcile(portal.deps)
  return takenIn + missing + extra + different + eventsDiffer
}

describe('a scheduled payment by a method that Authorize.net stores', () => {
  const schedule = async (methodId: string) => {
    const body = scheduleBody(portal, { methodId })
    const answer = await portal.call(scheduledPayments.create, { ...(await session()), params: { memberNumber }, body })
    expect(answer.statusCode).toBe(200)
  }
  const paid = ['payment 5148 -5000 -148']

  it('is charged on its day, once, with the fee that its member saw [REQ-D-458]', async () => {
    await schedule(await store(goodCard))
    await runOn('2026-12-04')
    expect(await charged()).toEqual([])
    for (let n = 0; n < 2; n += 1) await runOn('2026-12-05')
    expect(await payments()).toMatchObject([{ state: 'confirmed', origin: 'scheduled', amount: 5_000 }])
    expect([await charged(), await bookings(), await differences()]).toEqual([[5_148], paid, 0])
    expect(await items()).toEqual([{ kind: 'scheduled', state: 'booked', amount: 5_000 }])
  })

  it('is charged once when the answer is lost [REQ-D-458]', async () => {
    await schedule(await store(goodCard))
    double.faults.set({ kind: 'lost-answer' }, { at: 'createTransaction' })
    await runOn('2026-12-05')
    expect([await payments(), await charged()]).toMatchObject([[{ state: 'handed-off' }], [5_148]])
    portal.clock.advance(3_600)
    await processRun(portal.deps, calendarDate('2026-12-05'))
    expect(await payments()).toMatchObject([{ state: 'confirmed' }])
    expect([await charged(), await bookings(), await differences()]).toEqual([[5_148], paid, 0])
  })

  it('is not made when its card is declined, and its member hears of it [REQ-D-458]', async () => {
    await schedule(await store(declinedLaterCard))
    for (let n = 0; n < 2; n += 1) await runOn('2026-12-05')
    expect([await payments(), await charged()]).toMatchObject([[{ state: 'declined' }], [5_148]])
    expect([await items(), await bookings()]).toMatchObject([[{ state: 'failed' }], []])
    const texts = (await outbox(portal)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('did not go through. You were not charged.'))).toHaveLength(1)
    const message = declineMessage('declined', 'en')
    expect(await portal.db.selectFrom('pay.payment').select('postback_message as message').execute()).toEqual([
      { message },
    ])
  })

  it('waits while a filter of the vendor holds it, and is booked when it is approved [REQ-D-458]', async () => {
    await schedule(await store(heldCard))
    for (let n = 0; n < 2; n += 1) await runOn('2026-12-05')
    const [payment] = await payments()
    expect([payment?.state, await charged()]).toEqual(['handed-off', [5_148]])
    double.atVendor.endReview(double.chargesOf(payment?.trans_no ?? '')[0]?.transId ?? '', true)
    await settleOpenPaymentsNow(portal.deps)
    expect([(await payments())[0]?.state, await bookings()]).toEqual(['confirmed', paid])
  })
})

describe('the demo', () => {
  it('stores a card and a bank account on the page of Authorize.net’s double, and schedules a payment', async () => {
    const today = calendarDate('2026-11-20')
    await createDemoMethods(portal.deps, readDemoFacts(), { members: new Set([memberNumber]), today })
    const methods = portal.db.selectFrom('pay.stored_method').select('last_four').orderBy('payment_type')
    expect((await methods.execute()).map((one) => one.last_four)).toEqual(['4444', '6789'])
    await runOn('2026-11-30')
    expect(await charged()).toEqual([5_148])
  })
})

describe('the parts of an arrangement by a method that Authorize.net stores', () => {
  it('are charged on their days, each once, to the cent of what was arranged [REQ-D-458]', async () => {
    const methodId = await store(goodCard)
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(14_237), past_due: cents(5_700) })
      .execute()
    const chosen = { kind: 'installments', count: 3, owed: 14_237, today: '2026-11-20', methodId } as const
    const params = { memberNumber, accountNumber: '100100101' }
    const body = arrangementBody(portal, chosen)
    const made = await portal.call(arrangements.make, { ...(await session()), params, body })
    expect(made.json()).toMatchObject({ scheduled: 3 })
    // The first one is due today, and its member pays it.
    const later = body.payments.slice(1)
    for (const { dueOn } of later) {
      for (let n = 0; n < 2; n += 1) await runOn(dueOn)
      expect(await differences()).toBe(0)
    }
    const fees = (await payments()).map(({ convenience_fee: fee }) => fee ?? 0)
    const parts = (await payments()).map(({ amount }) => amount)
    expect(parts).toEqual(later.map(({ amount }) => amount))
    expect(fees.reduce<number>((sum, fee) => sum + fee, 0)).toBe(body.convenienceFee)
    expect(await charged()).toEqual(parts.map((part, index) => part + (fees[index] ?? 0)))
    expect(await items()).toEqual(parts.map((amount) => ({ kind: 'scheduled', state: 'booked', amount })))
  })
})
