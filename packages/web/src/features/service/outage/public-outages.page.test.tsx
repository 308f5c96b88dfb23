import type { OutageSummary } from '@coopline/contract/service/outage/public-outages.contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readsOf } from '../../../frame/page-reads.ts'
import { requestHeaders } from '../../../portal/call/api-request.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { projectTerritory } from './project-territory.ts'

beforeEach(() => void vi.setSystemTime(new Date('2026-11-20T20:30:00Z')))
afterEach(() => {
  vi.useRealTimers()
  delete window.cooplineEarly
})

const square = (id: string, name: string, west: number) => ({
  type: 'Feature' as const,
  id,
  properties: { name, nameInSpanish: `Zona ${name}` },
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, 44],
        [west + 1, 44],
        [west + 1, 45],
        [west, 45],
        [west, 44],
      ] as [number, number][],
    ],
  },
})
const territory = {
  type: 'FeatureCollection' as const,
  features: [square('A', 'Dunn', -92), square('B', 'Clark', -91)],
}

const incident = (changes: Partial<OutageSummary['incidents'][number]> = {}) => ({
  id: 'I-1',
  startedAt: '2026-11-20T18:05:00.000Z',
  cause: 'tree' as const,
  crew: 'on-site' as const,
  estimate: '2026-11-20T22:30:00.000Z',
  firstEstimate: '2026-11-20T20:00:00.000Z',
  customers: 1_214,
  point: [-91.5, 44.5] as [number, number],
  area: 'A',
  ...changes,
})
const aSummary = (changes: Partial<OutageSummary> = {}): OutageSummary => ({
  generatedAt: '2026-11-20T20:27:00.000Z',
  timeZone: 'America/Chicago',
  incidentCount: 2,
  customers: 1_217,
  incidents: [
    incident(),
    incident({
      id: 'I-2',
      customers: null,
      point: null,
      area: 'Z',
      estimate: '2026-11-20T20:00:00.000Z',
      firstEstimate: null,
    }),
  ],
  areas: [{ id: 'A', incidentCount: 1, customers: 1_214 }],
  ...changes,
})

const open = async (
  summary: OutageSummary,
  { isPublic = true, language = 'en' }: { isPublic?: boolean; language?: 'en' | 'es' } = {},
) =>
  renderPortal({
    path: '/outages',
    site: aSite({ features: ['Outage'], settings: { publicOutages: isPublic, phoneNumber: '(715) 555-0100' } }),
    visits: ['/outages', '/login'],
    language,
    answers: { 'GET /v3/outages': summary, 'GET /v3/outages/territory': territory },
  })
const main = () => within(screen.getByRole('main'))

test('shows visitors the outages, the age of the data, and a map with the same facts as the tables', async () => {
  await open(aSummary())
  expect(await screen.findByText('2 outages, customers without power: 1,217')).toBeDefined()
  expect(screen.getByText('As of 2:27 PM (3 minutes ago)')).toBeDefined()
  const map = await screen.findByRole('img', { name: /^Map of current outages/u })
  expect(map.querySelectorAll('path')).toHaveLength(2)
  expect([...map.querySelectorAll('circle')]).toHaveLength(1)
  const list = within(screen.getByRole('table', { name: 'Outages by size' }))
  expect(list.getByRole('rowheader', { name: '1. Dunn' })).toBeDefined()
  expect(list.getByRole('rowheader', { name: '2. Other area' })).toBeDefined()
  const [, first, second] = list.getAllByRole('row')
  expect(first?.textContent).toMatch(
    /1,214.*12:05\sPM.*4:30\sPMFirst estimate: 2:00\sPM.*Tree on the line.*At work on site/u,
  )
  expect(second?.textContent).toMatch(/fewer than 5.*2:00\sPM has passed\. We are working on a new estimate\./u)
  expect(within(screen.getByRole('table', { name: 'By area' })).getByRole('rowheader', { name: 'Dunn' })).toBeDefined()
  expect(main().getByRole('link', { name: '(715) 555-0100' }).getAttribute('href')).toBe('tel:7155550100')
})

test('uses the answers that the served page has asked for, and makes no call of its own', async () => {
  const site = aSite({ features: ['Outage'], settings: { publicOutages: true } })
  const addresses = readsOf('/outages', site, 'en').reads?.open ?? []
  const bodies: Readonly<Record<string, unknown>> = {
    '/api/v3/outages': aSummary(),
    '/api/v3/outages/territory': territory,
  }
  expect(addresses).toEqual(Object.keys(bodies))
  window.cooplineEarly = {
    answers: new Map(
      addresses.map((address) => [
        address,
        {
          headers: requestHeaders({}),
          answer: Promise.resolve(Response.json(bodies[address])),
          stop: () => undefined,
        },
      ]),
    ),
    presses: new Set(),
    end: () => undefined,
    afterPress: (work) => work(),
    giveUp: () => undefined,
  }
  const { calls } = await renderPortal({ path: '/outages', site })
  await screen.findByRole('rowheader', { name: '1. Dunn' })
  expect(await screen.findByRole('img', { name: /^Map of current outages/u })).toBeDefined()
  expect(calls).toEqual([])
})

test('keeps the room of the map and the tables until the areas are there, and shows the tables without them', async () => {
  let answerAreas: (answer: Response) => void = () => undefined
  const areas = new Promise<Response>((resolve) => {
    answerAreas = resolve
  })
  await renderPortal({
    path: '/outages',
    site: aSite({ features: ['Outage'], settings: { publicOutages: true } }),
    answers: { 'GET /v3/outages': aSummary(), 'GET /v3/outages/territory': areas },
  })
  expect(await screen.findByText('2 outages, customers without power: 1,217')).toBeDefined()
  expect(screen.getByText(/^Stay away from downed power lines\./u)).toBeDefined()
  expect(screen.getByRole('main').querySelector('[data-ui="skeleton"]')).not.toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
  answerAreas(aProblem(500))
  expect(await screen.findByRole('rowheader', { name: '1. Other area' })).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
})

test('warns about data that is half an hour old', async () => {
  await open(aSummary({ generatedAt: '2026-11-20T17:30:00.000Z' }))
  expect(await screen.findByText('As of 11:30 AM (3 hours ago)')).toBeDefined()
  expect(screen.getByText(/^This information may be out of date\./u)).toBeDefined()
})

test('says when there are no outages, and when no data has been imported', async () => {
  const none = { incidentCount: 0, customers: 0, incidents: [], areas: [] }
  await open(aSummary(none))
  expect(await screen.findByText('There are no outages right now.')).toBeDefined()
  cleanup()
  await open(aSummary({ ...none, generatedAt: null }))
  expect(await screen.findByText('Outage information is not available yet.')).toBeDefined()
})

test('redirects to sign-in when the cooperative does not publish outages', async () => {
  const { address } = await open(aSummary(), { isPublic: false })
  await expect.poll(() => address()).toContain('/login')
})

test('shows every text in Spanish', async () => {
  await open(aSummary(), { language: 'es' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Cortes de luz actuales' })).toBeDefined()
  expect(await screen.findByRole('rowheader', { name: '1. Zona Dunn' })).toBeDefined()
  expect(screen.getAllByText('Trabajando en el lugar')[0]).toBeDefined()
})

test('keeps the shape of the territory in the drawing, with north at the top', () => {
  const drawn = projectTerritory(territory)
  expect(drawn?.height).toBe(Math.round(976 / (2 * Math.cos((44.5 * Math.PI) / 180)) + 24))
  expect(drawn?.project([-92, 45])).toEqual([12, 12])
  expect(drawn?.project([-90, 44])[0]).toBeCloseTo(988)
  expect(drawn?.areas[0]?.outline).toMatch(/^M12\.0 \d+\.\dL500\.0/u)
  expect(projectTerritory({ type: 'FeatureCollection', features: [] })).toBeNull()
})
