import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import { beforeEach, expect, it } from 'vitest'
import { NotOwned } from '../../../../platform/errors.ts'
import { sendPostback } from '../../../../testing/provider-double.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { enterCard, testCards, usePortalWithSandbox } from '../../../../testing/sandbox-in-test.ts'
import { emptyTables } from '../../../../testing/test-database.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { applyMethodEvent } from '../stored-methods/apply-method-event.ts'
import { chargeStoredMethod, lookUpMethodRequest, listStoredMethods, type StoredMethodCharge } from '../public.ts'
import { reconcile } from '../reconcile/reconcile.job.ts'
import { storeReference } from '../payments.store.ts'
import { settleOpenPaymentsNow } from '../provider-events/sweep-open-payments.job.ts'

const running = usePortalWithSandbox({ settings: payingSettings })
const { portal } = running
beforeEach(async () => seedAccount(portal.db))

let charges = 0
const chargeOf = (methodId: string, over: Partial<StoredMethodCharge> = {}): StoredMethodCharge => ({
  memberNumber: '10001',
  methodId,
  items: [{ accountNumber: '100100101', amountCents: cents(14_237) }],
  idempotencyKey: `charge-${(charges += 1)}`,
  reason: 'autopay',
  agreedFees: null,
  language: 'en',
  ...over,
})
const ledger = async () =>
  portal.db.selectFrom('pay.ledger_entry').select(['ledger_account', 'amount']).orderBy('line').execute()
const count = async (table: 'pay.payment' | 'pay.booking' | 'pay.alarm' | 'outbox.event' | 'pay.stored_method') =>
  (await portal.db.selectFrom(table).selectAll().execute()).length
const stateOf = async (transNo: string) =>
  (await portal.db.selectFrom('pay.payment').select('state').where('trans_no', '=', transNo).executeTakeFirstOrThrow())
    .state

it('charges a stored card like any payment: fee, ledger, event and receipt, once per key [REL-05]', async () => {
  const methodId = await running.storeCard('10001')
  const charge = chargeOf(methodId)
  const first = await chargeStoredMethod(portal.deps, charge)
  expect(first).toMatchObject({ outcome: 'confirmed', message: null })
  const entries = await ledger()
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  expect(entries).toContainEqual({ ledger_account: 'provider-clearing', amount: 14_657 })
  expect(await chargeStoredMethod(portal.deps, charge)).toEqual(first)
  const [one, two] = await Promise.all([
    chargeStoredMethod(portal.deps, charge),
    chargeStoredMethod(portal.deps, charge),
  ])
  expect([one, two]).toEqual([first, first])
  expect([await count('pay.payment'), await count('pay.booking'), await count('outbox.event')]).toEqual([1, 1, 1])
  const receipts = await portal.db.selectFrom('outbox.message').select('subject').execute()
  expect(receipts).toHaveLength(1)
  portal.clock.advance(20 * 60)
  expect(await reconcile(portal.deps)).toMatchObject({ takenIn: 0, missing: 0, extra: 0, different: 0 })
})

it('charges once also after a restore from a backup that does not have the charge', async () => {
  const charge = chargeOf(await running.storeCard('10001'))
  const { transNo } = await chargeStoredMethod(portal.deps, charge)
  const methods = await portal.db.selectFrom('pay.stored_method').selectAll().execute()
  await emptyTables(portal.database)
  await seedAccount(portal.db)
  await portal.db.insertInto('pay.stored_method').values(methods).execute()
  expect(await chargeStoredMethod(portal.deps, charge)).toMatchObject({ transNo, outcome: 'confirmed' })
  expect(await ledger()).toContainEqual({ ledger_account: 'provider-clearing', amount: 14_657 })
  // The same key of another member identifies another charge.
  await seedAccount(portal.db, anAccount('200200202').of(ben))
  const other = { memberNumber: '10002', items: [{ accountNumber: '200200202', amountCents: cents(100) }] }
  const theirs = await chargeStoredMethod(portal.deps, {
    ...charge,
    ...other,
    methodId: await running.storeCard('10002'),
  })
  expect(theirs.outcome).toBe('confirmed')
  expect(theirs.transNo).not.toBe(transNo)
})

it('leaves a charge without an answer open and books it once the provider reports it, without a second charge', async () => {
  const methodId = await running.storeCard('10001')
  for (const mode of ['lost-answer', 'nonsense']) {
    await running.setMode(mode)
    const charge = chargeOf(methodId, { items: [{ accountNumber: '100100101', amountCents: cents(1_000) }] })
    const unknown = await chargeStoredMethod(portal.deps, charge)
    expect([mode, unknown.outcome]).toEqual([mode, 'processing'])
    await running.setMode('ok')
    expect(await running.chargesOf(unknown.transNo)).toBe('succeeded')
    await settleOpenPaymentsNow(portal.deps)
    expect(await stateOf(unknown.transNo)).toBe('confirmed')
    expect(await chargeStoredMethod(portal.deps, charge)).toEqual({ ...unknown, outcome: 'confirmed' })
  }
  expect(await count('pay.booking')).toBe(2)
})

it('charges nothing while the provider is down, and once when it is asked again', async () => {
  const methodId = await running.storeCard('10001')
  const charge = chargeOf(methodId)
  await running.setMode('down')
  const unknown = await chargeStoredMethod(portal.deps, charge)
  expect(unknown.outcome).toBe('processing')
  await running.setMode('ok')
  expect(await running.chargesOf(unknown.transNo)).toBe('unknown')
  expect(await chargeStoredMethod(portal.deps, charge)).toEqual({ ...unknown, outcome: 'confirmed' })
  expect([await count('pay.payment'), await count('pay.booking')]).toEqual([1, 1])
})

it('does not send a charge again once its payment has expired', async () => {
  const methodId = await running.storeCard('10001')
  const charge = chargeOf(methodId)
  await running.setMode('down')
  const { transNo } = await chargeStoredMethod(portal.deps, charge)
  await running.setMode('ok')
  portal.clock.advance(91 * 60)
  await settleOpenPaymentsNow(portal.deps)
  expect(await chargeStoredMethod(portal.deps, charge)).toMatchObject({ transNo, outcome: 'expired' })
  expect(await running.chargesOf(transNo)).toBe('unknown')
})

it('stores the name that the provider has of a payment for one of two processes, and no other name [REQ-D-458]', async () => {
  const methodId = await running.storeCard('10001')
  await running.setMode('down')
  const { transNo } = await chargeStoredMethod(portal.deps, chargeOf(methodId))
  await running.setMode('ok')
  const store = async (reference: string) => storeReference(portal.db, transNo, reference)
  const both = await Promise.all([store('at-provider'), store('at-provider')])
  expect(both.toSorted()).toEqual([false, true])
  expect([await store('at-provider'), await store('another')]).toEqual([false, null])
})

it('does not send a charge again of an account that is gone meanwhile', async () => {
  const methodId = await running.storeCard('10001')
  const charge = chargeOf(methodId)
  await running.setMode('down')
  const { transNo } = await chargeStoredMethod(portal.deps, charge)
  await running.setMode('ok')
  for (const table of ['cis.balance', 'cis.account'] as const) await portal.db.deleteFrom(table).execute()
  await chargeStoredMethod(portal.deps, charge)
  expect(await running.chargesOf(transNo)).toBe('unknown')
})

it('says why a charge was declined and notifies the member', async () => {
  const methodId = await running.storeCard('10001', { number: testCards.declined })
  const declined = await chargeStoredMethod(portal.deps, chargeOf(methodId))
  expect(declined).toMatchObject({ outcome: 'declined', message: 'Your card was declined.' })
  expect(await count('pay.booking')).toBe(0)
})

it('refuses another member’s method, another member’s account and an amount that a rule forbids, and records nothing', async () => {
  await seedAccount(portal.db, anAccount('200200202').of(ben))
  const own = await running.storeCard('10001')
  const foreign = await running.storeCard('10002')
  const refused = async (charge: StoredMethodCharge) => chargeStoredMethod(portal.deps, charge)
  await expect(refused(chargeOf(foreign))).rejects.toThrow(NotOwned)
  const items = [{ accountNumber: '200200202', amountCents: cents(100) }]
  await expect(refused(chargeOf(own, { items }))).rejects.toThrow(NotOwned)
  portal.set({ allowVisa: false })
  await expect(refused(chargeOf(own))).rejects.toThrow('card-not-accepted')
  expect(await count('pay.payment')).toBe(0)
})

it.each([true, false])(
  'never takes more than what is owed, and nothing when nothing is, with overpaying allowed: %s [REL-33]',
  async (allowOverPay) => {
    portal.set({ allowOverPay })
    const methodId = await running.storeCard('10001')
    const owe = async (balance: number) =>
      portal.db
        .updateTable('cis.balance')
        .set({ balance: cents(balance), over_pay_amount: cents(50_000) })
        .execute()
    for (const reason of ['autopay', 'scheduled', 'draft'] as const) {
      await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
      await owe(1_000)
      expect(await chargeStoredMethod(portal.deps, chargeOf(methodId, { reason }))).toMatchObject({ amount: 1_000 })
      await expect(chargeStoredMethod(portal.deps, chargeOf(methodId, { reason }))).rejects.toThrow('nothing-owed')
    }
    expect(await count('pay.payment')).toBe(3)
  },
)

it('waits for an open payment that would pay what is owed, also where overpaying is allowed', async () => {
  portal.set({ allowOverPay: true })
  const methodId = await running.storeCard('10001')
  await running.setMode('lost-answer')
  expect((await chargeStoredMethod(portal.deps, chargeOf(methodId))).outcome).toBe('processing')
  // If the provider answered, it would report the first payment as paid.
  await running.setMode('down')
  await expect(chargeStoredMethod(portal.deps, chargeOf(methodId))).rejects.toThrow('payment-under-way')
})

it('takes what is agreed to on a prepaid account, which buys ahead', async () => {
  await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(4_000) })
    .execute()
  const items = [{ accountNumber: '100100101', amountCents: cents(3_000) }]
  const charge = chargeOf(await running.storeCard('10001'), { items, reason: 'scheduled' })
  expect(await chargeStoredMethod(portal.deps, charge)).toMatchObject({ outcome: 'confirmed', amount: 3_000 })
})

it('counts an open charge for the ceiling, so that a second one with another key is refused [REQ-D-017]', async () => {
  portal.set({ allowOverPay: false })
  const methodId = await running.storeCard('10001')
  await running.setMode('lost-answer')
  const items = [{ accountNumber: '100100101', amountCents: cents(30_000) }]
  expect((await chargeStoredMethod(portal.deps, chargeOf(methodId, { items }))).outcome).toBe('processing')
  await running.setMode('down')
  await expect(chargeStoredMethod(portal.deps, chargeOf(methodId, { items }))).rejects.toThrow('payment-under-way')
})

const atTheProvider = async (reference: string) =>
  portal.deps.gateways.current.fetchMethod({ reference, providerReference: null, memberNumber: '10001' })

it('stores two methods that the provider reports at once, one of them as the default', async () => {
  const references = await Promise.all(
    [1, 2].map(async () => portal.deps.gateways.readReturn(await enterCard(portal, '10001'))),
  )
  const stored = await Promise.all(references.map(atTheProvider))
  await Promise.all(
    stored.map(async (status) => {
      if (status.kind !== 'stored') throw new Error('Nothing was stored')
      await applyMethodEvent(portal.deps, status.event, 'status')
    }),
  )
  const methods = await listStoredMethods(portal.db, '10001')
  expect(methods.map((method) => method.isDefault)).toEqual([true, false])
})

it('stores a method once, by postback and by asking, and never its token in clear [SEC-69]', async () => {
  const encodedParam = await enterCard(portal, '10001')
  const reference = portal.deps.gateways.readReturn(encodedParam)
  const status = await atTheProvider(reference)
  if (status.kind !== 'stored') throw new Error('Nothing was stored')
  const { eventId, ...body } = status.event
  const payload = JSON.stringify({ ...body, occurredAt: '2026-11-20T15:00:00Z' })
  const send = async (text: string) => sendPostback(portal, { eventId } as never, { payload: text })
  expect((await send(payload)).statusCode).toBe(200)
  expect((await send(payload)).statusCode).toBe(200)
  const { methodId } = await lookUpMethodRequest(portal.deps, '10001', encodedParam)
  expect(await listStoredMethods(portal.db, '10001')).toMatchObject([
    { methodId, paymentType: 'cc', cardType: 'VI', lastFour: '1111', expiry: '2030-12', isDefault: true },
  ])
  await expect(lookUpMethodRequest(portal.deps, '10002', encodedParam)).rejects.toThrow('no such request')
  // An unreadable postback is set aside without the token.
  const broken = JSON.stringify({ ...JSON.parse(payload), lastFour: 'x' })
  expect((await send(broken)).statusCode).toBe(400)
  const { token } = status.event
  const dump = JSON.stringify([
    await portal.db.selectFrom('pay.alarm').selectAll().execute(),
    await portal.db.selectFrom('portal.audit').selectAll().execute(),
    (await portal.db.selectFrom('pay.stored_method').selectAll().execute()).map((row) => ({
      ...row,
      token: Buffer.from(row.token).toString('latin1'),
    })),
    portal.logLines,
  ])
  expect(dump).not.toContain(token)
  expect(dump).toContain('unreadable')
})
