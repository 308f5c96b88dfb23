import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { choice, meters, seedConnection } from './connected-apps.fixtures.ts'

const portal = useTestPortal({ settings: { connectEnabled: true } })
let loginId: string
let ada: SignedIn
beforeEach(async () => {
  await seedAccount(portal.db)
  await portal.db.insertInto('cis.meter').values({ account_number: '100100101', meter_number: 'M1' }).execute()
  loginId = await seedLogin(portal)
  ada = await seedSession(portal, loginId)
})

const params = { memberNumber: '10001' }
const make = async (changes: object = {}, who: SignedIn = ada) =>
  portal.call(connectedApps.makeToken, { ...who, params, body: { ...choice, name: 'Home Assistant', ...changes } })
const read = async (token: string, query: Readonly<Record<string, string>> = {}) =>
  portal.call(connectedApps.daily, { query, headers: { authorization: `Bearer ${token}` } })

const seedReadings = async (meterNumber = 'M1', accountNumber = '100100101') => {
  await sql`select meter.create_months('2025-10-01'::date, '2026-11-30'::date)`.execute(portal.db)
  for (const [day, used] of [
    ['2025-10-31', 1_000],
    ['2026-11-18', 21_500],
    ['2026-11-19', 18_250],
  ] as const)
    await portal.db
      .insertInto('meter.daily_reading')
      .values({
        account_number: accountNumber,
        meter_number: meterNumber,
        day: calendarDate(day),
        used,
        received: null,
        demand: null,
        status: 'actual',
        unit: 'kWh',
        end_reading: null,
        charge: null,
        prepaid_vendor: null,
      })
      .execute()
}

describe('access tokens', () => {
  it('shows a new token once, stores only its hash, notifies by email and reads the chosen data', async () => {
    await seedReadings()
    const made = await make()
    expect(made.statusCode).toBe(200)
    const { token, connection } = made.json<{ token: string; connection: { id: string } }>()
    expect(connection).toMatchObject({ kind: 'token', name: 'Home Assistant', meters, isOver: false, reads: 0 })
    // Midnight in Chicago after the last day.
    expect(connection).toMatchObject({ lastDay: '2027-11-20', endsAt: '2027-11-21T06:00:00.000Z' })
    const kept = await portal.db.selectFrom('portal.connected_grant').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    const mails = await portal.db.selectFrom('outbox.message').select(['subject', 'recipient']).execute()
    expect(mails).toEqual([{ subject: 'An access token was created', recipient: 'ada.lindqvist@example.org' }])

    const answer = await read(token, { from: '2026-11-01', to: '2026-11-20' })
    expect(answer.json()).toEqual({
      from: '2026-11-01',
      to: '2026-11-20',
      meters: [
        {
          accountNumber: '100100101',
          meterNumber: 'M1',
          unit: 'kWh',
          used: 39.75,
          latest: { day: '2026-11-19', used: 18.25, received: null, quality: 'actual', charge: null },
          days: [
            { day: '2026-11-18', used: 21.5, received: null, quality: 'actual', charge: null },
            { day: '2026-11-19', used: 18.25, received: null, quality: 'actual', charge: null },
          ],
        },
      ],
    })
    const listed = await portal.call(connectedApps.list, { ...ada, params })
    expect(listed.json()).toMatchObject({
      connections: [{ reads: 1, bytes: answer.body.length, lastReadAt: '2026-11-20T15:00:00.000Z' }],
    })
    const accesses = await portal.call(connectedApps.accesses, { ...ada, params: { ...params, id: connection.id } })
    expect(accesses.json()).toEqual({
      accesses: [{ hour: '2026-11-20T15:00:00.000Z', what: 'daily', reads: 1, bytes: answer.body.length }],
    })
  })

  it('returns nothing from before the chosen history', async () => {
    await seedReadings()
    const { token } = (await make({ historyMonths: 12 })).json<{ token: string }>()
    expect((await read(token, { from: '2025-10-25', to: '2025-11-05' })).json()).toMatchObject({
      from: '2025-11-01',
      meters: [{ used: 0, latest: null, days: [] }],
    })
    expect((await read(token, { from: '2025-10-25', to: '2025-10-31' })).json()).toMatchObject({
      meters: [{ days: [] }],
    })
  })

  it('refuses to make a token without a fresh proof', async () => {
    portal.clock.advance(601)
    const refused = await make()
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ errors: [{ code: 'step-up-required' }] })
  })

  it('refuses to make a token in a new session of a partner site', async () => {
    await portal.db
      .updateTable('portal.session')
      .set({ proofs: ['partner'], proven_at: new Date(0) })
      .execute()
    expect((await make()).json()).toMatchObject({ errors: [{ code: 'step-up-required' }] })
  })

  it('refuses a token for another member’s meter and for an unknown meter', async () => {
    await seedAccount(portal.db, anAccount('100100202').of(ben))
    await portal.db.insertInto('cis.meter').values({ account_number: '100100202', meter_number: 'M2' }).execute()
    const foreign = await make({ meters: [...meters, { accountNumber: '100100202', meterNumber: 'M2' }] })
    const missing = await make({ meters: [{ accountNumber: '100100101', meterNumber: 'M9' }] })
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
    expect(await portal.db.selectFrom('portal.connected_grant').selectAll().execute()).toEqual([])
    const audit = portal.db.selectFrom('portal.audit').select('account_number')
    expect(await audit.where('kind', '=', 'access.foreign-refused').execute()).toEqual([
      { account_number: '100100202' },
      { account_number: '100100101' },
    ])
  })

  it('reports every problem of the choice at its field', async () => {
    const refused = await make({ name: '', meters: [], scopes: ['FB=4;IntervalDuration=86400'], endsOn: 'soon' })
    expect(refused.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'name',
      'scopes',
      'meters',
      'endsOn',
    ])
  })

  it('refuses a twenty-first token', async () => {
    for (let count = 0; count < 20; count += 1) await seedConnection(portal, loginId)
    const refused = await make()
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'You have 20 connections, the most allowed. End one to add another.',
    ])
  })

  it('rejects a token as soon as the member ends it', async () => {
    const { token, grantId } = await seedConnection(portal, loginId)
    expect((await read(token)).statusCode).toBe(200)
    const ended = await portal.call(connectedApps.end, { ...ada, params: { ...params, id: grantId } })
    expect(ended.json()).toEqual({ ended: true })
    expect((await read(token)).statusCode).toBe(401)
    expect((await portal.call(connectedApps.list, { ...ada, params })).json()).toMatchObject({
      connections: [{ isOver: true, endReason: 'member' }],
    })
  })

  it('rejects a token after its end date, for a disabled login and with the feature off', async () => {
    const { token } = await seedConnection(portal, loginId)
    portal.set({ connectEnabled: false })
    expect((await read(token)).statusCode).toBe(403)
    portal.set({ connectEnabled: true })
    await portal.db.updateTable('portal.login').set({ disabled_at: portal.clock.now() }).execute()
    expect((await read(token)).statusCode).toBe(401)
    await portal.db.updateTable('portal.login').set({ disabled_at: null }).execute()
    expect((await read(token)).statusCode).toBe(200)
    portal.clock.advance(30 * 86_400)
    expect((await read(token)).statusCode).toBe(401)
  })

  it('stops reading a meter whose account moved to another member', async () => {
    await seedReadings()
    const { token } = await seedConnection(portal, loginId)
    await giveToBen(portal.db)
    expect((await read(token)).json()).toMatchObject({ meters: [] })
  })

  it('omits costs when the scope does not include them', async () => {
    await seedReadings()
    const { token } = await seedConnection(portal, loginId, { scope: 'FB=4_5;IntervalDuration=86400' })
    expect((await read(token)).body).not.toContain('charge')
  })

  it('reads intervals only with an interval scope, at most 31 days', async () => {
    await seedReadings()
    await portal.db
      .insertInto('meter.interval_day')
      .values({
        account_number: '100100101',
        meter_number: 'M1',
        day: calendarDate('2026-11-19'),
        minutes: 60,
        used: sql`array[1500, null, 250]::integer[]`,
        received: null,
        status: 'estimated',
      })
      .execute()
    const intervals = async (token: string, from: string, to: string) =>
      portal.call(connectedApps.intervals, { query: { from, to }, headers: { authorization: `Bearer ${token}` } })
    const daily = await seedConnection(portal, loginId)
    expect((await intervals(daily.token, '2026-11-19', '2026-11-19')).statusCode).toBe(403)
    const { token } = await seedConnection(portal, loginId, { scope: ownScopes.interval })
    expect((await intervals(token, '2026-11-19', '2026-11-20')).json()).toEqual({
      from: '2026-11-19',
      to: '2026-11-20',
      meters: [
        {
          accountNumber: '100100101',
          meterNumber: 'M1',
          unit: 'kWh',
          days: [{ day: '2026-11-19', minutes: 60, used: [1.5, null, 0.25], received: null, quality: 'estimated' }],
        },
      ],
    })
    expect((await intervals(token, '2026-10-20', '2026-11-20')).statusCode).toBe(400)
  })

  it('accepts data tokens only for data calls, and only data tokens there', async () => {
    const { token } = await seedConnection(portal, loginId)
    const other = await portal.call(connectedApps.list, { bearer: token, cookie: ada.cookie, params })
    expect(other.statusCode).toBe(401)
    expect((await portal.call(connectedApps.daily, ada)).statusCode).toBe(401)
  })

  it('limits reads per hour and wrong tokens per client address', async () => {
    portal.set({ connectReadsPerHour: 10, connectCallsPerClientPerMinute: 10 })
    const { token } = await seedConnection(portal, loginId)
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push((await read(token)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
    const wrong: number[] = []
    for (let count = 0; count < 11; count += 1) wrong.push((await read('x'.repeat(43))).statusCode)
    expect([wrong[0], wrong.at(-1)]).toEqual([401, 429])
  })

  it('requires days in order, at most 400', async () => {
    const { token } = await seedConnection(portal, loginId, { scope: ownScopes.day })
    const status = async (from: string, to: string) => (await read(token, { from, to })).statusCode
    expect(await status('2026-11-20', '2026-11-19')).toBe(400)
    expect(await status('2025-10-17', '2026-11-20')).toBe(200)
    expect(await status('2025-10-16', '2026-11-20')).toBe(400)
  })
})

describe('with connections turned off', () => {
  it('refuses every member call except ending a connection', async () => {
    const { grantId } = await seedConnection(portal, loginId)
    portal.set({ connectEnabled: false })
    expect((await make()).statusCode).toBe(403)
    expect((await portal.call(connectedApps.list, { ...ada, params })).statusCode).toBe(403)
    const ended = await portal.call(connectedApps.end, { ...ada, params: { ...params, id: grantId } })
    expect(ended.statusCode).toBe(200)
  })
})
