import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recorded, turnOff } from '../../../testing/notified.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { testCards, usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { clearingAccount } from '../payments/ledger/ledger-lines.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'
import { runRunsCommand } from '../runs/run-runs-command.ts'
import { announceCharges } from './announce-charges.job.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, Autopay: true, runHour: 8, Notifications: true, allowSubscribeForNotification: true },
})
const { portal } = running
let ada: SignedIn & { readonly loginId: string }
beforeEach(async () => {
  ada = await adaSignedIn(portal)
  await portal.db
    .updateTable('cis.balance')
    .set({ due_date: calendarDate('2026-12-10') })
    .execute()
})

type Body = Parameters<typeof bodyOf>[1]
const bodyOf = (
  methodId: string,
  over: { daysBefore?: number; maxAmount?: number | null; isPaused?: boolean } = {},
) => ({
  methodId,
  daysBefore: 0,
  maxAmount: null,
  isPaused: false,
  ...over,
})
const own = (accountNumber = '100100101') => ({
  params: { memberNumber: '10001', accountNumber },
  bearer: ada.bearer,
  cookie: ada.cookie,
})
const save = async (methodId: string, over: Body = {}, accountNumber?: string) =>
  portal.call(autoPay.save, { ...own(accountNumber), body: bodyOf(methodId, over) })
const charges = async () =>
  portal.db.selectFrom('portal.autopay_charge').select(['state', 'outcome', 'amount', 'charge_on']).execute()
const bookings = async () => (await portal.db.selectFrom('pay.booking').selectAll().execute()).length
const items = async () =>
  portal.db.selectFrom('pay.run_item').select(['kind', 'due_date', 'state', 'reason', 'amount']).execute()
const mails = async () =>
  portal.db.selectFrom('outbox.message').select(['subject', 'body_text']).orderBy('id').execute()
const linkIn = async () => /token=([A-Za-z0-9_-]{32})/u.exec((await mails()).at(-1)?.body_text ?? '')?.[1] ?? 'none'
/** Sets the clock to noon of a day in the cooperative's time zone. */
const onDay = (day: string) => portal.clock.set(`${day}T18:00:00Z`)
const owe = async (amount: number) =>
  portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(amount) })
    .execute()
/** Enrolls with a card of the provider, and moves the clock to the day of the announcement. */
async function announced(over: Body = {}, number: string = testCards.approved): Promise<string> {
  const methodId = await running.storeCard('10001', { number })
  expect((await save(methodId, over)).statusCode).toBe(200)
  onDay('2026-12-08')
  ada = { ...ada, ...(await seedSession(portal, ada.loginId)) }
  await announceCharges(portal.deps)
  return methodId
}

it('announces the charge two days ahead with amount, day and method, and charges it once on the due date [CG-15]', async () => {
  await announced()
  await announceCharges(portal.deps)
  const notices = (await mails()).filter(({ subject }) => subject.startsWith('AutoPay will pay'))
  expect(notices).toHaveLength(1)
  expect(notices[0]?.subject).toBe('AutoPay will pay $146.57 on 12/10/2026')
  expect(notices[0]?.body_text).toContain(
    'AutoPay will charge $146.57 to Visa ending in 1111 on 12/10/2026 for your account ending in 0101. This includes a fee of $4.20.',
  )
  expect(notices[0]?.body_text).not.toContain('100100101')
  onDay('2026-12-09')
  await runDueItems(portal.deps)
  expect(await bookings()).toBe(0)
  onDay('2026-12-10')
  await Promise.all([runDueItems(portal.deps), runDueItems(portal.deps)])
  await runDueItems(portal.deps)
  expect(await bookings()).toBe(1)
  expect(await charges()).toEqual([{ state: 'done', outcome: 'confirmed', amount: 14_237, charge_on: '2026-12-10' }])
})

it.each([
  ['what it announced when the fee was raised since', '9.00', 14_657],
  ['the lower fee when it was lowered since', '1.00', 14_379],
])('charges %s', async (_, percent, total) => {
  await announced()
  portal.set({ cardConvenienceFee: feeOption('percent', percent) })
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  const received = portal.db
    .selectFrom('pay.ledger_entry')
    .select('amount')
    .where('ledger_account', '=', clearingAccount)
  expect(await received.execute()).toEqual([{ amount: total }])
})

it('previews, lists and counts AutoPay charges like every other source, and charges each once with `runs run`', async () => {
  await announced({ daysBefore: 1 })
  const command = async (...words: readonly string[]) => (await runRunsCommand(portal.deps, words)).output
  expect(await command('preview', '--date', '2026-12-08')).toContain('2026-12-08: 0 due, $0.00')
  expect(await command('preview', '--date', '2026-12-09')).toMatch(
    /^autopay +2026-12-10 +100100101 +\$142\.37 +pending\n/u,
  )
  expect([await bookings(), (await charges())[0]?.state]).toEqual([0, 'waiting'])
  onDay('2026-12-09')
  for (const time of ['first', 'second'])
    expect([time, await command('run', '--date', '2026-12-09')]).toEqual([
      time,
      expect.stringMatching(/autopay +booked +1 +\$142\.37/u),
    ])
  expect(await items()).toEqual([
    { kind: 'autopay', due_date: '2026-12-10', state: 'booked', reason: '', amount: 14_237 },
  ])
  expect(await command('list')).toMatch(/^2026-12-09 {2}complete .*\n {2}autopay +booked +1 +\$142\.37$/u)
  const summary = await portal.db
    .selectFrom('outbox.event')
    .select('body')
    .where('kind', '=', 'run.completed')
    .executeTakeFirstOrThrow()
  expect(summary.body).toEqual({
    runDate: '2026-12-09',
    items: [{ kind: 'autopay', state: 'booked', reason: '', items: 1, amount: 14_237 }],
  })
  expect(await bookings()).toBe(1)
})

it('sends nothing when the member pauses AutoPay before the charge is recorded', async () => {
  const methodId = await announced()
  onDay('2026-12-10')
  const reach = (name: string) => {
    if (name === 'autopay.before-charge') throw new Error('died')
  }
  await runDueItems({ ...portal.deps, failPoints: { reach } })
  ada = { ...ada, ...(await seedSession(portal, ada.loginId)) }
  expect((await save(methodId, { isPaused: true })).statusCode).toBe(200)
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]?.outcome]).toEqual([0, 'not-enrolled'])
  expect(await items()).toMatchObject([{ state: 'skipped', reason: 'not-enrolled' }])
})

it('records the charge in the member’s preferred language', async () => {
  await portal.db.updateTable('cis.member').set({ prefers_language: 'es' }).execute()
  await announced()
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await portal.db.selectFrom('pay.payment').select(['state', 'language']).execute()).toEqual([
    { state: 'confirmed', language: 'es' },
  ])
})

it('charges some days before the due date, and not before the hour of the run', async () => {
  await announced({ daysBefore: 1 })
  portal.clock.set('2026-12-09T06:30:00Z')
  await runDueItems(portal.deps)
  expect(await bookings()).toBe(0)
  onDay('2026-12-09')
  await runDueItems(portal.deps)
  expect(await bookings()).toBe(1)
})

it('never charges more than it announced, and what is still owed when that is less', async () => {
  await announced()
  onDay('2026-12-10')
  await owe(5_000)
  await runDueItems(portal.deps)
  expect((await charges())[0]).toMatchObject({ amount: 5_000, outcome: 'confirmed' })
  await portal.db.deleteFrom('portal.autopay_charge').execute()
})

it('does not charge what grew after the announcement', async () => {
  await announced()
  onDay('2026-12-10')
  await owe(30_000)
  await runDueItems(portal.deps)
  expect((await charges())[0]).toMatchObject({ amount: 14_237, outcome: 'confirmed' })
})

it('charges what it announced of a balance that grew where members may not pay less than the balance [PA-13]', async () => {
  portal.set({ allowUnderPay: false })
  await announced()
  onDay('2026-12-10')
  await owe(30_000)
  await runDueItems(portal.deps)
  expect((await charges())[0]).toMatchObject({ amount: 14_237, outcome: 'confirmed' })
})

it('asks instead of charging one cent above the limit', async () => {
  await announced({ maxAmount: 14_236 })
  expect((await mails()).at(-1)?.subject).toBe('Your bill is above your AutoPay limit')
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]?.state]).toEqual([0, 'above-limit'])
})

it('does not charge above a limit that was lowered after the announcement', async () => {
  const methodId = await announced()
  expect((await save(methodId, { maxAmount: 14_236 })).statusCode).toBe(200)
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]?.outcome]).toEqual([0, 'limit-lowered'])
})

it('reads what is owed once nothing else can change it', async () => {
  await announced()
  onDay('2026-12-10')
  let charging: Promise<void> = Promise.resolve()
  await inTransaction(portal.db, async (tx) => {
    await tx.selectFrom('portal.autopay_charge').selectAll().forUpdate().execute()
    charging = runDueItems(portal.deps)
    await untilWaiting(portal.db)
    await owe(0)
  })
  await charging
  expect([await bookings(), (await charges())[0]?.outcome]).toEqual([0, 'nothing-due'])
})

it('finishes a charge with the card that it was sent with, when the member chose another meanwhile', async () => {
  await announced()
  onDay('2026-12-10')
  const reach = (name: string) => {
    if (name === 'autopay.after-charge') throw new Error('died')
  }
  await runDueItems({ ...portal.deps, failPoints: { reach } })
  expect(await items()).toMatchObject([{ state: 'pending' }])
  ada = { ...ada, ...(await seedSession(portal, ada.loginId)) }
  expect((await save(await running.storeCard('10001'))).statusCode).toBe(200)
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]?.outcome]).toEqual([1, 'confirmed'])
})

it('stops one charge by the link in its notice, without a sign-in and only by POST', async () => {
  await announced()
  const token = await linkIn()
  const check = await portal.call(autoPay.checkStop, { body: { token } })
  expect(check.json()).toEqual({ accountEnding: '0101', amount: 14_237, chargeOn: '2026-12-10', isStopped: false })
  const byGet = await portal.inject({ url: `/api/v3/autopay/stop?token=${token}` })
  expect([byGet.statusCode, (await charges())[0]?.state]).toEqual([405, 'waiting'])
  const fromForm = await portal.inject({
    method: 'POST',
    url: '/api/v3/autopay/stop',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    payload: `token=${token}`,
  })
  expect(fromForm.statusCode).toBeGreaterThanOrEqual(400)
  expect((await charges())[0]?.state).toBe('waiting')
  expect((await portal.call(autoPay.stop, { body: { token } })).json()).toMatchObject({ isStopped: true })
  expect((await portal.call(autoPay.stop, { body: { token } })).statusCode).toBe(200)
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await bookings()).toBe(0)
  expect((await portal.call(autoPay.stop, { body: { token: 'x'.repeat(32) } })).statusCode).toBe(400)
  const stored = JSON.stringify(await portal.db.selectFrom('portal.autopay_charge').selectAll().execute())
  expect(stored).not.toContain(token)
})

it('no longer stops a charge that was made', async () => {
  await announced()
  const token = await linkIn()
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect((await portal.call(autoPay.stop, { body: { token } })).statusCode).toBe(409)
})

it('charges once when the provider is down, loses its answer or answers nonsense, and a process dies in between', async () => {
  await announced()
  onDay('2026-12-10')
  await running.setMode('lost-answer')
  const died: { at: string | null } = { at: 'autopay.after-charge' }
  const deps = {
    ...portal.deps,
    failPoints: {
      reach: (name: string) => {
        if (name === died.at) throw new Error('killed')
      },
    },
  }
  for (const place of ['autopay.before-charge', 'autopay.after-charge']) {
    died.at = place
    await runDueItems(deps)
    expect((await charges())[0]).toMatchObject({ state: 'waiting', outcome: 'charging' })
    expect(await items()).toMatchObject([{ state: 'pending', amount: 14_237 }])
  }
  await running.setMode('ok')
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]]).toMatchObject([1, { state: 'done', outcome: 'confirmed' }])
})

it('stops what was announced when AutoPay is paused or canceled', async () => {
  const methodId = await announced()
  expect((await save(methodId, { isPaused: true })).statusCode).toBe(200)
  expect((await charges())[0]).toMatchObject({ state: 'stopped', outcome: 'paused' })
  expect((await portal.call(autoPay.cancel, own())).statusCode).toBe(200)
  expect((await portal.call(autoPay.cancel, own())).statusCode).toBe(409)
  const kinds = (await portal.db.selectFrom('outbox.event').select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
  expect(kinds).toEqual(['autopay.enrolled', 'autopay.paused', 'autopay.canceled'])
  expect(
    (await portal.call(paymentProfile.remove, { ...own(), params: { memberNumber: '10001', methodId } })).statusCode,
  ).toBe(200)
})

it('pauses without a fresh proof, but neither changes nor sets up AutoPay with a pause', async () => {
  const methodId = await announced()
  const changes = [{ maxAmount: 500 }, { daysBefore: 3 }].map(async (over) =>
    save(methodId, { ...over, isPaused: true }),
  )
  expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await save(methodId)).statusCode).toBe(200)
  portal.set({ stepUpMinutes: 1 })
  portal.clock.advance(2 * 60)
  expect((await save(methodId, { maxAmount: 500, isPaused: true })).statusCode).toBe(403)
  expect((await save(await seedMethod(portal), { isPaused: true })).statusCode).toBe(403)
  expect((await save(methodId, { isPaused: true })).statusCode).toBe(200)
  await portal.db.deleteFrom('portal.autopay').execute()
  expect((await save(methodId, { isPaused: true })).statusCode).toBe(403)
  expect(await portal.db.selectFrom('portal.autopay').selectAll().execute()).toEqual([])
})

it('notifies the member why AutoPay could not pay, and of a decline like any other', async () => {
  await announced()
  portal.set({ allowVisa: false })
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect((await charges())[0]?.outcome).toBe('refused')
  const last = (await mails()).at(-1)
  expect(last?.subject).toBe('AutoPay could not pay your bill')
  expect(last?.body_text).toContain('This card brand is no longer accepted.')
})

it('sends nothing about AutoPay to a member who turned off the topic, and charges all the same [CG-15]', async () => {
  await turnOff(portal, 'autopay')
  const methodId = await announced()
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await charges()).toEqual([{ state: 'done', outcome: 'confirmed', amount: 14_237, charge_on: '2026-12-10' }])
  ada = { ...ada, ...(await seedSession(portal, ada.loginId)) }
  expect((await save(methodId, { isPaused: true })).statusCode).toBe(200)
  const { events } = await recorded(portal)
  expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith('autopay'))).toEqual([
    'autopay.enrolled',
    'autopay.paused',
  ])
  // Messages of other topics are still sent.
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'A payment method was saved',
    'We received your payment of $146.57',
  ])
})

it('does not charge a card that is no longer accepted, and sends no notice when the member turned off the topic', async () => {
  await turnOff(portal, 'autopay')
  await announced()
  portal.set({ allowVisa: false })
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]?.outcome]).toEqual([0, 'refused'])
  expect((await mails()).map(({ subject }) => subject)).toEqual(['A payment method was saved'])
})

it('records a declined charge and does not try again', async () => {
  await announced({}, testCards.declined)
  onDay('2026-12-10')
  await runDueItems(portal.deps)
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]?.outcome]).toEqual([0, 'declined'])
  expect((await mails()).at(-1)?.subject).toContain('payment')
})

it('does not enroll another member’s account, with another member’s method, or beside a draft [DR-23]', async () => {
  const foreign = await seedMethod(portal, { memberNumber: '10002' })
  const mine = await seedMethod(portal)
  await seedAccount(portal.db, anAccount('200200202').of(ben))
  expect((await save(foreign)).statusCode).toBe(404)
  expect((await save(mine, {}, '200200202')).statusCode).toBe(404)
  await portal.db
    .insertInto('cis.draft')
    .values({
      account_number: '100100101',
      draft_type: 'WHEN_BILLED',
      draft_day: null,
      eligible_draft_date: null,
      allow_after_billed_day: null,
      allow_before_billed_day: null,
      changes_through_event: null,
    })
    .execute()
  const refused = await save(mine)
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    'This account has a draft. Remove the draft before you set up AutoPay.',
  ])
  expect(
    (await portal.call(autoPay.list, own())).json<{ results: { obstacle: string }[] }>().results[0]?.obstacle,
  ).toBe('draft')
})

it('is refused to an account that neither a card nor a bank account may pay, before a method is saved', async () => {
  const methodId = await seedMethod(portal)
  await portal.db.updateTable('cis.account').set({ card_eligible: false, echeck_eligible: false }).execute()
  const refused = await save(methodId)
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    'This account cannot be paid online by card or bank account. Please call us.',
  ])
  const listed = await portal.call(autoPay.list, own())
  expect(listed.json<{ results: { obstacle: string }[] }>().results[0]?.obstacle).toBe('restricted')
})

it('is not offered while the cooperative’s flag is off [CG-15]', async () => {
  const methodId = await seedMethod(portal)
  portal.set({ Autopay: false })
  expect((await save(methodId)).statusCode).toBe(403)
  expect((await portal.call(autoPay.list, own())).statusCode).toBe(403)
})

it('charges nothing that was paid, and nothing after a pause, while the charge begins', async () => {
  portal.set({ allowOverPay: true })
  await announced()
  onDay('2026-12-10')
  let charging: Promise<void> = Promise.resolve()
  await inTransaction(portal.db, async (tx) => {
    // The language of the receipt is read between the decision and the charge.
    await sql`lock table cis.member in access exclusive mode`.execute(tx)
    charging = runDueItems(portal.deps)
    await untilWaiting(portal.db)
    await portal.db.updateTable('portal.autopay').set({ state: 'paused' }).execute()
    await owe(0)
  })
  await charging
  expect([await bookings(), (await charges())[0]]).toMatchObject([0, { state: 'waiting' }])
  await runDueItems(portal.deps)
  expect([await bookings(), (await charges())[0]]).toMatchObject([0, { outcome: 'not-enrolled' }])
})
