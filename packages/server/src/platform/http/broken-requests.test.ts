import { connect } from 'node:net'
import { problemBody } from '@coopline/contract/problem-body'
import { serviceApplications } from '@coopline/contract/service/service-applications/service-applications.contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { rawExchange } from '../../testing/raw-exchange.ts'
import { startTestPortal, useTestPortal } from '../../testing/test-portal.ts'
import { usualLimits } from './create-server.ts'

const portal = useTestPortal({
  limits: { headersMs: 300, requestMs: 600, bodyBytesPerSecond: 10_000, longestRequestMs: 2_500, checkMs: 50 },
  env: { CONNECTIONS_PER_ADDRESS: '1000' },
})
let port: number
beforeAll(async () => void (port = await portal.listen()))

const host = 'Host: 127.0.0.1:8080'
const verify = '/api/v3/quick-pay/verify/account/phone'
const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`
const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))

describe('requests that two readers could read differently', () => {
  const post = [`POST ${verify} HTTP/1.1`, host, 'ApplicationId: Web', 'Content-Type: application/json']
  test.each([
    [
      'a length and a transfer encoding',
      `${lines(...post, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    ['two lengths that differ', `${lines(...post, 'Content-Length: 2', 'Content-Length: 3')}{} `],
    ['two lengths in one', `${lines(...post, 'Content-Length: 2, 2')}{}`],
    ['a length with a sign', `${lines(...post, 'Content-Length: +2')}{}`],
    ['a length that is no number', `${lines(...post, 'Content-Length: 0x2')}{}`],
    ['a transfer encoding that is not known', `${lines(...post, 'Transfer-Encoding: xchunked')}0\r\n\r\n`],
    ['chunked twice', `${lines(...post, 'Transfer-Encoding: chunked, chunked')}0\r\n\r\n`],
    ['chunked before something else', `${lines(...post, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`],
    ['a space before the colon', lines('GET /healthz HTTP/1.1', host, 'Content-Length : 0')],
    ['a line folded into the next', lines('GET /healthz HTTP/1.1', host, 'X-A: 1', ' Content-Length: 5')],
    ['a chunk size that is no number', `${lines(...post, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`],
    ['line feeds alone', `GET /healthz HTTP/1.1\n${host}\n\n`],
    ['a carriage return alone within a header', `GET /healthz HTTP/1.1\r\n${host}\r\nX-A: 1\rX-B: 2\r\n\r\n`],
    ['a NUL within a header', lines('GET /healthz HTTP/1.1', host, 'X-A: a\0b')],
    ['no Host', lines('GET /api/v3/site HTTP/1.1', 'X-A: 1')],
    ['a method that does not exist', lines('JUMP /healthz HTTP/1.1', host)],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00'],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('%s: one 400, and the connection is ended [SEC-67]', async (_what, request) => {
    const answer = await rawExchange(port, request)
    expect([answer.status, answer.answers, answer.closed], answer.text).toEqual([400, 1, true])
  })

  test('a request that follows a broken one in the same connection is not answered [SEC-67]', async () => {
    const smuggled = lines('GET /livez HTTP/1.1', host)
    const broken = `${lines(...post, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`
    expect((await rawExchange(port, broken)).answers).toBe(1)
  })

  test('two whole requests one after the other are both answered', async () => {
    const two = lines('GET /livez HTTP/1.1', host) + lines('GET /livez HTTP/1.1', host, 'Connection: close')
    expect(await rawExchange(port, two)).toMatchObject({ status: 200, answers: 2 })
  })

  test('headers of 9 kB are refused with 431 [SEC-67]', async () => {
    const answer = await rawExchange(port, lines('GET /livez HTTP/1.1', host, `X-A: ${'a'.repeat(9_000)}`))
    expect([answer.status, answer.closed]).toEqual([431, true])
    expect((await rawExchange(port, lines(`GET /livez?${'a'.repeat(9_000)} HTTP/1.1`, host))).status).toBe(431)
  })

  test('the refusal has the one error shape and the headers of every answer, and repeats nothing [SEC-63]', async () => {
    const answer = await rawExchange(port, lines('GET /healthz HTTP/1.1', host, 'evil-marker : 1'))
    expect(problemBody.safeParse(bodyOf(answer.text)).error).toBeUndefined()
    expect(answer.text).toMatch(/content-type: application\/problem\+json/u)
    expect(answer.text).toMatch(/strict-transport-security: max-age=63072000; includeSubDomains/u)
    expect(answer.text).toMatch(/content-security-policy: default-src 'none'/u)
    expect(answer.text).toMatch(/cache-control: no-store/u)
    expect(answer.text + portal.logLines.join('')).not.toContain('evil-marker')
  })
})

describe('requests that are meant for another host', () => {
  test.each([
    ['a foreign Host', 'GET /api/v3/site HTTP/1.1', 'Host: evil.example'],
    ['our name with more behind it', 'GET /api/v3/site HTTP/1.1', 'Host: 127.0.0.1.evil.example'],
    ['a foreign address in the request line', 'GET http://evil.example/api/v3/site HTTP/1.1', host],
    [
      'our address in the request line, a foreign Host',
      'GET http://127.0.0.1:8080/api/v3/site HTTP/1.1',
      'Host: evil.example',
    ],
    ['credentials in the address', 'GET http://evil.example@127.0.0.1/api/v3/site HTTP/1.1', host],
    ['a path of the page kind', 'GET /home HTTP/1.1', 'Host: evil.example'],
    ['a health address written out with a foreign host', 'GET http://evil.example/healthz HTTP/1.1', host],
  ])('%s: 421 [SEC-67]', async (_what, line, hostLine) => {
    const answer = await rawExchange(port, lines(line, hostLine, 'Connection: close'))
    expect(answer.status, answer.text).toBe(421)
    expect(problemBody.safeParse(bodyOf(answer.text)).error).toBeUndefined()
  })

  test('two Host headers: 400 [SEC-67]', async () => {
    const answer = await rawExchange(
      port,
      lines('GET /api/v3/site HTTP/1.1', host, 'Host: evil.example', 'Connection: close'),
    )
    expect(answer.status, answer.text).toBe(400)
  })

  test.each(['/healthz', '/livez', '/readyz', '/metrics'])('%s answers under any host name', async (path) => {
    const answer = await rawExchange(port, lines(`GET ${path} HTTP/1.1`, 'Host: 10.1.2.3:9999', 'Connection: close'))
    expect(answer.status, answer.text).toBe(200)
  })

  test('our address written out in the request line is served', async () => {
    const answer = await rawExchange(
      port,
      lines('GET http://localhost:8080/api/v3/site/maintenance HTTP/1.1', 'Host: localhost:8080', 'Connection: close'),
    )
    expect(answer.status, answer.text).toBe(200)
  })
})

describe('methods', () => {
  test.each(['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND'])(
    'refuses %s with 405 and the methods that there are, and repeats nothing [SEC-64]',
    async (method) => {
      const request = lines(
        `${method} /api/v3/site HTTP/1.1`,
        host,
        'X-Secret: evil-marker',
        'Content-Length: 0',
        'Connection: close',
      )
      const answer = await rawExchange(port, request)
      expect(answer.status, answer.text).toBe(405)
      expect(answer.text).toMatch(/^allow: GET, HEAD\r$/imu)
      expect(answer.text).not.toContain('evil-marker')
    },
  )

  test('CONNECT and upgrades open no tunnel [SEC-64]', async () => {
    expect(
      (await rawExchange(port, lines('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example'))).text,
    ).not.toContain('200')
    const upgrade = lines('GET /livez HTTP/1.1', host, 'Connection: Upgrade, close', 'Upgrade: websocket')
    expect((await rawExchange(port, upgrade)).text).not.toContain(' 101 ')
  })
})

describe('slow senders', () => {
  test('headers that trickle in are cut off when their time is over [SEC-65]', async () => {
    const pieces = [
      'GET /livez HTTP/1.1\r\n',
      `${host}\r\n`,
      ...Array.from({ length: 60 }, (_none, n) => `X-${n}: 1\r\n`),
    ]
    const answer = await rawExchange(port, pieces, { waitMs: 5_000, pauseMs: 50 })
    expect([answer.status, answer.closed]).toEqual([408, true])
  })

  test('a body that trickles in is cut off when its time is over [SEC-65]', async () => {
    const head = lines(
      `POST ${verify} HTTP/1.1`,
      host,
      'ApplicationId: Web',
      'Content-Type: application/json',
      'Content-Length: 1000',
    )
    const answer = await rawExchange(port, [head, ...Array.from({ length: 100 }, () => ' ')], {
      waitMs: 2_000,
      pauseMs: 50,
    })
    expect([answer.status, answer.closed]).toEqual([408, true])
  })

  describe('a body on a slow line', () => {
    const send = async (pieces: number) => {
      const piece = ' '.repeat(2_000)
      const length = `Content-Length: ${pieces * piece.length}`
      const fields = ['ApplicationId: Web', 'Content-Type: application/json', length, 'Connection: close']
      const head = lines(`POST ${verify} HTTP/1.1`, host, ...fields)
      return rawExchange(port, [head, ...Array.from({ length: pieces }, () => piece)], { waitMs: 8_000, pauseMs: 100 })
    }

    test('is read to its end while it keeps arriving, longer than a request may take otherwise', async () => {
      const started = performance.now()
      expect((await send(14)).status).toBe(400)
      expect(performance.now() - started).toBeGreaterThan(1_200)
    })

    test('is cut off after the longest time, however fast it arrives [SEC-65]', async () => {
      const answer = await send(32)
      expect([answer.status, answer.closed]).toEqual([408, true])
    })
  })

  test('a body that no one reads, because its caller is unknown, does not hold the connection [SEC-65]', async () => {
    const head = lines(
      'POST /api/v3/service-applications/documents HTTP/1.1',
      host,
      'ApplicationId: Web',
      'Content-Type: application/json',
      'Content-Length: 1000',
    )
    const answer = await rawExchange(port, [head, ...Array.from({ length: 40 }, () => ' ')], {
      waitMs: 2_000,
      pauseMs: 50,
    })
    expect([answer.status, answer.answers, answer.closed]).toEqual([403, 1, true])
  })

  test('200 connections that send half a request are all closed, and the server answers all the while [SEC-65]', async () => {
    const half = Array.from({ length: 200 }, async () =>
      rawExchange(port, 'GET /livez HTTP/1.1\r\nX-A: ', { waitMs: 8_000 }),
    )
    const answers = Array.from({ length: 5 }, async () =>
      rawExchange(port, lines('GET /livez HTTP/1.1', host, 'Connection: close'), { waitMs: 4_000 }),
    )
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect((await Promise.all(half)).filter((answer) => !answer.closed)).toEqual([])
  })

  test('the usual limits are 10 s for headers, 15 s for a body, 8 kB of headers and 64 kB of body', async () => {
    const usual = await startTestPortal()
    expect(usualLimits).toMatchObject({ headersMs: 10_000, requestMs: 15_000, headerBytes: 8_192 })
    expect(usual.server.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 300_000,
      timeout: 20_000,
      keepAliveTimeout: 5_000,
    })
    expect(usual.server.initialConfig.bodyLimit).toBe(65_536)
    await usual.close()
  })

  test('a document of 5 MB arrives in time over a line with 256 kbit/s', () => {
    const { maxBodyBytes = 0 } = serviceApplications.attach
    expect(maxBodyBytes).toBeGreaterThan(6_000_000)
    const bytesPerSecond = 256_000 / 8
    const seconds = maxBodyBytes / bytesPerSecond
    expect(usualLimits.bodyBytesPerSecond).toBeLessThan(bytesPerSecond)
    expect(usualLimits.longestRequestMs).toBeGreaterThan(1.3 * seconds * 1_000)
  })
})

describe('an upload that the client aborts', () => {
  test.each(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
    'is not taken for a lost database and writes no warning (%s)',
    async (length) => {
      const before = portal.logLines.length
      const socket = connect(port, '127.0.0.1')
      const head = lines(
        `POST ${verify} HTTP/1.1`,
        host,
        'ApplicationId: Web',
        'Content-Type: application/json',
        length,
      )
      socket.write(`${head}3e8\r\n{`)
      await new Promise((done) => setTimeout(done, 150))
      socket.resetAndDestroy()
      await new Promise((done) => setTimeout(done, 500))
      expect(portal.logLines.slice(before).filter((line) => /"level":(?:40|50|60)|database/u.test(line))).toEqual([])
    },
  )
})
