import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { payingSettings, tryToVerify, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings, env: { TRUSTED_PROXIES: '10.0.0.1' } })
beforeEach(async () => seedAccount(portal.db))

/** Returns address number `n`, in a network of its own. */
const client = (n: number) => `203.${Math.floor(n / 250) % 250}.${n % 250}.${1 + Math.floor(n / 62_500)}`

/** Counts the attempts of the portal's budget: those that failed, or may have failed. */
const countedAttempts = async () => {
  const { rows } = await sql<{ attempts: number }>`
    select coalesce(sum(cardinality(attempted_at)), 0)::integer as attempts from portal.attempt_counter
    where kind = 'quick-pay.portal'`.execute(portal.db)
  return rows[0]?.attempts
}

const wrong = (n: number) => String(n).padStart(4, '0')

test('an unknown account, wrong digits, a closed account and an account out of attempts get one and the same answer [SEC-05]', async () => {
  await seedAccount(portal.db, anAccount('300').inactive())
  await seedAccount(portal.db, anAccount('400'))
  for (let n = 0; n < 5; n += 1)
    await tryToVerify(portal, { accountNumber: '400', phoneLastFourDigits: '0000', from: client(n) })
  const answers = [
    await tryToVerify(portal, { accountNumber: '999999999999', from: client(10) }),
    await tryToVerify(portal, { phoneLastFourDigits: '4822', from: client(11) }),
    await tryToVerify(portal, { accountNumber: '300', from: client(12) }),
    await tryToVerify(portal, { accountNumber: '400', from: client(13) }),
  ]
  const normalized = answers.map((answer) => ({
    status: answer.statusCode,
    headers: { ...answer.headers, date: '' },
    body: { ...answer.json<object>(), requestId: '' },
  }))
  expect(normalized[0]).toMatchObject({ status: 401, body: { detail: 'Unauthorized access.' } })
  for (const one of normalized) expect(one).toEqual(normalized[0])
})

test('five of the ten thousand phone digits of one account are checked in 24 hours, from all addresses together [SEC-06]', async () => {
  for (let digits = 0; digits < 15; digits += 1) {
    const answer = await tryToVerify(portal, { phoneLastFourDigits: wrong(digits), from: client(digits) })
    expect(answer.statusCode).toBe(401)
  }
  expect(await countedAttempts()).toBe(5)
  expect((await tryToVerify(portal, { from: client(500) })).statusCode).toBe(401)
  portal.clock.advance(24 * 3600 - 1)
  expect((await tryToVerify(portal, { from: client(501) })).statusCode).toBe(401)
  portal.clock.advance(1)
  expect((await tryToVerify(portal, { from: client(502) })).statusCode).toBe(200)
})

test('forty guesses at once are checked five times [SEC-06]', async () => {
  const guesses = Array.from({ length: 40 }, async (_none, n) =>
    tryToVerify(portal, { phoneLastFourDigits: wrong(n), from: client(n) }),
  )
  await Promise.all(guesses)
  expect(await countedAttempts()).toBe(5)
})

test('after four failures the right digits still open the account, and successes use up nothing', async () => {
  for (let n = 0; n < 4; n += 1) await tryToVerify(portal, { phoneLastFourDigits: wrong(n), from: client(n) })
  for (let n = 0; n < 15; n += 1) await verified(portal)
  expect((await tryToVerify(portal, { phoneLastFourDigits: '0009', from: client(9) })).statusCode).toBe(401)
  expect((await tryToVerify(portal, { from: client(10) })).statusCode).toBe(401)
})

test('guesses sprayed over many accounts from many addresses end at the budget of 60, with one alarm, and a known payer gets in [SEC-07]', async () => {
  await verified(portal, { from: '192.0.2.77' })
  const statuses: number[] = []
  for (let n = 0; n < 75; n += 1) {
    const answer = await tryToVerify(portal, { accountNumber: String(700_000 + n), from: client(n) })
    statuses.push(answer.statusCode)
  }
  expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true)
  expect(statuses.slice(60).every((status) => status === 429)).toBe(true)
  expect(await countedAttempts()).toBe(60)
  const alarms = portal.logLines.filter((line) => line.includes('quick-pay-budget-spent'))
  const audit = await portal.db
    .selectFrom('portal.audit')
    .select('id')
    .where('kind', '=', 'quick-pay.budget-spent')
    .execute()
  expect([alarms.length, audit.length]).toEqual([1, 1])

  await verified(portal, { from: '192.0.2.77' })
  const stranger = await tryToVerify(portal, { from: '192.0.2.78' })
  expect([stranger.statusCode, stranger.headers['retry-after']]).toEqual([429, '600'])
  portal.clock.advance(600)
  await verified(portal, { from: '192.0.2.78' })
})

test('answers sixty of eighty guesses at once at many accounts as failures, and the others like any that come too late [SEC-07]', async () => {
  const guesses = Array.from({ length: 80 }, async (_none, n) =>
    tryToVerify(portal, { accountNumber: String(700_000 + n), from: client(n) }),
  )
  const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  expect(await countedAttempts()).toBe(60)
})

test('once the budget is spent, right and wrong digits have the same answer [SEC-07]', async () => {
  portal.set({ quickPayGlobalFailuresPer10Minutes: 1 })
  await tryToVerify(portal, { accountNumber: '1', from: client(0) })
  const [right, wrongOne] = [
    await tryToVerify(portal, { from: client(1) }),
    await tryToVerify(portal, { phoneLastFourDigits: '0000', from: client(2) }),
  ]
  const normalized = [right, wrongOne].map((answer) => ({
    status: answer.statusCode,
    headers: { ...answer.headers, date: '' },
    body: { ...answer.json<object>(), requestId: '' },
  }))
  expect(normalized[0]).toMatchObject({ status: 429 })
  expect(normalized[1]).toEqual(normalized[0])
})

test('right digits that are checked while a failure uses up the budget are refused like wrong ones [SEC-07]', async () => {
  portal.set({ quickPayGlobalFailuresPer10Minutes: 1 })
  await tryToVerify(portal, { accountNumber: '1', from: client(0) })
  portal.clock.advance(600)
  const budget = { kind: 'quick-pay.portal', subject: 'all', windowSeconds: 600, limit: 1 }
  let counted = () => {}
  const counting = new Promise<void>((resolve) => (counted = resolve))
  const failure = inTransaction(portal.db, async (tx) => {
    await recordAttempt(tx, budget, portal.clock.now())
    counted()
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  await counting
  expect((await tryToVerify(portal, { from: client(1) })).statusCode).toBe(429)
  await failure
})

test('twenty right verifications of one account at once all succeed, and leave nothing counted', async () => {
  const attempts = Array.from({ length: 20 }, async () => tryToVerify(portal))
  expect((await Promise.all(attempts)).map((answer) => answer.statusCode)).toEqual(
    Array.from({ length: 20 }, () => 200),
  )
  const { rows } = await sql<{ attempts: number }>`
    select sum(cardinality(attempted_at))::integer as attempts from portal.attempt_counter`.execute(portal.db)
  expect(rows).toEqual([{ attempts: 0 }])
})

test('while the budget is spent, a guess that is not checked does not count against its account', async () => {
  portal.set({ quickPayGlobalFailuresPer10Minutes: 1 })
  await tryToVerify(portal, { accountNumber: '1', from: client(0) })
  for (let n = 1; n < 9; n += 1)
    expect((await tryToVerify(portal, { phoneLastFourDigits: '0000', from: client(n) })).statusCode).toBe(429)
  portal.clock.advance(600)
  await verified(portal)
})

test('one client has ten failures an hour, and its neighbors are not stopped by it', async () => {
  const fail = async (n: number) => tryToVerify(portal, { accountNumber: String(800 + n), from: '203.0.113.5' })
  for (let n = 0; n < 10; n += 1) expect((await fail(n)).statusCode).toBe(401)
  const eleventh = await fail(10)
  expect([eleventh.statusCode, eleventh.headers['retry-after']]).toEqual([429, '3600'])
  await verified(portal, { from: '203.0.113.6' })
  portal.clock.advance(3600)
  expect((await fail(11)).statusCode).toBe(401)
})

test('answers ten of thirty guesses at once from one client at as many accounts as failures', async () => {
  const guesses = Array.from({ length: 30 }, async (_none, n) =>
    tryToVerify(portal, { accountNumber: String(850 + n), from: '203.0.113.5' }),
  )
  const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test('answers thirty of thirty-six guesses at once from one network as failures, also those at accounts out of attempts', async () => {
  await verified(portal, { from: '203.0.113.200' })
  const guesses = Array.from({ length: 36 }, async (_none, n) =>
    tryToVerify(portal, { accountNumber: String(900 + Math.floor(n / 9)), from: `203.0.113.${1 + (n % 9)}` }),
  )
  const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  const stranger = await tryToVerify(portal, { from: '203.0.113.201' })
  expect([stranger.statusCode, stranger.headers['retry-after']]).toEqual([429, '3600'])
  await verified(portal, { from: '203.0.113.200' })
  await verified(portal, { from: '203.0.114.1' })
})

test('failures of neighbors behind one address do not stop a payer who has verified the account from there before, or with that browser', async () => {
  const shared = '203.0.113.200'
  await seedAccount(portal.db, anAccount('600'))
  await verified(portal, { from: shared })
  const elsewhere = await tryToVerify(portal, { accountNumber: '600', from: '192.0.2.77' })
  const browser = elsewhere.cookies.find(({ name }) => name === '__Host-portal_payer')
  for (let n = 0; n < 10; n += 1) await tryToVerify(portal, { accountNumber: String(900 + n), from: shared })
  expect((await tryToVerify(portal, { accountNumber: '600', from: shared })).statusCode).toBe(429)
  await verified(portal, { from: shared })
  await verified(portal, {
    accountNumber: '600',
    from: shared,
    headers: { cookie: `${browser?.name}=${browser?.value}` },
  })
})

test('addresses that a stranger writes into headers change nothing: the socket is limited [SEC-12]', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) {
    const forged = client(n)
    const headers = { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }
    statuses.push((await tryToVerify(portal, { accountNumber: String(n), from: '203.0.113.9', headers })).statusCode)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('behind a trusted proxy the client that it names is limited, IPv6 by its /64, and all of a /48 as a network [SEC-12]', async () => {
  const through = (address: string) => ({ from: '10.0.0.1', headers: { 'x-forwarded-for': address } })
  for (const subnet of [1, 2, 3])
    for (let n = 0; n < 11; n += 1) {
      const claim = { accountNumber: String(100 * subnet + n), ...through(`2001:db8:1:${subnet}::${n}`) }
      expect((await tryToVerify(portal, claim)).statusCode).toBe(n < 10 ? 401 : 429)
    }
  expect((await tryToVerify(portal, through('2001:db8:1:4::1'))).statusCode).toBe(429)
  await verified(portal, through('2001:db8:2:4::1'))
})

test('without its counters Quick Pay answers 503 to wrong and right alike [SEC-13]', async () => {
  await portal.database.runScript('alter table portal.attempt_counter rename to attempt_counter_away')
  try {
    expect((await tryToVerify(portal)).statusCode).toBe(503)
    expect((await tryToVerify(portal, { phoneLastFourDigits: '0000' })).statusCode).toBe(503)
    expect(await portal.db.selectFrom('portal.quick_pay_grant').select('created_at').execute()).toEqual([])
  } finally {
    await portal.database.runScript('alter table portal.attempt_counter_away rename to attempt_counter')
  }
})

test('counters hold no client address', async () => {
  await tryToVerify(portal, { phoneLastFourDigits: '0000', from: '203.0.113.9' })
  const rows = await portal.db
    .selectFrom('portal.attempt_counter')
    .select(['kind', 'subject'])
    .orderBy('kind')
    .execute()
  expect(rows.map((row) => row.kind)).toEqual([
    'quick-pay.account',
    'quick-pay.client',
    'quick-pay.member-year',
    'quick-pay.network',
    'quick-pay.portal',
  ])
  expect(JSON.stringify(rows)).not.toContain('203.0.113')
})
