import { join } from 'node:path'
import { type OutageSummary, publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { importOutages } from './import-outages.ts'
import { importTerritory } from './import-territory.ts'

const portal = useTestPortal({ settings: { Outage: true, publicOutages: true, timeZone: 'America/Chicago' } })
let generation = 0
beforeEach(() => {
  // Makes the previous test's cached value stale.
  portal.clock.set(new Date(Date.parse('2026-11-20T15:00:00Z') + (generation += 1) * 3_600_000).toISOString())
})

const place = (content: string) => join(bundleFolder({ file: content }), 'file')
const storm = async (incidents: readonly object[], minutes = 0) =>
  importOutages(
    portal.deps,
    place(
      JSON.stringify({
        format: 'coopline-outages/1',
        generatedAt: new Date(portal.clock.now().getTime() - 600_000 + minutes * 60_000).toISOString(),
        scope: 'full',
        incidents: incidents.map((one) => ({
          status: 'active',
          startedAt: '2026-11-20T14:00:00Z',
          cause: 'tree',
          crew: 'en-route',
          customersAffected: 120,
          ...one,
        })),
      }),
    ),
  )
const read = async (headers: Record<string, string> = {}) => portal.call(publicOutages.summary, { headers })
/** The response after the cache has picked up the latest database changes. */
async function fresh(): Promise<OutageSummary> {
  portal.clock.advance(6)
  await read()
  await sleep(50)
  return (await read()).json<OutageSummary>()
}

it('returns active incidents and areas to visitors without any account data', async () => {
  await storm([
    { id: 'I-1', area: '55035', point: { longitude: -91.49846, latitude: 44.81134 }, customersAffected: 1_200 },
    { id: 'I-2', area: '55035', customersAffected: 40 },
    { id: 'I-3', status: 'restored' },
  ])
  expect(await fresh()).toEqual({
    generatedAt: expect.stringMatching(/Z$/u),
    timeZone: 'America/Chicago',
    incidentCount: 2,
    customers: 1_240,
    incidents: [
      {
        id: 'I-1',
        startedAt: '2026-11-20T14:00:00.000Z',
        cause: 'tree',
        crew: 'en-route',
        estimate: null,
        firstEstimate: null,
        customers: 1_200,
        point: [-91.5, 44.81],
        area: '55035',
      },
      expect.objectContaining({ id: 'I-2', point: null }),
    ],
    areas: [{ id: '55035', incidentCount: 2, customers: 1_240 }],
  })
})

it('reveals no hidden count by the difference between totals and incidents', async () => {
  await storm([
    { id: 'I-1', area: 'A', customersAffected: 100 },
    { id: 'I-2', area: 'A', customersAffected: 3 },
    { id: 'I-3', area: 'B', customersAffected: 0 },
  ])
  expect(await fresh()).toMatchObject({
    customers: 105,
    areas: [
      { id: 'A', customers: 105 },
      { id: 'B', customers: 0 },
    ],
  })
})

it('treats all hidden counts alike in order and totals', async () => {
  await storm([
    { id: 'I-1', area: 'A', customersAffected: 1 },
    { id: 'I-2', area: 'A', customersAffected: 2 },
    { id: 'I-3', area: 'A', customersAffected: 1 },
  ])
  const hidden = await fresh()
  expect(hidden).toMatchObject({ customers: 15, areas: [{ id: 'A', customers: 15 }] })
  expect(hidden.incidents.map(({ id }) => id)).toEqual(['I-1', 'I-2', 'I-3'])
})

it('hides count and location of an incident with fewer than five customers', async () => {
  await storm([{ id: 'I-1', area: 'A', customersAffected: 4, point: { longitude: -91.5, latitude: 44.8 } }])
  expect(await fresh()).toMatchObject({
    customers: null,
    incidents: [{ customers: null, point: null }],
    areas: [{ id: 'A', customers: null }],
  })
})

it('returns 403 while the cooperative does not publish outages', async () => {
  portal.set({ publicOutages: false })
  for (const call of [publicOutages.summary, publicOutages.territory])
    expect((await portal.call(call)).statusCode).toBe(403)
  portal.set({ publicOutages: true, Outage: false })
  expect((await read()).statusCode).toBe(403)
})

it('keeps the ETag while nothing changes and compresses the response once', async () => {
  await storm([{ id: 'I-1' }])
  await fresh()
  const first = await read({ 'accept-encoding': 'br' })
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' })
  await fresh()
  const again = await read({ 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await storm([{ id: 'I-1', crew: 'on-site' }], 1)
  await fresh()
  expect((await read({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(200)
})

it('queries the database once per five seconds regardless of the number of visitors', async () => {
  await fresh()
  const spy = vi.spyOn(portal.db, 'getExecutor')
  try {
    await Promise.all(Array.from({ length: 50 }, async () => read()))
    expect(spy).not.toHaveBeenCalled()
    portal.clock.advance(6)
    await Promise.all(Array.from({ length: 50 }, async () => read()))
    await expect.poll(() => spy).toHaveBeenCalled()
    expect(spy.mock.calls.length).toBeLessThanOrEqual(2)
  } finally {
    spy.mockRestore()
  }
})

it('keeps serving the last outages while the database is down or slow', async () => {
  await storm([{ id: 'I-1' }])
  const before = await fresh()
  const spy = vi.spyOn(portal.db, 'getExecutor')
  try {
    for (const failure of ['away', 'slow'] as const) {
      spy.mockImplementation(() => {
        if (failure === 'away') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        return { executeQuery: async () => new Promise(() => {}), transformQuery: <T>(node: T) => node } as never
      })
      portal.clock.advance(60)
      const begun = performance.now()
      expect((await read()).json()).toEqual(before)
      expect(performance.now() - begun).toBeLessThan(500)
      expect(spy).toHaveBeenCalledOnce()
      spy.mockClear()
      await sleep(20)
    }
  } finally {
    spy.mockRestore()
  }
})

const square = (id: string, changes: object = {}) => ({
  type: 'Feature',
  id,
  properties: { name: `Area ${id}`, population: 3 },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-91.123456, 44.5],
        [-91, 44.5],
        [-91, 44.6],
        [-91.123456, 44.5],
      ],
    ],
  },
  ...changes,
})
const territoryOf = (...features: readonly object[]) => place(JSON.stringify({ type: 'FeatureCollection', features }))

it('serves the territory from a GeoJSON file and keeps it when the next file is broken', async () => {
  expect(await importTerritory(portal.deps, territoryOf(square('A'), square('B')))).toBe(2)
  const served = async () => {
    portal.clock.advance(61)
    await portal.call(publicOutages.territory)
    await sleep(50)
    return (await portal.call(publicOutages.territory)).json<{ features: object[] }>().features
  }
  expect(await served()).toEqual([
    {
      type: 'Feature',
      id: 'A',
      properties: { name: 'Area A' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-91.1235, 44.5],
            [-91, 44.5],
            [-91, 44.6],
            [-91.1235, 44.5],
          ],
        ],
      },
    },
    expect.objectContaining({ id: 'B' }),
  ])
  for (const [file, reason] of [
    [place('{'), 'not JSON'],
    [territoryOf(square('A'), square('A')), 'Two areas have the id A'],
    [territoryOf(square('A', { geometry: { type: 'Point', coordinates: [0, 0] } })), 'geometry'],
    [territoryOf(square('A', { geometry: { type: 'Polygon', coordinates: [[[0, 0]]] } })), 'coordinates'],
  ] as const)
    await expect(importTerritory(portal.deps, file)).rejects.toThrow(reason)
  expect(await served()).toHaveLength(2)
})
