import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import { amountsOf, memberRequest } from '../../../../testing/member-payer.ts'
import { type EventFields, sendPostback, useProviderDouble } from '../../../../testing/provider-double.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { adaSignedIn, seedSession, type SignedIn } from '../../../../testing/seed-login.ts'
import { seedMethod, seedMethodRequest } from '../../../../testing/seed-method.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { announceCharges } from '../../auto-pay/announce-charges.job.ts'
import { runDueItems } from '../../runs/run-due-items.job.ts'
import { applyMethodEvent } from './apply-method-event.ts'
import { acceptPayment } from '../review/review-payment.ts'
import { refuseMethod } from './stored-methods.store.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({
  settings: { ...payingSettings, Autopay: true, runHour: 8 },
  env: { PROVIDER_URL: provider.url },
}))
const electric = '100100101'
let ada: SignedIn & { readonly loginId: string }
let methodId: string

/** Ada's AutoPay has charged $142.37 to her stored bank account on 2026-12-10. */
beforeEach(async () => {
  ada = await adaSignedIn(portal)
  methodId = await seedMethod(portal, { paymentType: 'echeck' })
  await portal.db
    .insertInto('portal.autopay')
    .values({
      account_number: electric,
      member_number: '10001',
      method_id: methodId,
      state: 'active',
      days_before: 0,
      event_id: 0,
      changed_at: portal.clock.now(),
    })
    .execute()
  await charged('2026-12-10')
})

/** Announces and charges the bill of a due date. The provider answers only by postback. */
async function charged(dueDate: string): Promise<void> {
  await portal.db
    .updateTable('cis.balance')
    .set({ due_date: calendarDate(dueDate) })
    .execute()
  await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
  portal.clock.set(`${dueDate.slice(0, 8)}08T18:00:00Z`)
  await announceCharges(portal.deps)
  portal.clock.set(`${dueDate}T18:00:00Z`)
  provider.mode = 'fails'
  await runDueItems(portal.deps)
}

async function tellOf(type: EventFields['type'], over: Partial<EventFields> = {}): Promise<void> {
  const { trans_no: transNo } = await portal.db.selectFrom('pay.payment').select('trans_no').executeTakeFirstOrThrow()
  const event: EventFields = {
    eventId: `evt_${type}`,
    type,
    transNo,
    accountNumber: electric,
    currency: 'USD',
    amount: 14_237,
    convenienceFee: 50,
    totalAmount: 14_287,
    paymentType: 'echeck',
    cardType: null,
    lastFour: '1111',
    confirmationNumber: null,
    message: null,
    occurredAt: '2026-12-10T19:00:00Z',
    ...over,
  }
  expect((await sendPostback(portal, event)).statusCode).toBe(200)
}
const returned = async (message: string, over: Partial<EventFields> = {}) => {
  await tellOf('payment.succeeded')
  await tellOf('payment.returned', { message, ...over })
}
const states = async () =>
  (await portal.db.selectFrom('pay.payment').select('state').orderBy('requested_at').execute()).map(
    ({ state }) => state,
  )
const noMoreChecks = async () =>
  (await portal.db.selectFrom('cis.account').select('no_more_checks').executeTakeFirstOrThrow()).no_more_checks
const events = async () =>
  portal.db
    .selectFrom('outbox.event')
    .select(['account_number', 'body'])
    .where('kind', '=', 'account.no-more-checks')
    .execute()

it.each(['R02 account closed', 'R07 authorization revoked', 'R10'])(
  'no longer charges a stored bank account after the provider reports %s [REL-19]',
  async (message) => {
    await returned(message)
    expect([await states(), await noMoreChecks()]).toEqual([['returned'], true])
    expect(await events()).toEqual([
      { account_number: electric, body: { memberNumber: '10001', accountNumber: electric, code: message.slice(0, 3) } },
    ])
    await charged('2027-01-10')
    expect(await states()).toEqual(['returned'])
    const mail = portal.db.selectFrom('outbox.message').select('body_text').orderBy('id', 'desc')
    expect((await mail.executeTakeFirstOrThrow()).body_text).toContain(
      'The bank does not allow payments from this bank account. Choose another payment method.',
    )
  },
)

it('still takes checks after the chargeback of a card, whose reason may look like a return code', async () => {
  await portal.db.updateTable('pay.payment').set({ state: 'expired' }).execute()
  const card = await seedMethod(portal, { paymentType: 'cc' })
  await portal.db.updateTable('portal.autopay').set({ method_id: card }).execute()
  await charged('2027-01-10')
  const newest = portal.db.selectFrom('pay.payment').select('trans_no').orderBy('requested_at', 'desc')
  const told = {
    transNo: (await newest.executeTakeFirstOrThrow()).trans_no,
    convenienceFee: 420,
    totalAmount: 14_657,
    paymentType: 'cc',
    cardType: 'VI',
    occurredAt: '2027-01-10T19:00:00Z',
  } as const
  await tellOf('payment.succeeded', told)
  await tellOf('payment.returned', { ...told, message: 'R10 dispute of the cardholder' })
  expect([await states(), await noMoreChecks(), await events()]).toEqual([['expired', 'returned'], false, []])
})

it('pays no other account with it either, also when the cooperative allows checks again', async () => {
  await returned('R10')
  await portal.db.updateTable('cis.account').set({ no_more_checks: false }).execute()
  const { bearer, cookie } = await seedSession(portal, ada.loginId)
  const member = { ...ada, bearer, cookie }
  const refused = await portal.call(payMultiple.payStored, {
    params: { memberNumber: '10001' },
    bearer,
    cookie,
    body: { methodId, payment: memberRequest(await amountsOf(portal, member), [[electric, 100]]), convenienceFee: 50 },
  })
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('The bank does not allow payments')])
})

it('is not taken for AutoPay, which can still be paused', async () => {
  await returned('R10')
  const { bearer, cookie } = await seedSession(portal, ada.loginId)
  const save = async (isPaused: boolean) =>
    portal.call(autoPay.save, {
      params: { memberNumber: '10001', accountNumber: electric },
      bearer,
      cookie,
      body: { methodId, daysBefore: 0, maxAmount: null, isPaused },
    })
  const answers = [await save(false), await save(true)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 200])
  expect(answers[0]?.body).toContain('The bank does not allow payments from this bank account.')
})

it.each([
  ['lack of money', 'R01 insufficient funds', {}],
  ['an error of the bank', 'R06', {}],
  ['no code', 'taken back', {}],
])('can still be charged after a return for %s', async (_, message, over) => {
  await returned(message, over)
  expect([await states(), await noMoreChecks(), await events()]).toEqual([['returned'], false, []])
  await charged('2027-01-10')
  expect(await states()).toEqual(['returned', 'handed-off'])
})

it('refuses the same bank account that was stored a second time, and no other method', async () => {
  const again = await seedMethod(portal, { paymentType: 'echeck' })
  await seedMethod(portal, { paymentType: 'cc' })
  await seedMethod(portal, { paymentType: 'echeck', memberNumber: '10002' })
  const other = await seedMethod(portal, { paymentType: 'echeck' })
  await portal.db.updateTable('pay.stored_method').set({ last_four: '2222' }).where('method_id', '=', other).execute()
  await returned('R10')
  const refused = portal.db.selectFrom('pay.stored_method').select('method_id').where('refused_code', '=', 'R10')
  expect((await refused.execute()).map((row) => row.method_id).toSorted()).toEqual([methodId, again].toSorted())
})

it('takes the bank account that was stored again after the first return, also when the bank repeats it', async () => {
  await returned('R10')
  const again = await seedMethod(portal, { paymentType: 'echeck' })
  await inTransaction(portal.db, async (tx) => refuseMethod(tx, methodId, 'R07'))
  const codes = portal.db.selectFrom('pay.stored_method').select(['method_id', 'refused_code'])
  expect(await codes.execute()).toEqual(
    expect.arrayContaining([
      { method_id: methodId, refused_code: 'R10' },
      { method_id: again, refused_code: null },
    ]),
  )
})

it('reads the code of a return that the provider reports as a late decline', async () => {
  await tellOf('payment.succeeded')
  await tellOf('payment.declined', { message: 'R10', occurredAt: '2026-12-12T19:00:00Z' })
  expect([await states(), await noMoreChecks()]).toEqual([['returned'], true])
})

it.each([
  ['of a part of the payment', { amount: 5_000, totalAmount: 5_050 }],
  ['with another fee', { convenienceFee: 0, totalAmount: 14_237 }],
])('no longer charges the bank account after a return %s, which waits for staff [REL-19]', async (_, over) => {
  await returned('R07 authorization revoked', over)
  const alarms = await portal.db.selectFrom('pay.alarm').select('kind').execute()
  expect([await states(), alarms, await noMoreChecks()]).toEqual([['confirmed'], [{ kind: 'quarantined' }], true])
  expect(await events()).toHaveLength(1)
  await charged('2027-01-10')
  expect(await states()).toEqual(['confirmed'])
})

it('no longer charges it after a return during a review, even when staff accept it, and notifies the cooperative once', async () => {
  await tellOf('payment.succeeded', { amount: 14_000, totalAmount: 14_050 })
  await tellOf('payment.returned', { amount: 14_000, totalAmount: 14_050, message: 'R10' })
  expect([await states(), await noMoreChecks()]).toEqual([['under-review'], true])
  const { trans_no: transNo } = await portal.db.selectFrom('pay.payment').select('trans_no').executeTakeFirstOrThrow()
  await acceptPayment(portal.deps, { transNo, by: 'Kim', reason: 'as collected' })
  expect([await states(), (await events()).length]).toEqual([['returned'], 1])
})

/** Sends the report that Ada stored a bank account. @returns the id of its method. */
async function stored(fingerprint?: string): Promise<string> {
  const reference = await seedMethodRequest(portal, methodId)
  await portal.db
    .updateTable('pay.method_request')
    .set({ method_id: null })
    .where('reference', '=', reference)
    .execute()
  const event = {
    eventId: `evt_${reference}`,
    type: 'method.stored',
    reference,
    token: `tok_${reference}`,
    paymentType: 'echeck',
    cardType: null,
    lastFour: '1111',
    expiry: null,
    ...(fingerprint !== undefined && { fingerprint }),
  } as const
  await applyMethodEvent(portal.deps, event, 'postback')
  const rows = portal.db.selectFrom('pay.method_request').select('method_id').where('reference', '=', reference)
  return (await rows.executeTakeFirstOrThrow()).method_id ?? ''
}

it('tells bank accounts with the same last digits apart by the fingerprint of the provider, which it keeps as a keyed hash', async () => {
  const fingerprint = '091000019 700310999'
  const [first, again, other, unknown] = [
    await stored(fingerprint),
    await stored(fingerprint),
    await stored('another'),
    await stored(),
  ]
  await inTransaction(portal.db, async (tx) => refuseMethod(tx, first, 'R07'))
  const rows = await portal.db.selectFrom('pay.stored_method').selectAll().execute()
  const refused = rows.filter((row) => row.refused_code === 'R07').map((row) => row.method_id)
  expect(refused.toSorted()).toEqual([methodId, first, again, unknown].toSorted())
  expect(refused).not.toContain(other)
  expect(JSON.stringify(rows)).not.toContain('700310999')
})

it('compares the last digits of bank accounts whose fingerprints were kept under different keys', async () => {
  const [first, other] = [await stored('one'), await stored('another')]
  await portal.db
    .updateTable('pay.stored_method')
    .set({ fingerprint: 'former:abc' })
    .where('method_id', '=', other)
    .execute()
  await inTransaction(portal.db, async (tx) => refuseMethod(tx, first, 'R07'))
  const refused = portal.db.selectFrom('pay.stored_method').select('method_id').where('refused_code', '=', 'R07')
  expect((await refused.execute()).map((row) => row.method_id)).toContain(other)
})
