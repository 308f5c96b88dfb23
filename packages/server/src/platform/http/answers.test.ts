import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoint } from '@coopline/contract/endpoint'
import { problemBody } from '@coopline/contract/problem-body'
import { site } from '@coopline/contract/site/site/site.contract'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import type { Feature } from './call.ts'
import { isNotModified } from './is-not-modified.ts'
import { withoutRandom } from '../../testing/without-random.ts'

const base = { auth: 'public', summary: 'x', source: 'x', answer: z.strictObject({ done: z.boolean() }) } as const
const breaks = endpoint('test.breaks', 'GET /v3/test/breaks', base)
const leaks = endpoint('test.leaks', 'GET /v3/test/leaks', base)

/** A feature with unexpected kinds of faults. */
const faulty: Feature = {
  routes: (routes) => {
    routes.on(breaks, async () => {
      throw new Error('secret-marker: relation "portal.secret" does not exist')
    })
    routes.on(leaks, async () => ({ done: true, memberSecret: 'secret-marker' }) as { done: boolean })
  },
}

const portal = useTestPortal({
  more: { features: [faulty], endpoints: [breaks, leaks] },
})
const fixtures = useEndpointFixtures(portal)

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "form-action 'self' http://127.0.0.1:8090",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'report-uri /api/v3/site/csp-reports',
  'report-to csp',
].join('; ')

const headersOfEveryAnswer = {
  'content-security-policy': policy,
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'reporting-endpoints': 'csp="/api/v3/site/csp-reports"',
}

describe('headers', () => {
  test('every answer of every endpoint, refused or not, has the same protecting headers and names no software [SEC-63, SEC-68]', async () => {
    const answers = []
    for (const fixture of fixtures)
      answers.push(
        await fixture.send(),
        await fixture.send({ query: { unknown: '1' } }),
        await fixture.send({ method: 'HEAD' }),
        await fixture.send({ headers: { host: 'evil.example' } }),
      )
    for (const { headers } of answers) {
      expect(headers).toMatchObject(headersOfEveryAnswer)
      expect(headers['permissions-policy']).toContain('camera=()')
      for (const name of ['server', 'x-powered-by', 'via', 'x-aspnet-version']) expect(headers[name]).toBeUndefined()
    }
  })

  test.each([
    ['404', { url: '/nothing/here' }, 404],
    ['404 under the API', { url: '/api/v3/nothing' }, 404],
    ['400 for a path that cannot be decoded', { url: '/api/v3/site/contents/%E0%A4%A' }, 400],
    ['414 for a path parameter that is too long', { url: `/api/v3/site/contents/${'a'.repeat(3_000)}` }, 414],
    [
      '415',
      {
        url: '/api/v3/quick-pay/verify/account/phone',
        method: 'POST',
        payload: 'x',
        headers: { 'content-type': 'text/plain' },
      },
      415,
    ],
    ['421', { url: '/api/v3/site', headers: { host: 'evil.example' } }, 421],
    ['500', { url: '/api/v3/test/breaks' }, 500],
    ['a health address', { url: '/healthz' }, 200],
    ['readiness', { url: '/readyz' }, 200],
    ['the metrics', { url: '/metrics' }, 200],
    ['the OpenAPI document', { url: '/api/openapi.json' }, 200],
  ] as const)('%s has them too [SEC-63]', async (_what, request, status) => {
    const response = await portal.inject(request)
    expect(response.statusCode, response.body).toBe(status)
    expect(response.headers).toMatchObject(headersOfEveryAnswer)
    expect(status < 400 || problemBody.safeParse(response.json()).success).toBe(true)
  })

  test('a 304 has them too [SEC-63]', async () => {
    const first = await portal.call(site.start)
    const again = await portal.call(site.start, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.headers).toMatchObject(headersOfEveryAnswer)
  })

  test('no header of any answer takes a line from what was sent [SEC-57]', async () => {
    const lines = 'x\r\nset-cookie: evil=1\r\n\r\n<script>'
    for (const fixture of fixtures)
      for (const attempt of [
        { query: { [lines]: lines } },
        { params: Object.fromEntries(Object.keys(fixture.params).map((name) => [name, lines])) },
        { headers: { 'accept-language': 'es%0d%0aset-cookie:evil=1', 'idempotency-key': 'a%0d%0aset-cookie:evil=1' } },
      ]) {
        const response = await fixture.send(attempt)
        expect(JSON.stringify(response.headers)).not.toContain('evil=1')
        expect(response.body).not.toContain('<script>')
      }
  })
})

describe('errors', () => {
  test('a fault no one expected is the documented sentence and the request id, in the language asked for [SEC-64]', async () => {
    const english = await portal.call(breaks)
    expect(english.statusCode).toBe(500)
    const body = english.json<{ detail: string; requestId: string }>()
    expect(body.detail).toBe('We are unable to process your request at this time. Please try again later.')
    const spanish = await portal.call(breaks, { headers: { 'accept-language': 'es-MX,es;q=0.9' } })
    expect(spanish.json<{ detail: string }>().detail).not.toBe(body.detail)
    expect(english.body + spanish.body).not.toMatch(/secret|relation|\.ts:|\bat \w+ \(/u)
    const logged = portal.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged.filter((line) => line['requestId'] === body.requestId && line['level'] === 50)).toHaveLength(1)
  })

  test('an answer with a field that the contract does not name is a fault of ours, not an answer [SEC-64]', async () => {
    const response = await portal.call(leaks)
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('secret-marker')
  })

  test('an address that does not exist gets one constant 404 that repeats nothing of it [SEC-64]', async () => {
    const paths = [
      '/.git/config',
      '/.git/HEAD',
      '/.env',
      '/.env.local',
      '/package.json',
      '/server.js.map',
      '/docs/',
      '/api/',
      '/api',
      '/backup.sql',
      '/admin',
      '/..%2f..%2fetc%2fpasswd',
      '/api/v3/<script>alert(1)</script>',
      '/api/v3/site/%2e%2e/%2e%2e/',
      '/demo/mailbox',
      '/calendar/x.ics',
      '/calendar/',
      '/.well-known/x',
      '//evil.example/',
      '/api/v3/quick-pay',
    ]
    const bodies = new Set<string>()
    for (const url of paths) {
      const response = await portal.inject({ url, method: 'GET' })
      expect(response.statusCode, url).toBe(404)
      bodies.add(response.body.replace(/"requestId":"[0-9a-f-]{36}"/u, ''))
    }
    expect(bodies.size).toBe(1)
    expect([...bodies].join('')).not.toMatch(/git|env|script|passwd|evil/u)
  })

  it('a method that an address does not take is refused with 405, and the answer names the others [SEC-64]', async () => {
    for (const fixture of fixtures) {
      const response = await fixture.send({ method: 'PATCH', headers: { 'content-type': 'application/json' } })
      expect(response.statusCode, fixture.endpoint.id).toBe(405)
      expect(String(response.headers['allow']).split(', '), fixture.endpoint.id).toContain(fixture.endpoint.method)
    }
  })
})

describe('public answers', () => {
  test('public answers have a strong ETag that changes with the content only', async () => {
    const first = await portal.call(site.start)
    expect(first.headers.etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/u)
    expect((await portal.call(site.start)).headers.etag).toBe(first.headers.etag)
    portal.set({ coopName: 'Another Cooperative' })
    expect((await portal.call(site.start)).headers.etag).not.toBe(first.headers.etag)
  })

  test.each([
    ['itself', (etag: string) => etag, 304],
    ['its weak form', (etag: string) => `W/${etag}`, 304],
    ['a list that has it', (etag: string) => `"a", W/"b",${etag}`, 304],
    ['anything', () => '*', 304],
    ['another', () => '"another"', 200],
    ['nothing', () => '', 200],
    ['without quotes', (etag: string) => etag.replaceAll('"', ''), 200],
    ['itself within another', (etag: string) => `"x${etag.slice(1)}`, 200],
  ])('If-None-Match with %s', async (_what, header, status) => {
    const etag = String((await portal.call(site.start)).headers.etag)
    const response = await portal.call(site.start, { headers: { 'if-none-match': header(etag) } })
    expect(response.statusCode).toBe(status)
    expect(response.headers.etag).toBe(etag)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.body === '').toBe(status === 304)
  })

  test('an ETag is compared as a whole', () => {
    expect(isNotModified('"abc"', '"ab"')).toBe(false)
    expect(isNotModified(undefined, '"ab"')).toBe(false)
    expect(isNotModified('W/ "ab"', '"ab"')).toBe(false)
  })

  test('public answers are compressed for who takes it, and the same when unpacked', async () => {
    const plain = await portal.call(site.start)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await portal.call(site.start, { headers: { 'accept-encoding': coding } })
      expect(packed.headers['content-encoding']).toBe(coding)
      expect(String(packed.headers.vary)).toContain('accept-encoding')
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    }
    const both = await portal.call(site.start, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(both.headers['content-encoding']).toBe('br')
  })

  test('HEAD has the headers of GET and no body', async () => {
    for (const fixture of fixtures.filter((one) => one.endpoint.method === 'GET')) {
      const [get, head] = [await fixture.send(), await fixture.send({ method: 'HEAD' })]
      expect(head.statusCode, fixture.endpoint.id).toBe(200)
      expect(head.body).toBe('')
      // What staff see of a member includes that they looked, so the second answer is longer.
      const ofContent = fixture.endpoint.id === 'memberSupport.view' ? [] : ['content-length', 'etag']
      for (const name of ['content-type', 'cache-control', ...ofContent])
        expect(head.headers[name], `${fixture.endpoint.id} ${name}`).toBe(get.headers[name])
    }
  })
})

describe('reports of the content security policy', () => {
  const report = async (payload: string, type = 'application/csp-report') =>
    portal.inject({ method: 'POST', url: '/api/v3/site/csp-reports', headers: { 'content-type': type }, payload })
  const lines = () => portal.logLines.filter((line) => line.includes('Content security policy report'))

  test('reports of the content security policy are logged as a directive and an origin, 30 a minute, and nothing else of them [SEC-63]', async () => {
    const one = {
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/x?member=10001',
        'document-uri': 'https://us/?phone=4821',
      },
    }
    for (let sent = 0; sent < 100; sent += 1) expect((await report(JSON.stringify(one))).statusCode).toBe(204)
    expect(lines().length).toBeGreaterThan(0)
    expect(lines().length).toBeLessThanOrEqual(60)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
    })
    expect(withoutRandom(lines().join(''))).not.toMatch(/member|4821|10001/u)
  })

  test('reports of the content security policy of other kinds or sizes, or with made-up directives, do no harm', async () => {
    expect((await report('x'.repeat(8_193))).statusCode).toBe(413)
    expect((await report('{}', 'text/plain')).statusCode).toBe(415)
    expect(
      (
        await report(
          '[{"body":{"effectiveDirective":"img-src\\n forged","blockedURL":"inline"}}]',
          'application/reports+json',
        )
      ).statusCode,
    ).toBe(204)
    expect(lines().join('')).not.toContain('forged')
  })
})

test('the style and the script of the reference are allowed by their hashes, not for being inline', async () => {
  const page = await portal.inject({ url: '/api/reference' })
  expect(page.statusCode).toBe(200)
  const [, style = ''] = /<style>([\s\S]*)<\/style>/u.exec(page.body) ?? []
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/u.exec(page.body) ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash(style)}'`)
  expect(page.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash(script)}'`)
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.body).not.toMatch(/\son[a-z]+=|\sstyle=/iu)
})
