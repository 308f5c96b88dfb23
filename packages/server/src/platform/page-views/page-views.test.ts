import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { site } from '@coopline/contract/site/site/site.contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestPortal } from '../../testing/test-portal.ts'
import { receiverOf } from './receivers.ts'

interface Heard {
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

let heard: Heard[] = []
let status = 202
/** Answers wait for this. */
let hold: Promise<void> = Promise.resolve()
let server: Server
let origin = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      heard.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
      void hold.then(() => response.writeHead(status).end())
    })
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => void server.close(closed)))
beforeEach(() => {
  heard = []
  status = 202
  hold = Promise.resolve()
})

const portal = useTestPortal({ env: { PUBLIC_ORIGIN: 'http://127.0.0.1:8080', GA4_API_SECRET: 'mp-secret-1' } })
afterEach(async () => portal.deps.pageViews.flush())

const view = async (path: string, more: object = {}) => portal.call(site.pageView, { body: { path }, ...more })
const bodies = () => heard.map(({ body }) => body)

describe('a page view', () => {
  it('reaches GA4 as the Measurement Protocol writes it, several in one request [SH-75]', async () => {
    portal.set({ googleAnalyticsCode: 'G-COOP1', pageViewUrl: `${origin}/mp/collect` })
    expect((await view('/accountoverview/:link')).json()).toEqual({})
    await view('/quick-pay')
    expect(heard).toEqual([])
    await portal.deps.pageViews.flush()
    expect(heard.map(({ url }) => url)).toEqual(['/mp/collect?measurement_id=G-COOP1&api_secret=mp-secret-1'])
    expect(bodies()).toEqual([
      {
        client_id: expect.stringMatching(/^\d+\.\d+$/u),
        timestamp_micros: portal.clock.now().getTime() * 1000,
        consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
        events: ['/accountoverview/:link', '/quick-pay'].map((path) => ({
          name: 'page_view',
          params: { page_path: path, page_location: `http://127.0.0.1:8080${path}`, engagement_time_msec: 1 },
        })),
      },
    ])
  })

  it('reaches Plausible and Umami in separate calls, with a User-Agent that is not a robot’s [SH-75]', async () => {
    portal.set({
      pageViewReceiver: 'plausible',
      pageViewUrl: `${origin}/api/event`,
      pageViewSite: 'portal.example.org',
    })
    await view('/home')
    await portal.deps.pageViews.flush()
    portal.set({
      pageViewReceiver: 'umami',
      pageViewUrl: `${origin}/api/send`,
      pageViewSite: 'b9c0',
      coopName: 'Prairie',
    })
    await view('/login')
    await portal.deps.pageViews.flush()
    expect(bodies()).toEqual([
      { name: 'pageview', url: 'http://127.0.0.1:8080/home', domain: 'portal.example.org' },
      { type: 'event', payload: { website: 'b9c0', hostname: '127.0.0.1', url: '/login', title: 'Prairie' } },
    ])
    for (const { headers } of heard) {
      expect(headers['content-type']).toBe('application/json')
      expect(headers['user-agent']).toMatch(/^Mozilla\/5\.0 \(X11; Linux x86_64\) Coopline/u)
    }
  })

  it('reaches Matomo in its bulk format [SH-75]', async () => {
    portal.set({ pageViewReceiver: 'matomo', pageViewUrl: `${origin}/matomo.php`, pageViewSite: '3' })
    await view('/home')
    await view('/usage-tracker')
    await portal.deps.pageViews.flush()
    expect(heard).toHaveLength(1)
    const [{ requests }] = bodies() as [{ requests: string[] }]
    const queries = requests.map((text) => Object.fromEntries(new URLSearchParams(text)))
    expect(queries).toMatchObject([
      { idsite: '3', rec: '1', url: 'http://127.0.0.1:8080/home' },
      { idsite: '3', rec: '1', url: 'http://127.0.0.1:8080/usage-tracker' },
    ])
    for (const query of queries) expect(query['_id']).toMatch(/^[0-9a-f]{16}$/u)
  })

  it('carries neither the address of the caller nor what the browser says of itself or its member [SH-75]', async () => {
    portal.set({ googleAnalyticsCode: 'G-COOP1', pageViewUrl: `${origin}/mp/collect` })
    await view('/home', {
      from: '198.51.100.7',
      cookie: 'coopline_language=es',
      headers: { 'user-agent': 'Canary/9', referer: 'https://portal.example.org/home?accountno=100100101' },
    })
    await portal.deps.pageViews.flush()
    const sent = JSON.stringify(heard)
    for (const private_ of ['198.51.100', 'Canary', '100100101', 'coopline_language'])
      expect(sent).not.toContain(private_)
  })

  it.each([
    '/home?accountno=100100101',
    '/accountoverview/100100101',
    '/home#x',
    '//evil.example',
    'https://evil.example/',
    '/Home',
    `/${'a'.repeat(100)}`,
    '',
  ])('is refused as %j, which is not the route of a page [SH-75]', async (path) => {
    expect((await view(path)).statusCode).toBe(400)
  })
})

describe('an analytics service that is down', () => {
  it('delays no report, costs no memory and is left alone for a minute', async () => {
    portal.set({ googleAnalyticsCode: 'G-COOP1', pageViewUrl: `${origin}/mp/collect` })
    let release = () => {}
    hold = new Promise((released) => (release = released))
    status = 503
    await view('/home')
    const sending = portal.deps.pageViews.flush()
    for (let at = 0; at < 1_200; at += 1) portal.deps.pageViews.note('/home')
    expect((await view('/home')).statusCode).toBe(200)
    release()
    await sending
    await portal.deps.pageViews.flush()
    heard = []

    await view('/home')
    await portal.deps.pageViews.flush()
    expect(heard).toEqual([])

    status = 202
    portal.clock.advance(61)
    await view('/login')
    await portal.deps.pageViews.flush()
    expect(JSON.stringify(bodies())).toContain('/login')
    expect(portal.logLines.filter((line) => line.includes('does not take page views'))).toHaveLength(1)
    expect(portal.logLines.join('\n')).not.toContain('mp-secret-1')
  })

  it('on the cooperative’s own network is not called [SEC-70]', async () => {
    portal.set({ pageViewReceiver: 'matomo', pageViewUrl: 'https://10.0.0.5/matomo.php', pageViewSite: '3' })
    await view('/home')
    await portal.deps.pageViews.flush()
    expect(portal.logLines.join('\n')).toContain('The address may not be called')
  })
})

describe('settings of analytics', () => {
  const settings = {
    pageViewReceiver: 'ga4',
    pageViewUrl: '',
    pageViewSite: '',
    googleAnalyticsCode: '',
    coopName: 'Prairie',
  } as const
  const env = { PUBLIC_ORIGIN: 'https://portal.example.org', GA4_API_SECRET: undefined }

  it('name no receiver on a fresh installation, and say what is missing for one', () => {
    expect(receiverOf(settings, env, '1.1')).toBeUndefined()
    expect(
      receiverOf({ ...settings, pageViewReceiver: 'none', googleAnalyticsCode: 'G-1' }, env, '1.1'),
    ).toBeUndefined()
    expect(receiverOf({ ...settings, googleAnalyticsCode: 'G-1' }, env, '1.1')).toBe('GA4_API_SECRET is not set')
    expect(receiverOf({ ...settings, pageViewReceiver: 'plausible' }, env, '1.1')).toBe('pageViewSite is empty')
    expect(receiverOf({ ...settings, pageViewReceiver: 'umami', pageViewSite: 'x' }, env, '1.1')).toBe(
      'pageViewUrl is empty',
    )
  })

  it('need no address for GA4 and Plausible', () => {
    const views = [{ path: '/home', at: new Date(0) }]
    const ga4 = receiverOf({ ...settings, googleAnalyticsCode: 'G-1' }, { ...env, GA4_API_SECRET: 's' }, '1.1')
    const plausible = receiverOf({ ...settings, pageViewReceiver: 'plausible', pageViewSite: 'x' }, env, '1.1')
    const addressOf = (one: typeof ga4) => (typeof one === 'object' ? one.requestOf(views).address : undefined)
    expect(addressOf(ga4)).toBe('https://www.google-analytics.com/mp/collect?measurement_id=G-1&api_secret=s')
    expect(addressOf(plausible)).toBe('https://plausible.io/api/event')
  })
})
