import { createHook } from 'node:async_hooks'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawExchange } from '../../testing/raw-exchange.ts'
import { startTestPortal, useTestPortal } from '../../testing/test-portal.ts'

const perAddress = 12
const proxy = '127.0.0.9'
const portal = useTestPortal({
  env: { CONNECTIONS_PER_ADDRESS: String(perAddress), TRUSTED_PROXIES: proxy },
  limits: { readMs: 1_000, checkMs: 100 },
})
let port: number
const sockets: Socket[] = []
beforeAll(async () => void (port = await portal.listen()))
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n`
const pause = async (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Opens a connection from an address of this machine, and says whether it is open. */
function open(from: string): { readonly socket: Socket; readonly isOpen: () => boolean } {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  let isOpen = true
  socket.on('error', () => (isOpen = false))
  socket.on('close', () => (isOpen = false))
  return { socket, isOpen: () => isOpen }
}

describe('a client that does not read', () => {
  it('loses its connection when an answer has waited too long [SEC-65]', async () => {
    const patient = await startTestPortal({
      limits: { readMs: 1_000, checkMs: 100, pipelinedRequests: 10_000 },
    })
    let closed = false
    patient.server.server.on('connection', (socket) => socket.on('close', () => (closed = true)))
    const socket = connect(await patient.listen(), '127.0.0.1')
    socket.on('error', () => undefined)
    // Together the answers are larger than what the operating system takes on its own.
    socket.write(get('/api/openapi.json').repeat(900))
    await expect.poll(() => closed).toBe(true)
    socket.destroy()
    await patient.close()
  })

  it('differs from one that reads slowly, which gets its whole answer [SEC-65]', async () => {
    const { socket, isOpen } = open('127.0.0.3')
    let bytes = 0
    socket.on('data', (chunk) => {
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), 25)
    })
    socket.write(get('/api/openapi.json').repeat(8))
    const whole = 8 * (await portal.inject({ url: '/api/openapi.json' })).rawPayload.length
    await expect.poll(() => bytes).toBeGreaterThan(whole)
    expect(isOpen()).toBe(true)
  })
})

describe('many connections', () => {
  it('many connections are refused from one address above the limit, and never those of another address [SEC-65]', async () => {
    const all = Array.from({ length: perAddress + 5 }, () => open('127.0.0.4'))
    const other = open('127.0.0.5')
    await pause(500)
    expect(all.filter((one) => one.isOpen())).toHaveLength(perAddress)
    expect(other.isOpen()).toBe(true)
    all.forEach((one) => one.socket.destroy())
    await pause(300)
    const again = open('127.0.0.4')
    await pause(300)
    expect(again.isOpen()).toBe(true)
  })

  it('many connections are taken from a trusted proxy, which carries the connections of all clients', async () => {
    const all = Array.from({ length: perAddress * 2 }, () => open(proxy))
    await pause(500)
    expect(all.filter((one) => one.isOpen())).toHaveLength(perAddress * 2)
  })
})

describe('requests that do not wait for their answers', () => {
  it('requests that do not wait for their answers are answered up to the limit; the next one is refused and the connection ends [SEC-65]', async () => {
    const answer = await rawExchange(port, get('/livez').repeat(6_000), { waitMs: 10_000 })
    expect(answer.closed).toBe(true)
    expect(answer.text.match(/HTTP\/1\.1 200 /gu)).toHaveLength(16)
    expect(answer.text.match(/HTTP\/1\.1 429 /gu)).toHaveLength(1)
    expect(answer.answers).toBe(17)
  })

  it('are not even parsed once the connection is refused [SEC-65]', async () => {
    let parsed = 0
    const count = () => void (parsed += 1)
    portal.server.server.on('request', count)
    await rawExchange(port, get('/livez').repeat(6_000), { waitMs: 10_000 })
    portal.server.server.off('request', count)
    expect(parsed).toBeGreaterThan(16)
    expect(parsed).toBeLessThan(100)
  })

  it('pipelined requests for large answers keep no one else waiting [SEC-65]', async () => {
    const before = portal.logLines.length
    await Promise.all(
      Array.from({ length: 5 }, async () =>
        rawExchange(port, get('/api/openapi.json').repeat(6_000), { waitMs: 10_000 }),
      ),
    )
    expect(portal.logLines.length - before).toBeLessThan(5 * 20)
  })
})

/** Counts the streams and buffers that are compressed during the work. */
async function countCompressions(work: () => Promise<void>): Promise<number> {
  let count = 0
  const hook = createHook({ init: (_id, type) => void (count += type === 'ZLIB' ? 1 : 0) }).enable()
  await work()
  hook.disable()
  return count
}

it.each(['content-length', 'chunked'])(
  'answers 413 to a %s body that is too large and takes the rest of it, so that a proxy gets the answer',
  async (framing) => {
    const body = 'x'.repeat(3_000_000)
    const [header, framed] =
      framing === 'chunked'
        ? ['Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]
        : [`Content-Length: ${body.length}`, body]
    const head = `POST /api/v3/login HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n${header}\r\n\r\n`
    const last = 'GET /livez HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n'
    const { text } = await rawExchange(port, [head, framed, last], { waitMs: 20_000 })
    expect(text.match(/HTTP\/1\.1 \d{3}/gu)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  },
)

it('says on the last request of a connection that it is the last, also when that is refused with 413', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (method: string, path: string, body?: string) =>
    new Promise<{ readonly status: number | undefined; readonly connection: string | undefined }>((resolve, reject) => {
      const headers = { host: '127.0.0.1:8080', 'content-type': 'application/json' }
      const asked = request(
        { port, host: '127.0.0.1', localAddress: '127.0.0.11', agent, method, path, headers },
        (answer) => {
          answer.resume()
          const { statusCode: status, headers: own } = answer
          answer.on('end', () => resolve({ status, connection: own.connection }))
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
  for (let n = 1; n < 1_000; n += 1) await ask('GET', '/livez')
  const last = await ask('POST', '/api/v3/login', JSON.stringify({ username: 'x'.repeat(70_000) }))
  expect(last).toEqual({ status: 413, connection: 'close' })
  expect((await ask('GET', '/livez')).status).toBe(200)
  agent.destroy()
})

it('compresses a large public answer once for all clients', async () => {
  const compressed = async (coding: string) =>
    portal.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': coding } })
  const [plain, gzip, brotli] = [await compressed('identity'), await compressed('gzip'), await compressed('gzip, br')]
  expect([plain, gzip, brotli].map((one) => one.headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
  expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect((await compressed('br;q=0, gzip')).headers['content-encoding']).toBe('gzip')
  expect(plain.headers.vary).toMatch(/accept-encoding/iu)
  for (const url of ['/api/openapi.json', '/api/reference', '/api/v3/site']) {
    await portal.inject({ url, headers: { 'accept-encoding': 'br' } })
    const compressions = await countCompressions(async () => {
      for (const coding of ['br', 'gzip', 'br', 'identity'])
        expect((await portal.inject({ url, headers: { 'accept-encoding': coding } })).statusCode).toBe(200)
    })
    expect([url, compressions]).toEqual([url, 0])
  }
})
