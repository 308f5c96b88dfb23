import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { apiPrefix } from '@coopline/contract/paths'
import { serviceApplications } from '@coopline/contract/service/service-applications/service-applications.contract'
import { site } from '@coopline/contract/site/site/site.contract'
import { maxDocumentBytes } from '@coopline/rules/service/service-applications/check-document'
import { freePort } from '@coopline/testing/free-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApplication } from '../../features/service/service-applications/service-applications.fixtures.ts'
import {
  type ExampleProxy,
  isInstalled,
  proxyHost,
  proxyKinds,
  startExampleProxy,
} from '../../testing/example-proxy.ts'
import { aPdf } from '../../testing/pdfs.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import type { Feature } from './call.ts'

const installed = proxyKinds.filter(isInstalled)
for (const kind of proxyKinds)
  if (!installed.includes(kind))
    process.stdout.write(`NOTICE: ${kind} is not installed: its example in deploy/proxy is not run\n`)

const callsPerAddress = 25
const metricsToken = 'a-token-for-metrics'

/** Lets a streamed file continue. */
let goOn = () => {}
const streamed: Feature = {
  routes: () => undefined,
  pages: (_deps, server) =>
    void server.get('/streamed.csv', async (_request, reply) => {
      const waiting = new Promise<void>((done) => (goOn = done))
      const pieces = async function* () {
        yield 'first\n'
        await waiting
        yield 'last\n'
      }
      return reply.type('text/csv').send(Readable.from(pieces()))
    }),
}

const portal = useTestPortal({
  env: {
    PUBLIC_ORIGIN: `https://${proxyHost}`,
    TRUSTED_PROXIES: '127.0.0.1',
    REQUESTS_PER_5_MINUTES: String(callsPerAddress),
    METRICS_TOKEN: metricsToken,
  },
  settings: { ApplicationForService: true },
  more: { features: [streamed], endpoints: [] },
})
let port: number
beforeAll(async () => void (port = await portal.listen()))

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Address of this machine that the client has. */
  readonly from?: string
}

// Where no proxy is installed, the tests are skipped: a file without any would fail.
const canRun = installed.length > 0
describe.skipIf(!canRun).each(canRun ? installed : proxyKinds)('%s with its example configuration', (kind) => {
  let proxy: ExampleProxy
  beforeAll(async () => void (proxy = await startExampleProxy(kind, port)))
  afterAll(async () => proxy.stop())

  /** Opens an answer. Its body is not read yet. */
  const open = async (to: ExampleProxy, path: string, sent: Sent = {}, scheme: 'http' | 'https' = 'https') =>
    new Promise<IncomingMessage>((done, fail) => {
      const { method = 'GET', headers = {}, body, from = '127.0.0.9' } = sent
      const common = { host: '127.0.0.1', localAddress: from, path, method, agent: false } as const
      const more = { ...common, headers: { host: proxyHost, ...headers } }
      const call =
        scheme === 'http'
          ? requestPlain({ ...more, port: to.plain })
          : requestEncrypted({ ...more, port: to.encrypted, ca: to.certificate, servername: proxyHost })
      call.once('response', done).once('error', fail)
      // A body that is shorter than announced is never ended.
      if (Number(headers['content-length'] ?? 0) > (body ?? '').length) call.write(body)
      else call.end(body)
    })
  const ask = async (...words: Parameters<typeof open>) => {
    const answer = await open(...words)
    return { status: answer.statusCode, headers: answer.headers, raw: answer.rawHeaders, body: await text(answer) }
  }
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(proxy, apiPrefix + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', applicationid: 'Web', origin: `https://${proxyHost}`, ...headers },
      body: JSON.stringify(body),
    })

  it('forwards calls, with each security header of the portal once', async () => {
    const answer = await ask(proxy, apiPrefix + site.start.path)
    expect(answer.status, answer.body).toBe(200)
    const names = answer.raw.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
    for (const name of ['strict-transport-security', 'content-security-policy', 'x-content-type-options'])
      expect(names.filter((one) => one === name)).toEqual([name])
  })

  it('lets the portal count calls by the address of the client, not by one that the client claims', async () => {
    const path = apiPrefix + site.start.path
    const statuses: unknown[] = []
    const from = kind === 'nginx' ? '127.0.1.1' : '127.0.2.1'
    for (let call = 0; call <= callsPerAddress; call++)
      statuses.push((await ask(proxy, path, { from, headers: { 'x-forwarded-for': `203.0.113.${call}` } })).status)
    expect(statuses).toEqual([...Array.from({ length: callsPerAddress }, () => 200), 429])
    expect((await ask(proxy, path, { from: from.replace(/1$/u, '2') })).status).toBe(200)
  })

  it('takes the largest document that the portal takes', async () => {
    const saved = await post(serviceApplications.save.path, { token: null, application: anApplication() })
    const { token } = JSON.parse(saved.body) as { token: string }
    const around = aPdf({ text: 'x'.repeat(maxDocumentBytes) }).length - maxDocumentBytes
    const content = aPdf({ text: 'x'.repeat(maxDocumentBytes - around) })
    expect(content).toHaveLength(maxDocumentBytes)
    const body = { name: 'lease.pdf', contentBase64: Buffer.from(content).toString('base64') }
    const answer = await post(serviceApplications.attach.path, body, { authorization: `Bearer ${token}` })
    expect([answer.status, answer.body.slice(0, 300)]).toEqual([200, expect.stringContaining('lease.pdf')])
  })

  it.each([
    ['100 kB', 100_000],
    ['7.5 MB', 7_500_000],
  ])('answers 413 to a call of %s, where the portal takes 64 kB', async (_size, bytes) => {
    for (let call = 0; call < 3; call++) {
      const { status } = await post(serviceApplications.save.path, { token: 'x'.repeat(bytes) })
      expect(status).toBe(413)
    }
  })

  // Over HTTP/1.1 a client that is still sending may lose the answer with the connection, so this one waits for it.
  it('answers 413 to a call of 20 MB once it is announced', async () => {
    for (let call = 0; call < 3; call++) {
      const { status } = await post(
        serviceApplications.save.path,
        { token: 'x'.repeat(100_000) },
        { 'content-length': '20000000' },
      )
      expect(status).toBe(413)
    }
  })

  it('passes a streamed file on while the portal writes it', async () => {
    const answer = await open(proxy, '/streamed.csv', { headers: { 'accept-encoding': 'identity' } })
    let received = ''
    answer.on('data', (chunk: Buffer) => (received += chunk.toString()))
    await expect.poll(() => received).toBe('first\n')
    goOn()
    await expect.poll(() => received).toBe('first\nlast\n')
  })

  it('redirects pages to https, and refuses programs that come without it [SEC-68]', async () => {
    const page = await ask(proxy, '/sign-in?x=1', {}, 'http')
    expect([page.status, page.headers.location]).toEqual([301, `https://${proxyHost}/sign-in?x=1`])
    for (const path of ['/api/v3/site', '/oauth/token', '/calendar/secret.ics', '/unsubscribe'])
      expect((await ask(proxy, path, {}, 'http')).status, path).toBe(403)
  })

  it('hides the metrics, also from those who have the token', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    expect((await portal.inject({ url: '/metrics', headers: { host: proxyHost, ...headers } })).body).toContain(
      'coopline_',
    )
    for (const path of ['/metrics', '/metrics/', '//metrics', '/metrics?x=1'])
      expect((await ask(proxy, path, { headers })).status, path).toBe(404)
  })

  it('logs the first part of an address alone, both for a response and while the portal is down [SEC-69]', async () => {
    const away = await startExampleProxy(kind, await freePort())
    const addresses = [
      '/calendar/a-secret.ics',
      `${apiPrefix}/accounts/a-secret/bills?accountNumber=a-secret`,
      '/quick-pay?accountno=a-secret',
      '/oauth/authorize?state=a-secret',
    ]
    const headers = { referer: `https://${proxyHost}/quick-pay?accountno=a-secret` }
    try {
      for (const one of [proxy, away])
        for (const address of addresses) {
          await ask(one, address, { headers })
          await ask(one, address, { headers }, 'http')
        }
      // Caddy checks whether the portal is there.
      expect((await ask(away, '/an-ordinary-page?a-secret')).status).toBe(kind === 'caddy' ? 503 : 502)
      await expect.poll(() => away.log()).toContain('an-ordinary-page')
      expect(away.log()).toContain('/api')
      expect(`${proxy.log()}${away.log()}`).not.toContain('a-secret')
    } finally {
      await away.stop()
    }
  })
})
