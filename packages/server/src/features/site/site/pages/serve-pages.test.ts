import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { loadFeatures } from '../../../../features.ts'
import { createServer } from '../../../../platform/http/create-server.ts'
import { rawExchange } from '../../../../testing/raw-exchange.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { sessionCookie } from '../../../identity/sign-in/public.ts'
import { servePages } from './serve-pages.ts'

/** The files of the smallest possible build. */
const built = {
  'client/index.html':
    '<!doctype html><html lang="en"><head><!--coopline:head--><!--coopline:styles--><!--/coopline:styles--><script type="module" src="/assets/main.js"></script></head><body><!--coopline:frame--></body></html>',
  'client/assets/main.js': 'export {}',
  'client/.vite/manifest.json': '{"index.html":{"file":"assets/main.js"},"page":{"file":"assets/page.js"}}',
  'frame/frame.js': `
    const known = ['/', '/home', '/legal-terms', '/quick-pay', '/pages/login', '/login', '/unsubscribe']
    export const pageAddress = (path) => known.find((one) => one === path.toLowerCase().replace(/[.)]+$/, '')) ?? null
    export const withoutLinkPunctuation = (query) => query.replace(/(?<=[?&]otc=[a-z]*)[).]+$/, '')
    export const allowsSiteScripts = (path) => ['/', '/home'].includes(path)
    export const isSecretPage = (path) => !['/', '/home', '/legal-terms'].includes(path)
    export const framePath = (path) => (path === '/quick-pay' ? path : '/home')
    export const announcementHash = (message) => Buffer.from(JSON.stringify(message)).toString('hex')
    export const offlinePages = ['/home']
    export const offlineChunks = ['page']
    export const renderFrame = ({ path, announcementClosed, hasSession }) => ({ html: '<h1>' + path + '</h1>closed: ' + announcementClosed + ' session: ' + hasSession, headTags: '<!--start-->', siteStyle: '<!--site-style-->', css: '', preloadChunks: ['page'], startsReads: hasSession })`,
  'early/early.js': 'early()\n',
  'worker/worker.js': 'worker()\n',
  'frame/package.json': '{"type":"module"}',
}

const portal = useTestPortal()
let server: FastifyInstance
const dist = mkdtempSync(join(tmpdir(), 'coopline-pages-'))

beforeAll(async () => {
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(join(dist, name, '..'), { recursive: true })
    writeFileSync(join(dist, name), text)
  }
  const { deps, readiness } = portal
  const features = await loadFeatures()
  server = await createServer({ deps, features, readiness, pages: async (one) => servePages(deps, one, dist) })
})

afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true, force: true })
})

describe('the status', () => {
  test.each(['/', '/home', '/quick-pay', '/quick-pay?accountno=1', '/pages/login'])(
    'the page %s answers 200',
    async (url) => {
      expect((await server.inject({ url })).statusCode).toBe(200)
    },
  )

  test.each(['/no-such-page', '/quick-pay/x', '/no/such/page?x=1'])(
    '%s, where no page is, answers 404 with the page for lost visitors',
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

describe('a path that is not an address of the portal', () => {
  it('leads to the page that it means, with its query', async () => {
    for (const [url, address] of [
      ['/HOME', '/home'],
      ['/Login?returnUrl=%2Fhome', '/login?returnUrl=%2Fhome'],
      ['/login.', '/login'],
      ['/home)', '/home'],
      ['/home%29.?x=1', '/home?x=1'],
      ['/login?otc=abc).', '/login?otc=abc'],
      ['/HOME?otc=abc.', '/home?otc=abc'],
    ]) {
      const response = await server.inject({ url: url ?? '', headers: { accept: 'text/html' } })
      expect([response.statusCode, response.headers.location], url).toEqual([302, address])
    }
  })

  it('gets a page with status 404 in a browser and a problem elsewhere when it means none', async () => {
    for (const url of ['/No/Such/Page', '/wp-login.php', '/no.txt', '/%F0%9F', '/login%', '/%?x=%']) {
      const page = await server.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
      expect([page.statusCode, page.headers['content-type']], url).toEqual([404, 'text/html; charset=utf-8'])
      const problem = await server.inject({ url, headers: { accept: '*/*' } })
      expect([problem.statusCode, problem.json<{ status: number }>().status], url).toEqual([404, 404])
    }
    const call = await server.inject({ url: '/api/no-such-call', headers: { accept: 'text/html' } })
    expect([call.statusCode, call.json<{ status: number }>().status]).toEqual([404, 404])
  })
})

it('writes the security policy by the decision of the pages, for the path of the request', async () => {
  portal.set({ googleAnalyticsCode: 'G-1', tagManagerUrl: 'https://tags.example.org/gtag/js' })
  const policy = async (url: string) =>
    String((await server.inject({ url, headers: { accept: 'text/html' } })).headers['content-security-policy'])
  for (const url of ['/', '/home', '/home?x=1']) expect(await policy(url), url).toContain('tags.example.org')
  for (const url of ['/legal-terms', '/quick-pay', '/pages/login', '/login/', '/no-such-page'])
    expect(await policy(url), url).not.toContain('tags.example.org')
})

describe('a range of a file', () => {
  const ask = async (range: string) => server.inject({ url: '/assets/main.js', headers: { range } })

  it('a range of a file is answered with that part when there is one', async () => {
    const part = await ask('bytes=0-5')
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'export', 'bytes 0-5/9'])
  })

  it('a range of a file that cannot be satisfied is a mistake of the client: no server error, no error line', async () => {
    await portal.reset()
    for (const range of [
      'bytes=9999999-',
      'bytes=5-2',
      'abc',
      'bytes=abc',
      'bytes=-0',
      'bytes=--1',
      '5-2',
      'bytes=1-2,99-',
    ]) {
      const answer = await ask(range)
      expect([200, 206, 416], `${range}: ${answer.statusCode}`).toContain(answer.statusCode)
    }
    const beyond = await ask('bytes=9999999-')
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */9'])
    expect(portal.logLines.filter((line) => /"level":(?:50|60)/u.test(line))).toEqual([])
    const metrics = (await server.inject({ url: '/metrics' })).body
    expect(metrics).not.toMatch(/coopline_server_errors_total\{.*\} [1-9]/u)
  })
})

describe('an address written out in the request line', () => {
  it('asks for the page when it is our own, in every way of writing it', async () => {
    await server.listen({ host: '127.0.0.1', port: 0 })
    const address = server.addresses()[0]
    const port = typeof address === 'object' ? address.port : 0
    for (const target of ['http://127.0.0.1:8080/home', 'HTTP://127.0.0.1:8080/home?x=1', 'http://127.0.0.1:8080']) {
      const request = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n`
      expect((await rawExchange(port, request)).status, target).toBe(200)
    }
    const foreign = 'GET http://evil.example/home HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n'
    expect((await rawExchange(port, foreign)).status).toBe(421)
  })
})

describe('a method that an address does not take', () => {
  it('a method that an address does not take is refused with 405 and the methods that it takes; where nothing is, with 404 [SEC-64]', async () => {
    for (const [method, url, allow] of [
      ['POST', '/home', 'GET, HEAD'],
      ['DELETE', '/HOME?x=1', 'GET, HEAD'],
      ['PUT', '/assets/main.js', 'GET, HEAD'],
      ['POST', '/api/v3/site', 'GET, HEAD'],
      ['GET', '/api/v3/quick-pay/verify/account/phone', 'POST'],
      ['PUT', '/api/v3/site/contents/legalContent', 'GET, HEAD'],
      ['PUT', '/unsubscribe', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await server.inject({ method, url, headers: { 'content-type': 'text/plain' }, payload: 'x' })
      expect([answer.statusCode, answer.headers['allow']], `${method} ${url}`).toEqual([405, allow])
    }
    for (const url of ['/no-such-page', '/api/v3/no-such-call', '/assets/no.js']) {
      const answer = await server.inject({ method: 'POST', url })
      expect([answer.statusCode, answer.headers['allow']], url).toEqual([404, undefined])
    }
  })
})

describe('the service worker of the outage pages', () => {
  const shellIn = (script: string): unknown =>
    JSON.parse(/^self\.cooplineShell=(.*);\nworker\(\)\n$/u.exec(script)?.[1] ?? '')

  it('keeps the offline pages and the files that they need, and is revalidated each time', async () => {
    portal.set({ offlineOutages: true })
    const { statusCode, headers, body } = await server.inject({ url: '/sw.js' })
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ])
    expect(headers['content-security-policy']).toContain("worker-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(shellIn(body)).toEqual({
      version: expect.stringMatching(/^[\w-]{16}$/u),
      pages: ['/home'],
      files: ['/assets/main.js', '/assets/page.js'],
    })
    expect((await server.inject({ url: '/home' })).headers['content-security-policy']).toContain(
      'trusted-types coopline-documents coopline-worker;',
    )
  })

  it('removes itself when the setting is off, and no page may register one', async () => {
    portal.set({ offlineOutages: false })
    expect(shellIn((await server.inject({ url: '/sw.js' })).body)).toBeNull()
    expect((await server.inject({ url: '/home' })).headers['content-security-policy']).toContain(
      'trusted-types coopline-documents;',
    )
  })
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

test('the security policy names the inline script of the page by its hash, and allows no other', async () => {
  const { body, headers } = await server.inject({ url: '/home' })
  const [, script = ''] = /<script>(.*?)<\/script>/u.exec(body) ?? []
  expect(script).toBe('early()')
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).not.toContain('unsafe')
})

it('runs the early script in the head, with the preloads in a template before it when the page starts reads', async () => {
  const page = async (cookie: string) => (await server.inject({ url: '/home', headers: { cookie } })).body
  const preload = '<link rel="modulepreload" crossorigin href="/assets/page.js">'
  const withReads = await page(`${sessionCookie}=x`)
  expect(withReads).toContain(
    `<head><!--start--><template id="coopline-preloads">${preload}</template><script>early()</script><!--site-style-->`,
  )
  expect(withReads.split('modulepreload')).toHaveLength(2)
  const withoutReads = await page('another=x')
  expect(withoutReads).toContain('<head><!--start--><script>early()</script><!--site-style-->')
  expect(withoutReads).toContain(`${preload}<script type="module"`)
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
    '%s, with /pages before it, with a slash and a query behind it, tells no other site where its reader was [SEC-63]',
    async (path) => {
      for (const url of [path, `${path}/`, `${path}?token=x`, `/pages${path}`, `/pages${path}?returnUrl=%2Fhome`]) {
        const { headers } = await server.inject({ url })
        expect(headers['content-type'], url).toContain('text/html')
        expect(headers['referrer-policy'], url).toBe('no-referrer')
      }
    },
  )

  test('other pages, files and calls reveal no more than the origin to other sites [SEC-63]', async () => {
    for (const url of ['/', '/home', '/legal-terms', '/assets/main.js', '/api/v3/site', '/no.txt'])
      expect((await server.inject({ url })).headers['referrer-policy'], url).toBe(kept)
  })
})
