import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { espiVersions, hasEspiSchemas, lintEspi, parseEspi } from '../../../testing/green-button-readers.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { daysFrom, seedDays, seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { espiBase, usagePointId } from '../green-button/public.ts'
import { seedApp, seedConnection } from './connected-apps.fixtures.ts'

const portal = useTestPortal()
let loginId: string
const accountNumber = '100100101'
const own = [{ accountNumber, meterNumber: 'M1' }]
beforeEach(async () => {
  portal.set({ connectEnabled: true, connectReadsPerHour: 1_000 })
  await seedAccount(portal.db)
  await seedMeter(portal.db, own[0])
  await seedMeter(portal.db, { accountNumber, meterNumber: 'M2' })
  loginId = await seedLogin(portal)
  await seedDays(
    portal.db,
    { meterNumber: 'M1', day: '2025-10-31', used: 1_111 },
    { meterNumber: 'M1', day: '2026-10-30', used: 20_000 },
    { meterNumber: 'M1', day: '2026-11-17', used: 22_000, status: 'estimated' },
    { meterNumber: 'M1', day: '2026-11-18', used: 21_500, received: 300, charge: cents(412) },
    { meterNumber: 'M1', day: '2026-11-19', used: 18_250 },
    { meterNumber: 'M2', day: '2026-11-19', used: 9_999 },
  )
  await seedIntervals(portal.db, { meterNumber: 'M1', day: '2026-11-19' })
  await seedBill(portal.db)
})

type Connection = Awaited<ReturnType<typeof seedConnection>>

const connect = async (more: Parameters<typeof seedConnection>[2] = {}) =>
  seedConnection(portal, loginId, { scope: ownScopes.interval, meters: own, ...more })
const base = () => espiBase(portal.deps)
const pointOf = (meterNumber: string) => usagePointId({ base: base() }, { accountNumber, meterNumber })
const read = async ({ token }: Connection, path: string) =>
  portal.inject({
    method: 'GET',
    url: path.replace(portal.deps.env.PUBLIC_ORIGIN, '').replace(/^(?!\/api)/u, '/api/espi/1_1/resource/'),
    headers: { authorization: `Bearer ${token}` },
  })
const hrefsOf = (xml: string, rel = '\\w+') =>
  [...xml.matchAll(new RegExp(`rel="(?:${rel})" href="([^"]+)"`, 'gu'))].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
const entriesOf = (xml: string) => [...xml.matchAll(/<entry>.*?<\/entry>/gsu)].map(([entry]) => entry)
const valuesOf = (xml: string) => [...xml.matchAll(/<value>(\d+)<\/value>/gu)].map(([, value]) => Number(value))

describe('a connection’s resources', () => {
  it.each([ownScopes.interval, ownScopes.day])(
    'serves every link of the batch feed of %s, each resource like its entry in the feed',
    async (scope) => {
      const connection = await connect({ scope })
      const batch = (await read(connection, 'Batch/Subscription/own')).body
      const others = new Set(hrefsOf(batch))
      for (const entry of entriesOf(batch)) {
        const [self = ''] = hrefsOf(entry, 'self')
        const single = await read(connection, self)
        expect(single.statusCode, self).toBe(200)
        expect(single.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
        expect(single.body.replace(/^.*\n<entry xmlns="[^"]+">/u, '<entry>').trim()).toBe(entry)
        const [up = ''] = hrefsOf(entry, 'up')
        const collection = await read(connection, up)
        expect(entriesOf(collection.body), up).toContain(entry)
        others.delete(self)
        others.delete(up)
      }
      for (const href of [...others].filter((one) => !one.includes('/Batch/')))
        expect((await read(connection, href)).statusCode, href).toBe(200)
    },
  )

  it.skipIf(!hasEspiSchemas).each(espiVersions)(
    'serves resources and feeds that are valid under the ESPI %s schema',
    { timeout: 120_000 },
    async (version) => {
      const clientId = await seedApp(portal, 'Planner', { authMethod: 'client_secret_basic' })
      const connection = await connect({ clientId })
      const point = `Subscription/own/UsagePoint/${pointOf('M1')}`
      const daily = `${point}/MeterReading/1440-kWh-delivered`
      for (const path of [
        'Subscription/own/UsagePoint',
        point,
        `${point}/MeterReading`,
        daily,
        `${daily}/IntervalBlock?max-results=1`,
        `${daily}/IntervalBlock/2026-11-17`,
        `${point}/UsageSummary`,
        `${point}/UsageSummary/2026-11-13`,
        'ReadingType',
        'ReadingType/electricity-60-kWh-delivered',
        'LocalTimeParameters',
        'LocalTimeParameters/1',
        'Authorization',
        `Authorization/${connection.grantId}`,
        'ApplicationInformation',
        `ApplicationInformation/${clientId}`,
        'ReadServiceStatus',
      ]) {
        const { statusCode, body } = await read(connection, path)
        expect(statusCode, path).toBe(200)
        expect(await lintEspi(body, version), path).toEqual([])
      }
    },
  )

  it('serves documents that another program reads', async () => {
    const connection = await connect()
    const point = `Subscription/own/UsagePoint/${pointOf('M1')}`
    const path = `${point}/MeterReading/60-kWh-delivered/IntervalBlock/2026-11-19`
    const entries = await parseEspi((await read(connection, path)).body)
    const values = entries.flatMap(({ content }) =>
      (content.IntervalBlock ?? []).flatMap((block) => block.IntervalReading.map(({ value }) => value)),
    )
    expect(values).toEqual(Array.from({ length: 24 }, (_none, hour) => hour + 1))
  })

  it('answers unknown ids, and those of other meters and connections, alike', async () => {
    const [connection, other] = [await connect(), await connect({ meters: [{ accountNumber, meterNumber: 'M2' }] })]
    const clientId = await seedApp(portal, 'Planner', { authMethod: 'client_secret_basic' })
    const [foreign, mine] = [pointOf('M2'), pointOf('M1')]
    expect((await read(other, `Subscription/own/UsagePoint/${foreign}`)).statusCode).toBe(200)
    const bodies = new Set<string>()
    for (const path of [
      `Subscription/${other.grantId}/UsagePoint`,
      `Subscription/${other.grantId}/UsagePoint/${foreign}`,
      `Subscription/own/UsagePoint/${foreign}`,
      `Subscription/own/UsagePoint/${foreign}/MeterReading`,
      `Subscription/own/UsagePoint/${foreign}/MeterReading/1440-kWh-delivered/IntervalBlock`,
      `Subscription/own/UsagePoint/${foreign}/UsageSummary`,
      'Subscription/own/UsagePoint/x',
      `Subscription/own/UsagePoint/${mine}/MeterReading/15-kWh-delivered`,
      `Subscription/own/UsagePoint/${mine}/MeterReading/1440-kWh-delivered/IntervalBlock/2026-11-16`,
      // Before the allowed history.
      `Subscription/own/UsagePoint/${mine}/MeterReading/1440-kWh-delivered/IntervalBlock/2025-10-31`,
      `Subscription/own/UsagePoint/${mine}/MeterReading/1440-kWh-delivered/IntervalBlock/x`,
      `Subscription/own/UsagePoint/${mine}/UsageSummary/2026-11-14`,
      'ReadingType/water-1440-Gallons-delivered',
      'ReadingType/electricity-1440-%2500-delivered',
      `UsagePoint/${mine}/MeterReading/1440-%2500-delivered`,
      'LocalTimeParameters/2',
      `Authorization/${other.grantId}`,
      `ApplicationInformation/${clientId}`,
    ]) {
      const { statusCode, body } = await read(connection, path)
      expect(statusCode, path).toBe(404)
      const { requestId: _own, instance: _url, ...same } = JSON.parse(body) as Record<string, unknown>
      bodies.add(JSON.stringify(same))
    }
    expect([...bodies]).toHaveLength(1)
  })

  it('serves intervals only with a scope for them', async () => {
    const connection = await connect({ scope: ownScopes.day })
    const readings = `Subscription/own/UsagePoint/${pointOf('M1')}/MeterReading`
    expect((await read(connection, `${readings}/60-kWh-delivered`)).statusCode).toBe(404)
    expect(entriesOf((await read(connection, readings)).body)).toHaveLength(2)
  })
})

describe('pages', () => {
  const blocks = (path = '') =>
    `Subscription/own/UsagePoint/${pointOf('M1')}/MeterReading/1440-kWh-delivered/IntervalBlock${path}`

  it('leads through a feed page by page, each entry once', async () => {
    await seedDays(portal.db, ...daysFrom('2025-12-01', '2026-09-30').map((day) => ({ meterNumber: 'M1', day })))
    const connection = await connect({ scope: ownScopes.day })
    const all = entriesOf((await read(connection, blocks())).body)
    expect(all).toHaveLength(12)
    const paged: string[] = []
    const sizes: number[] = []
    let next: string | undefined = blocks('?max-results=5&published-min=2025-11-01T06:00:00Z')
    while (next !== undefined) {
      const { body }: { readonly body: string } = await read(connection, next)
      sizes.push(entriesOf(body).length)
      paged.push(...entriesOf(body))
      next = hrefsOf(body, 'next')[0]
    }
    expect(sizes).toEqual([5, 5, 2])
    expect(paged).toEqual(all)
  })

  it('limits a feed to the days between published-min and published-max', async () => {
    const connection = await connect({ scope: ownScopes.day })
    const since = await read(
      connection,
      blocks('?published-min=2026-11-18T12:00:00Z&published-max=2026-11-18T13:00:00Z'),
    )
    expect(valuesOf(since.body)).toEqual([21_500])
    const [self = ''] = entriesOf(since.body).flatMap((entry) => hrefsOf(entry, 'self'))
    expect(valuesOf((await read(connection, self)).body)).toEqual([21_500, 18_250])
    for (const query of [
      'published-max=2025-10-31T12:00:00Z',
      'published-min=2020-01-01T00:00:00Z&published-max=2025-11-30T12:00:00Z',
    ])
      expect(valuesOf((await read(connection, blocks(`?${query}`))).body), query).toEqual([])
  })

  it('refuses pages of no size, above the limit or before the first', async () => {
    const connection = await connect()
    for (const query of ['max-results=0', 'max-results=401', 'start-index=0', 'start-index=x'])
      expect((await read(connection, blocks(`?${query}`))).statusCode, query).toBe(400)
  })
})

describe('usage summaries', () => {
  const summaries = () => `Subscription/own/UsagePoint/${pointOf('M1')}/UsageSummary`

  it('shows the billing period without charges', async () => {
    const { body } = await read(await connect({ meters: [...own, { accountNumber, meterNumber: 'M2' }] }), summaries())
    expect(body).toContain('<billingPeriod>')
    expect(body).not.toContain('<billLastPeriod>')
    expect(body).toContain('all 2 meters of the account')
    expect(valuesOf(body)).toEqual([896_600])
  })

  it('leaves out the usage and the number of meters that the connection may not read', async () => {
    const { body } = await read(await connect(), summaries())
    expect(body).toContain('<billingPeriod>')
    expect(body).not.toContain('meters of the account')
    expect(valuesOf(body)).toEqual([])
    await portal.db.updateTable('cis.meter').set({ unit: 'Gallons' }).where('meter_number', '=', 'M2').execute()
    const electric = (await read(await connect(), summaries())).body
    expect(electric).not.toContain('meters of the account')
    expect(valuesOf(electric)).toEqual([896_600])
  })

  it('is empty without a scope for summaries, and before the allowed history', async () => {
    await seedBill(portal.db, {
      bill_date: calendarDate('2025-11-13'),
      statement_start: calendarDate('2025-10-12'),
      statement_end: calendarDate('2025-11-11'),
    })
    expect(entriesOf((await read(await connect(), summaries())).body)).toHaveLength(1)
    const { body } = await read(await connect({ scope: 'FB=4_5;IntervalDuration=86400' }), summaries())
    expect(entriesOf(body)).toEqual([])
  })
})

describe('the authorization', () => {
  it('describes the connection and its app, without secrets', async () => {
    const clientId = await seedApp(portal, 'Planner', { authMethod: 'client_secret_basic' })
    const connection = await connect({ clientId })
    const authorization = (await read(connection, 'Authorization/own')).body
    expect(authorization).toContain(`<resourceURI>${base()}/Batch/Subscription/${connection.grantId}</resourceURI>`)
    expect(authorization).toContain(`<scope>${ownScopes.interval}</scope><token_type>Bearer</token_type>`)
    expect(authorization).not.toContain(connection.token)
    const app = (await read(connection, `ApplicationInformation/${clientId}`)).body
    expect(app).toContain('<client_secret></client_secret><client_name>Planner</client_name>')
    expect(app).toContain('<redirect_uri>https://app.example.org/callback</redirect_uri>')
  })

  it('names no app for a member’s own token', async () => {
    expect(entriesOf((await read(await connect(), 'ApplicationInformation')).body)).toEqual([])
  })

  it('shows the member each read, and answers 401 when the connection has ended', async () => {
    const connection = await connect()
    const first = await read(connection, 'Subscription/own/UsagePoint')
    const second = await read(connection, `Subscription/own/UsagePoint/${pointOf('M1')}`)
    const rows = await portal.db.selectFrom('portal.connected_access').select(['what', 'reads', 'bytes']).execute()
    const bytes = Buffer.byteLength(first.body) + Buffer.byteLength(second.body)
    expect(rows).toEqual([{ what: 'green-button', reads: 2, bytes }])
    await portal.db.updateTable('portal.connected_grant').set({ ends_at: portal.clock.now() }).execute()
    expect((await read(connection, 'Subscription/own/UsagePoint')).statusCode).toBe(401)
  })
})
