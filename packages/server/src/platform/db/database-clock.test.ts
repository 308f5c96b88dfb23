import { randomUUID } from 'node:crypto'
import { apiPrefix } from '@coopline/contract/paths'
import { payments } from '@coopline/contract/paying/payments/payments.contract'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { type LoginResponse, signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { signPostback, type EventFields } from '../../testing/provider-double.ts'
import { payingSettings, verified } from '../../testing/quick-payer.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { appCode, halvesOf, login, seedLogin } from '../../testing/seed-login.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTestPortal, type TestPortal, useTestPortal } from '../../testing/test-portal.ts'
import { createGateways } from '../payment-gateway/gateways.ts'
import { createLog } from '../log.ts'
import { createDatabaseClock } from './database-clock.ts'

const hourMs = 3_600_000

const portal = useTestPortal()

/** The clock of a process whose wall clock is wrong by `wrongBy`, which the test changes. */
async function clockWrongBy(wrongBy: number, db = portal.db) {
  const state = { wrongBy, elapsed: 0, lines: [] as string[] }
  const clock = createDatabaseClock({
    db,
    log: createLog('warn', { write: (line) => void state.lines.push(line) }),
    wall: () => Date.now() + state.wrongBy,
    elapsed: () => performance.now() + state.elapsed,
  })
  await clock.synchronize()
  return { state, clock }
}

async function errorOf(clock: { now: () => Date }): Promise<number> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(portal.db)
  return Math.abs(clock.now().getTime() - (rows[0]?.time.getTime() ?? 0))
}

it.each([hourMs, -hourMs, 24 * hourMs])(
  'shows the time of the database in a process whose clock is wrong by %i ms and jumps [REL-12]',
  async (wrongBy) => {
    const { state, clock } = await clockWrongBy(wrongBy)
    expect(await errorOf(clock)).toBeLessThan(5_000)
    for (const jump of [0, -wrongBy, 3 * wrongBy]) {
      state.wrongBy = jump
      expect(await errorOf(clock)).toBeLessThan(5_000)
      await clock.synchronize()
      expect(await errorOf(clock)).toBeLessThan(5_000)
    }
  },
)

it.each([
  ['frozen', 0],
  ['ten times too fast', 10],
])('lets a minute last a minute in a process whose clock is %s [REL-12]', async (_, speed) => {
  const { state, clock } = await clockWrongBy(0)
  const begun = clock.now().getTime()
  state.elapsed += 60_000
  state.wrongBy += 60_000 * speed
  expect(Math.abs(clock.now().getTime() - begun - 60_000)).toBeLessThan(5_000)
})

it('raises clock-skew once an hour while the clock of the process is wrong by more than five seconds', async () => {
  const { state, clock } = await clockWrongBy(-hourMs)
  const alarms = () => state.lines.map((line) => JSON.parse(line) as unknown)
  expect(alarms()).toMatchObject([{ alarm: 'clock-skew', seconds: -3600 }])
  await clock.synchronize()
  expect(alarms()).toHaveLength(1)
  state.elapsed += hourMs
  await clock.synchronize()
  expect(alarms()).toHaveLength(2)
  expect((await clockWrongBy(0)).state.lines).toEqual([])
})

it('keeps running while the database is down, and logs that once [REL-12]', async () => {
  const database = await openTestDatabase()
  const { state, clock } = await clockWrongBy(0, database.db)
  await database.close()
  state.wrongBy = hourMs
  state.elapsed += 60_000
  await clock.synchronize()
  await clock.synchronize()
  expect(Math.abs(clock.now().getTime() - Date.now() - 60_000)).toBeLessThan(5_000)
  const warnings = state.lines.filter((line) => line.includes("The database's time could not be read"))
  expect(warnings).toHaveLength(1)
})

it('has compared itself with the database when its start ends', async () => {
  const { state, clock } = await clockWrongBy(0)
  state.elapsed += 60_000
  await clock.start()
  expect(await errorOf(clock)).toBeLessThan(5_000)
  await clock.stop()
})

it('stays within the bounds of an answer that took a minute', async () => {
  const { state, clock } = await clockWrongBy(0)
  const slow = clock.synchronize()
  state.elapsed += 60_000
  await slow
  // The database may have read its clock at the end of that minute.
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(65_000)
  await clock.synchronize()
  expect(await errorOf(clock)).toBeLessThan(5_000)
})

/** Two processes of one portal whose wall clocks are an hour slow and an hour fast. */
async function startTwo() {
  const [slow, fast] = [await clockWrongBy(-hourMs), await clockWrongBy(hourMs)]
  const start = async ({ clock }: typeof slow) => {
    const one = await startTestPortal({
      gateways: async (given) => createGateways({ ...given, clock }),
      database: { ...portal.database, close: async () => {} },
      deps: { clock },
    })
    one.set(payingSettings)
    return { ...one, db: portal.db, clock: { ...one.clock, now: clock.now } }
  }
  return { slow, fast, first: await start(slow), second: await start(fast) }
}

it('lets two processes whose clocks are two hours apart agree on what has expired [REL-12]', async () => {
  const { slow, fast, first, second } = await startTwo()
  const both = [first, second]
  await seedAccount(portal.db)
  await seedLogin(first, { withApp: true })

  const statuses = async (ask: (one: TestPortal) => Promise<{ statusCode: number }>) =>
    Promise.all(both.map(async (one) => (await ask(one)).statusCode))
  const { verification, bearer, cookie } = await verified(first)
  const askWithGrant = async (one: TestPortal) =>
    one.call(quickPay.settings, {
      params: { memberNumber: verification.memberNumber },
      query: { applicationId: 'Web' },
      bearer,
      cookie,
    })
  const { mfaAuthenticateModel } = (await login(first)).json<LoginResponse>()
  const body = { userName: 'ada.lindqvist', ...mfaAuthenticateModel, token: appCode(first) }
  const session = halvesOf(await second.call(signIn.verifyMfa, { body }))
  const postback = async (one: TestPortal) => {
    const event = { eventId: `evt_${randomUUID()}`, type: 'payment.succeeded' } as EventFields
    const { headers, payload } = signPostback(event, { now: () => new Date() })
    // The body is not a payment's: an accepted signature answers 400, a rejected one 401.
    return one.inject({ method: 'POST', url: apiPrefix + payments.postback.path, headers, payload })
  }
  const askWithSession = async (one: TestPortal) => one.call(signIn.session, session)

  for (const jump of [0, 1, -1]) {
    ;[slow.state.wrongBy, fast.state.wrongBy] = [-hourMs + jump * 24 * hourMs, hourMs - jump * 24 * hourMs]
    if (jump !== 1) await Promise.all([slow.clock.synchronize(), fast.clock.synchronize()])
    expect(await statuses(askWithGrant)).toEqual([200, 200])
    expect(await statuses(askWithSession)).toEqual([200, 200])
    expect(await statuses(postback)).toEqual([400, 400])
  }
  await sql`update portal.quick_pay_grant set expires_at = now() - interval '10 seconds'`.execute(portal.db)
  expect(await statuses(askWithGrant)).toEqual([401, 401])
  await Promise.all(both.map(async (one) => one.close()))
})
