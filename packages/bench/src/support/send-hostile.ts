import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isHostileKind, type HostileKind } from './hostile-kinds.ts'

/**
 * Abuses a server for some seconds, in its own process: `send-hostile.ts ORIGIN KIND SECONDS`. The clients have
 * addresses 127.0.1.1 and up, so that the limits for each address apply.
 */
const [origin = '', kind = '', seconds = ''] = process.argv.slice(2)
const { hostname, port } = new URL(origin)
const until = performance.now() + Number(seconds) * 1000
const isOver = () => performance.now() >= until

const addresses = 24
const connectionsPerAddress = 8

const host = `Host: ${hostname}:${port}`
const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`
const get = (path: string, ...headers: readonly string[]) => lines(`GET ${path} HTTP/1.1`, host, ...headers)
const large = '/api/openapi.json'
const upload = (...more: readonly string[]) =>
  lines(
    'POST /api/v3/quick-pay/verify/account/phone HTTP/1.1',
    host,
    'ApplicationId: Web',
    'Content-Type: application/json',
    ...more,
  )

/** Requests that two readers could read differently, or not at all. */
const malformed: readonly string[] = [
  get(large, 'Range: bytes=9999999-'),
  get(large, 'Range: bytes=abc'),
  get(large, 'Range: bytes=5-2'),
  get(large, `Range: bytes=${'0-1,'.repeat(1_000)}0-1`),
  get('/livez', 'X-A : 1'),
  get('/livez', `X-A: ${'a'.repeat(9_000)}`),
  get(`/${'%2e%2e/'.repeat(500)}`),
  `${upload('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  `${upload('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
  `${upload('Content-Length: 10002')}${'['.repeat(10_002)}`,
  '\x16\x03\x01\x02\x00\x01\x00',
  'JUMP / HTTP/1.1\r\n\r\n',
]

interface Connection {
  readonly socket: Socket
  readonly closed: Promise<void>
}

function open(client: number): Connection {
  const socket = connect({ port: Number(port), host: hostname, localAddress: `127.0.1.${1 + (client % addresses)}` })
  const closed = new Promise<void>((done) => {
    socket.once('error', () => done())
    socket.once('close', () => done())
  })
  return { socket, closed }
}

/** Waits for the other side to close, but not for long. */
async function finish({ socket, closed }: Connection, waitMs: number): Promise<void> {
  await Promise.race([closed, sleep(Math.min(waitMs, Math.max(0, until - performance.now())))])
  socket.destroy()
  // Without a pause, a server that refuses at once would measure how fast this process can connect.
  await sleep(5)
}

/** The acts of one client on one connection, repeated again and again. */
const abuses: Record<HostileKind, (connection: Connection, turn: number) => Promise<void>> = {
  'answers that no one reads': async (connection) => {
    connection.socket.pause()
    connection.socket.write(get(large).repeat(16))
    await finish(connection, 90_000)
  },
  'answers read very slowly': async (connection) => {
    const { socket } = connection
    socket.on('data', () => {
      socket.pause()
      setTimeout(() => socket.resume(), 400)
    })
    socket.write(get(large).repeat(4))
    await finish(connection, 90_000)
  },
  'thousands of requests in one packet': async (connection) => {
    connection.socket.resume()
    connection.socket.write(get('/livez').repeat(6_000))
    await finish(connection, 5_000)
  },
  'uploads that break off': async (connection, turn) => {
    connection.socket.resume()
    connection.socket.write(upload('Content-Length: 20000') + 'x'.repeat(1_000 + (turn % 9_000)))
    await finish(connection, 20)
  },
  'headers that never end': async (connection) => {
    const { socket } = connection
    socket.resume()
    socket.write(`GET /livez HTTP/1.1\r\n${host}\r\nX-A: `)
    for (let sent = 0; sent < 1_000 && !socket.destroyed && !isOver(); sent += 1) {
      socket.write('a')
      await sleep(500)
    }
    await finish(connection, 0)
  },
  'malformed requests and ranges': async (connection, turn) => {
    connection.socket.resume()
    connection.socket.write(malformed[turn % malformed.length] ?? '', 'latin1')
    await finish(connection, 300)
  },
}

async function abuse(client: number): Promise<void> {
  if (!isHostileKind(kind)) throw new Error(`Unknown kind ${kind}`)
  for (let turn = client; !isOver(); turn += 1) await abuses[kind](open(client), turn)
}

await Promise.all(Array.from({ length: addresses * connectionsPerAddress }, (_none, client) => abuse(client)))
process.exit(0)
