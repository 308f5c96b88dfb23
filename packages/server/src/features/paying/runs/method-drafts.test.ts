import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { testCards, usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { chargeStoredMethod, lockPaymentRequests } from '../payments/public.ts'
import { settleOpenPaymentsNow } from '../payments/provider-events/sweep-open-payments.job.ts'
import { chargeWhenDue } from '../scheduled-payments/public.ts'
import { processRun } from './process-run.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, portalRunsDrafts: true, allowCreditDraft: true },
})
const { portal } = running
const ada = useFresh(async () => adaSignedIn(portal))

const electric = '100100101'

/** Stores Ada's card, and sets up a draft of her electric account on the 15th that is charged to it. @returns the id of the method. */
async function setUpDraft(number?: string): Promise<string> {
  const methodId = await running.storeCard('10001', number === undefined ? {} : { number })
  await portal.db
    .insertInto('portal.draft')
    .values({
      account_number: electric,
      member_number: '10001',
      draft_type: 'DAY_OF_MONTH',
      draft_day: 15,
      account_kind: 'Card',
      account_ending: '1111',
      method_id: methodId,
      event_id: 7,
      changed_at: new Date('2026-11-20T15:00:00Z'),
    })
    .execute()
  return methodId
}
const runOn = async (date: string) => {
  portal.clock.set(`${date}T20:00:00Z`)
  return processRun(portal.deps, calendarDate(date))
}
const items = async () =>
  portal.db.selectFrom('pay.run_item').select(['kind', 'due_date', 'amount', 'state', 'reason']).orderBy('id').execute()
const payments = async () => portal.db.selectFrom('pay.payment').select(['state', 'origin', 'amount']).execute()
/** Lists the subjects of the messages to the member, except for the notice that a card was saved. */
const notices = async () =>
  (await portal.db.selectFrom('outbox.message').select('subject').execute())
    .map(({ subject }) => subject)
    .filter((subject) => subject !== 'A payment method was saved')
const taken = { kind: 'method-draft', due_date: '2026-12-15', amount: 14_237, state: 'booked', reason: '' }

it('charges a draft to its card on its day, once, like any payment [DR-64]', async () => {
  await setUpDraft()
  await runOn('2026-12-14')
  expect(await items()).toEqual([])
  await runOn('2026-12-15')
  await runOn('2026-12-15')
  expect(await items()).toEqual([taken])
  expect(await payments()).toEqual([{ state: 'confirmed', origin: 'draft', amount: 14_237 }])
  const entries = await portal.db.selectFrom('pay.ledger_entry').select(['ledger_account', 'amount']).execute()
  expect(entries).toContainEqual({ ledger_account: `member-account/${electric}`, amount: -14_237 })
})

it('charges no draft while the cooperative offers neither kind: members could not remove it', async () => {
  await setUpDraft()
  portal.set({ allowCreditDraft: false })
  await runOn('2026-12-15')
  expect([await items(), await payments()]).toEqual([[], []])
  portal.set({ allowBankDraft: true })
  await runOn('2027-01-15')
  expect(await items()).toEqual([{ ...taken, due_date: '2027-01-15' }])
})

it('is charged once by runs at the same time, and once when the answer was lost', async () => {
  await setUpDraft()
  await running.setMode('lost-answer')
  portal.clock.set('2026-12-15T20:00:00Z')
  await Promise.all([1, 2].map(async () => processRun(portal.deps, calendarDate('2026-12-15'))))
  expect((await items()).map(({ state }) => state)).toEqual(['pending'])
  await running.setMode('ok')
  await settleOpenPaymentsNow(portal.deps)
  await runOn('2026-12-16')
  expect(await items()).toEqual([taken])
  expect(await payments()).toEqual([{ state: 'confirmed', origin: 'draft', amount: 14_237 }])
})

/** Lets the process die before the payment of the due date is recorded, so that the item stays pending. */
async function dieBeforeCharge(): Promise<void> {
  await dieWithoutPayment()
  expect(await payments()).toEqual([])
}

/** Lets the process die before it records a payment, beside payments of others. */
async function dieWithoutPayment(): Promise<void> {
  portal.clock.set('2026-12-15T20:00:00Z')
  const reach = (name: string) => {
    if (name === 'pay.before-insert') throw new Error('died')
  }
  await processRun({ ...portal.deps, failPoints: { reach } }, calendarDate('2026-12-15'))
  expect(await items()).toMatchObject([{ state: 'pending', amount: 14_237 }])
}

it('waits after the process died before the charge while the cooperative offers neither kind of draft', async () => {
  await setUpDraft()
  await dieBeforeCharge()
  portal.set({ allowCreditDraft: false })
  await runOn('2026-12-16')
  expect([await items(), await payments()]).toMatchObject([[{ state: 'pending', amount: 14_237 }], []])
  portal.set({ allowCreditDraft: true })
  await runOn('2026-12-17')
  expect(await items()).toEqual([taken])
})

it('finishes a charge that was sent when the cooperative no longer offers drafts', async () => {
  await setUpDraft()
  await running.setMode('lost-answer')
  await runOn('2026-12-15')
  await running.setMode('ok')
  portal.set({ allowCreditDraft: false })
  await settleOpenPaymentsNow(portal.deps)
  await runOn('2026-12-16')
  expect([await items(), await payments()]).toMatchObject([[taken], [{ state: 'confirmed', amount: 14_237 }]])
})

it.each([
  ['is removed', sql`update portal.draft set draft_type = null, method_id = null, event_id = 8`, 'removed'],
  ['has nothing to take', sql`update cis.balance set balance = 0`, 'nothing-due'],
])('charges nothing when the process died before the charge and the draft %s meanwhile', async (_, change, reason) => {
  await setUpDraft()
  await dieBeforeCharge()
  await change.execute(portal.db)
  await runOn('2026-12-16')
  expect(await payments()).toEqual([])
  expect(await items()).toMatchObject([{ state: 'skipped', reason }])
})

it.each([
  ['what is still owed', 5_000, 5_000],
  ['no more than was due', 30_000, 14_237],
])('charges %s when the process died before the charge', async (_, balance, amount) => {
  await setUpDraft()
  await dieBeforeCharge()
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance) })
    .execute()
  await runOn('2026-12-16')
  expect(await payments()).toEqual([{ state: 'confirmed', origin: 'draft', amount }])
  expect(await items()).toEqual([{ ...taken, amount }])
})

it('charges nothing more than 14 days after the process died before the charge, and notifies the member', async () => {
  await setUpDraft()
  await dieBeforeCharge()
  await runOn('2026-12-30')
  expect(await payments()).toEqual([])
  expect(await items()).toEqual([{ ...taken, state: 'skipped', amount: expect.any(Number), reason: 'missed' }])
  expect(await notices()).toEqual(['Your scheduled payment was not made'])
})

it('books nothing when the card is declined, and notifies the member', async () => {
  await setUpDraft(testCards.declined)
  await runOn('2026-12-15')
  expect(await items()).toEqual([{ ...taken, state: 'failed', reason: 'declined' }])
  expect(await portal.db.selectFrom('pay.booking').select('id').execute()).toEqual([])
  expect(await notices()).toEqual(['Your payment did not go through'])
})

it('does not charge a card that is no longer accepted, and notifies the member once', async () => {
  await setUpDraft()
  portal.set({ allowVisa: false })
  for (const date of ['2026-12-15', '2026-12-16']) await runOn(date)
  expect(await items()).toEqual([{ ...taken, state: 'failed', reason: 'refused' }])
  expect(await payments()).toEqual([])
  expect(await notices()).toEqual(['Your scheduled payment was not made'])
})

it('takes nothing for a draft that was removed, or while the account may not be paid by card', async () => {
  await setUpDraft()
  await portal.db.updateTable('cis.account').set({ card_eligible: false }).execute()
  await runOn('2026-12-15')
  await portal.db.updateTable('portal.draft').set({ draft_type: null, method_id: null, event_id: 8 }).execute()
  await runOn('2027-01-15')
  expect(await items()).toEqual([{ ...taken, amount: 0, state: 'skipped', reason: 'card-restricted' }])
})

it('charges what was due on its day when it is late, also where members may not pay less than the balance [PA-13]', async () => {
  portal.set({ allowUnderPay: false })
  await setUpDraft()
  const later = { bill_date: calendarDate('2026-12-16'), due_date: calendarDate('2027-01-05'), amount: cents(5_763) }
  await seedBill(portal.db, later)
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(20_000), over_pay_amount: cents(20_000) })
    .execute()
  await runOn('2026-12-14')
  await runOn('2026-12-17')
  expect(await items()).toEqual([taken])
})

it('waits for an open payment of a part, so that its rest is taken too if that is not made', async () => {
  await payAsMember(portal, ada, [[electric, 14_000]])
  const setOpen = async (state: 'under-review' | 'canceled') =>
    portal.db.updateTable('pay.payment').set({ state }).where('origin', '=', 'member').execute()
  await setOpen('under-review')
  await setUpDraft()
  await runOn('2026-12-15')
  expect(await items()).toEqual([{ ...taken, state: 'skipped', reason: 'payment-open', amount: 0 }])
  await setOpen('canceled')
  await runOn('2026-12-16')
  expect(await items()).toEqual([taken])
})

it.each([
  ['under review', 'under-review'],
  ['over', 'canceled'],
] as const)(
  'charges no draft that runs left for a month, when the payment it waited for is %s [REQ-D-475]',
  async (_, state) => {
    await payAsMember(portal, ada, [[electric, 14_000]])
    await setUpDraft()
    await runOn('2026-12-15')
    await portal.db.updateTable('pay.payment').set({ state }).execute()
    await runOn('2027-01-14')
    expect(await items()).toEqual([{ ...taken, state: 'skipped', reason: 'missed', amount: 0 }])
    expect([await notices(), await missed()]).toEqual([['Your draft payment was not collected'], 1])
  },
)

it('reports a charge that a process left, and that another payment holds up when it is too old [REQ-D-475]', async () => {
  await payAsMember(portal, ada, [[electric, 14_000]])
  await setUpDraft()
  const setOther = async (state: 'canceled' | 'under-review') =>
    portal.db.updateTable('pay.payment').set({ state }).execute()
  await setOther('canceled')
  await dieWithoutPayment()
  await setOther('under-review')
  await runOn('2027-03-01')
  expect(await items()).toContainEqual({ ...taken, state: 'skipped', reason: 'missed', amount: 0 })
  expect([await notices(), await missed()]).toEqual([['Your draft payment was not collected'], 1])
})

/** Counts the alarms about drafts that were not collected. */
const missed = async () =>
  (await portal.db.selectFrom('pay.alarm').select('id').where('kind', '=', 'draft-missed').execute()).length

it('waits for a payment that begins between the decision and the charge, and takes all that is due once no one paid', async () => {
  portal.set({ allowOverPay: false })
  await portal.db
    .updateTable('cis.balance')
    .set({ over_pay_amount: cents(14_237) })
    .execute()
  await payAsMember(portal, ada, [[electric, 10_000]])
  const setOpen = async (state: 'canceled' | 'under-review') =>
    portal.db.updateTable('pay.payment').set({ state }).where('origin', '=', 'member').execute()
  await setOpen('canceled')
  await setUpDraft()
  let running15th: Promise<unknown> = Promise.resolve()
  await inTransaction(portal.db, async (tx) => {
    // The language of the receipt is read between the decision and the charge.
    await sql`lock table cis.member in access exclusive mode`.execute(tx)
    running15th = runOn('2026-12-15')
    await untilWaiting(portal.db)
    await setOpen('under-review')
  })
  await running15th
  expect([await items(), await notices()]).toEqual([[{ ...taken, state: 'pending' }], []])
  await setOpen('canceled')
  await runOn('2026-12-15')
  expect(await items()).toEqual([taken])
})

it('finishes a charge that another process sends while it decides', async () => {
  const methodId = await setUpDraft()
  await dieBeforeCharge()
  await running.setMode('lost-answer')
  portal.clock.set('2026-12-16T20:00:00Z')
  const waiting: { run?: Promise<unknown>; charge?: ReturnType<typeof chargeStoredMethod> } = {}
  await inTransaction(portal.db, async (tx) => {
    await lockPaymentRequests(tx, [electric])
    waiting.charge = chargeStoredMethod(portal.deps, {
      memberNumber: '10001',
      methodId,
      items: [{ accountNumber: electric, amountCents: cents(14_237) }],
      idempotencyKey: `7:${methodId}:2026-12-15`,
      reason: 'draft',
      language: 'en',
      agreedFees: null,
    })
    await untilWaiting(portal.db)
    waiting.run = runOn('2026-12-16')
    await untilWaiting(portal.db, 2)
  })
  expect((await waiting.charge)?.outcome).toBe('processing')
  await waiting.run
  expect(await items()).toEqual([{ ...taken, state: 'pending' }])
  await running.setMode('ok')
  await runOn('2026-12-16')
  expect([await items(), (await payments()).length]).toEqual([[taken], 1])
})

it('tells the member nothing when another process took another amount meanwhile, and finishes that charge', async () => {
  const methodId = await setUpDraft()
  portal.clock.set('2026-12-15T20:00:00Z')
  const chargeOf = (amount: number) => ({
    memberNumber: '10001',
    methodId,
    items: [{ accountNumber: electric, amountCents: cents(amount) }],
    reason: 'draft' as const,
    idempotencyKey: `7:${methodId}:2026-12-15`,
    language: 'en' as const,
    agreedFees: null,
  })
  const { outcome, amount } = await chargeStoredMethod(portal.deps, chargeOf(10_000))
  expect([outcome, amount]).toEqual(['confirmed', 10_000])
  const receipts = await notices()
  const later = await chargeWhenDue(portal.deps, chargeOf(9_000), calendarDate('2026-12-15'))
  expect(later).toMatchObject({ state: 'pending' })
  await runOn('2026-12-15')
  expect(await items()).toEqual([{ ...taken, amount: 10_000 }])
  expect([await payments(), await notices()]).toEqual([
    [{ state: 'confirmed', origin: 'draft', amount: 10_000 }],
    receipts,
  ])
})

it('charges the agreed fee when the fee was raised since, and the current fee when it was lowered [REL-33]', async () => {
  const terms = { cardFee: feeOption('percent', '2.95'), echeckFee: feeOption('flat', '0') }
  await setUpDraft()
  await portal.db
    .updateTable('portal.draft')
    .set({ fee_terms: JSON.stringify(terms) })
    .execute()
  portal.set({ cardConvenienceFee: feeOption('percent', '9.00') })
  await runOn('2026-12-15')
  await oweAgain()
  portal.set({ cardConvenienceFee: feeOption('percent', '1.00') })
  await runOn('2027-01-15')
  expect(await fees()).toEqual([420, 142])
})

/** Makes the account owe the same amount again. */
const oweAgain = async () => {
  await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(14_237) })
    .where('account_number', '=', electric)
    .execute()
}
/** Lists the fees of the payments, oldest first. */
const fees = async () =>
  (await portal.db.selectFrom('pay.payment').select('convenience_fee').orderBy('requested_at').execute()).map(
    (one) => one.convenience_fee,
  )
