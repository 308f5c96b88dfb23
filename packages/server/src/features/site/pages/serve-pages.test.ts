import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../features.ts'
import { createServer } from '../../../platform/http/create-server.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { sessionCookie } from '../../sign-in/public.ts'
import { servePages } from './serve-pages.ts'

/** What a build leaves, as small as it can be. */
const built = {
  'client/index.html':
    '<!doctype html><html lang="en"><head><!--coopline:head--><!--coopline:styles--><!--/coopline:styles--></head><body><!--coopline:frame--></body></html>',
  'client/assets/main.js': 'export {}',
  'client/.vite/manifest.json': '{"index.html":{"file":"assets/main.js"}}',
  'frame/frame.js': `
    export const isPage = (path) => ['/', '/home', '/quick-pay', '/pages/login'].includes(path)
    export const framePath = (path) => (path === '/quick-pay' ? path : '/home')
    export const announcementHash = (message) => Buffer.from(JSON.stringify(message)).toString('hex')
    export const renderFrame = ({ path, announcementClosed, hasSession }) => ({ html: '<h1>' + path + '</h1>closed: ' + announcementClosed + ' session: ' + hasSession, headTags: '', css: '', preloadChunks: [] })`,
  'frame/package.json': '{"type":"module"}',
}

let portal: TestPortal
let server: FastifyInstance
const dist = mkdtempSync(join(tmpdir(), 'coopline-pages-'))

beforeAll(async () => {
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(join(dist, name, '..'), { recursive: true })
    writeFileSync(join(dist, name), text)
  }
  portal = await startTestPortal()
  const { deps, readiness } = portal
  server = await createServer({ deps, features, readiness, pages: async (one) => servePages(one, deps, dist) })
})

afterAll(async () => {
  await server.close()
  await portal.close()
  rmSync(dist, { recursive: true, force: true })
})

describe('the status', () => {
  test.each(['/', '/home', '/quick-pay', '/quick-pay?accountno=1', '/pages/login'])(
    'of the page %s is 200',
    async (url) => {
      expect((await server.inject({ url })).statusCode).toBe(200)
    },
  )

  test.each(['/no-such-page', '/quick-pay/x', '/no/such/page?x=1'])(
    'of %s, where no page is, is 404, and what comes is the page for lost visitors',
    async (url) => {
      const response = await server.inject({ url })
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.body).toContain('<h1>/home</h1>')
      expect((await server.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    },
  )
})

test('an announcement counts as closed in the language in which it was read', async () => {
  portal.set({ emergencyAnnouncementMessage: 'Storm', emergencyAnnouncementMessage_es: 'Tormenta' })
  const page = async (language: string, closed: string) => {
    const hash = Buffer.from(JSON.stringify([closed])).toString('hex')
    const cookie = `coopline_language=${language}; coopline_announcement=${hash}`
    return (await server.inject({ url: '/home', headers: { cookie } })).body
  }
  expect(await page('en', 'Storm')).toContain('closed: true')
  expect(await page('es', 'Tormenta')).toContain('closed: true')
  expect(await page('es', 'Storm')).toContain('closed: false')
})

test('a page is drawn for who sends the cookie of a session, and again for who does not', async () => {
  const page = async (cookie: string) => (await server.inject({ url: '/home', headers: { cookie } })).body
  expect(await page(`${sessionCookie}=x`)).toContain('session: true')
  expect(await page('another=x')).toContain('session: false')
  expect(await page(`${sessionCookie}=y`)).toContain('session: true')
})

describe('the referrer policy', () => {
  const kept = 'strict-origin-when-cross-origin'

  test.each([
    '/quick-pay',
    '/payment-success',
    '/payment-cancel',
    '/login',
    '/register',
    '/forgot-password',
    '/forgot-username',
    '/reset-password',
    '/external-redirect',
  ])(
    '[SEC-63] %s, with /pages before it, with a slash and a query behind it, tells no other site where its reader was',
    async (path) => {
      for (const url of [path, `${path}/`, `${path}?token=x`, `/pages${path}`, `/pages${path}?returnUrl=%2Fhome`]) {
        const { headers } = await server.inject({ url })
        expect(headers['content-type'], url).toContain('text/html')
        expect(headers['referrer-policy'], url).toBe('no-referrer')
      }
    },
  )

  test('[SEC-63] other pages, files and calls tell other sites no more than the origin', async () => {
    for (const url of ['/', '/home', '/legal-terms', '/quick-pay/x', '/assets/main.js', '/api/v3/site', '/no.txt'])
      expect((await server.inject({ url })).headers['referrer-policy'], url).toBe(kept)
  })
})
