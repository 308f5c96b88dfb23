import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { ownScopes, parseEspiScope } from '@coopline/rules/usage/connected-apps/espi-scope'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { seedDays, seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { seedConnection } from './connected-apps.fixtures.ts'

const portal = useTestPortal({ settings: { connectEnabled: true } })
let loginId: string
const meter = { accountNumber: '100100101', meterNumber: 'M1' }
beforeEach(async () => {
  await seedAccount(portal.db)
  await seedMeter(portal.db, meter)
  await seedMeter(portal.db)
  loginId = await seedLogin(portal)
  await seedDays(
    portal.db,
    { ...meter, day: '2025-10-31', used: 1_111 },
    { ...meter, day: '2026-11-18', used: 21_500, charge: cents(412) },
    { ...meter, day: '2026-11-19', used: 18_250 },
    { day: '2026-11-19', used: 9_999 },
  )
  await seedIntervals(portal.db, { ...meter, day: '2026-11-19' })
})

const read = async (
  { grantId, token }: { readonly grantId: string; readonly token: string },
  query: Readonly<Record<string, string>> = {},
) =>
  portal.call(connectedApps.batch, {
    params: { subscriptionId: grantId },
    query,
    headers: { authorization: `Bearer ${token}` },
  })
const valuesOf = (xml: string) => [...xml.matchAll(/<value>(\d+)<\/value>/gu)].map(([, value]) => Number(value))

it('reads the chosen meters back to the start of the allowed history, with the costs that the scope includes', async () => {
  const response = await read(await seedConnection(portal, loginId))
  expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(valuesOf(response.body)).toEqual([21_500, 18_250])
  expect(response.body).toContain('<cost>412000</cost>')
  const scope = 'FB=4_5;IntervalDuration=86400'
  expect((await read(await seedConnection(portal, loginId, { scope }))).body).not.toContain('<cost>')
})

it('reads intervals with a scope for them', async () => {
  const { body } = await read(await seedConnection(portal, loginId, { scope: ownScopes.interval }))
  expect(valuesOf(body)).toEqual([21_500, ...Array.from({ length: 24 }, (_none, index) => index + 1)])
})

it('reads the days between published-min and published-max, and refuses times that are out of order or of no plausible year', async () => {
  const connection = await seedConnection(portal, loginId)
  const since = await read(connection, { 'published-min': '2026-11-19T12:00:00Z' })
  expect(valuesOf(since.body)).toEqual([18_250])
  const own = await read({ ...connection, grantId: 'own' }, { 'published-min': '2026-11-19T12:00:00Z' })
  expect(own.body).toBe(since.body)
  const until = await read(connection, {
    'published-min': '2020-01-01T00:00:00Z',
    'published-max': '2026-11-19T05:59:59Z',
  })
  expect(valuesOf(until.body)).toEqual([21_500])
  const refused = await read(connection, {
    'published-min': '2026-11-19T12:00:00Z',
    'published-max': '2026-11-18T12:00:00Z',
  })
  expect(refused.statusCode).toBe(400)
  for (const time of ['yesterday', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
    expect((await read(connection, { 'published-min': time })).statusCode, time).toBe(400)
})

it('answers the subscription of another connection like one that does not exist', async () => {
  const [own, other] = [await seedConnection(portal, loginId), await seedConnection(portal, loginId)]
  expect((await read({ ...own, grantId: other.grantId })).statusCode).toBe(404)
})

it('serves no bulk requests, neither to the token of a connection nor as a scope', async () => {
  const { token } = await seedConnection(portal, loginId)
  const headers = { authorization: `Bearer ${token}`, applicationid: 'Web' }
  const url = '/api/espi/1_1/resource/Batch/Bulk/1'
  expect((await portal.inject({ url, headers })).statusCode).toBe(404)
  expect(parseEspiScope(`${ownScopes.interval};BR=1`)).toBeNull()
})

it('shows the member each read with its bytes', async () => {
  const connection = await seedConnection(portal, loginId)
  const { body } = await read(connection)
  const rows = await portal.db.selectFrom('portal.connected_access').select(['what', 'reads', 'bytes']).execute()
  expect(rows).toEqual([{ what: 'green-button', reads: 1, bytes: Buffer.byteLength(body) }])
})

it('answers 401 when the connection has ended', async () => {
  const connection = await seedConnection(portal, loginId)
  await portal.db.updateTable('portal.connected_grant').set({ ends_at: portal.clock.now() }).execute()
  expect((await read(connection)).statusCode).toBe(401)
})

it('reads nothing of an account whose usage is suspended, not shown or hidden, and reads it again afterwards', async () => {
  const connection = await seedConnection(portal, loginId)
  const values = async () => valuesOf((await read(connection)).body)
  const daily = async () =>
    (await portal.call(connectedApps.daily, { headers: { authorization: `Bearer ${connection.token}` } })).json<{
      meters: readonly unknown[]
    }>().meters.length
  const detail = async (columns: { usage_suspended?: boolean; shows_usage_history?: boolean }) =>
    portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: meter.accountNumber, ...columns })
      .onConflict((conflict) => conflict.column('account_number').doUpdateSet(columns))
      .execute()
  for (const [blocked, freed] of [
    [{ usage_suspended: true }, { usage_suspended: false }],
    [{ shows_usage_history: false }, { shows_usage_history: true }],
  ]) {
    await detail(blocked ?? {})
    expect([await values(), await daily()]).toEqual([[], 0])
    await detail(freed ?? {})
    expect([await values(), await daily()]).toEqual([[21_500, 18_250], 1])
  }
  portal.set({ hideNonElectricUsage: true })
  await portal.db.updateTable('cis.account').set({ account_type: 'Water' }).execute()
  expect([await values(), await daily()]).toEqual([[], 0])
})
