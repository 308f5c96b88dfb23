import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { freePort } from '@coopline/testing/free-port'

/** A fault between the adapter and the double of its provider. */
type WireFault =
  /** Answers end in the middle, as if they were whole. */
  | 'cut'
  /** Answers stop in the middle, and the connection stays open. */
  | 'stalled'
  /** Calls are redirected to another address, which would answer them. */
  | 'redirected'

/** The wire between an adapter and the double of its provider. Payers' browsers may use it, too. */
export interface Wire {
  /** The settings of the adapter, with the addresses of the double replaced by those of the wire. */
  readonly env: Readonly<Record<string, string>>
  readonly setFault: (fault: WireFault | null) => void
  /** Returns the number of calls so far. */
  readonly calls: () => number
  /** Returns how many redirects were followed since the last fault was set. */
  readonly followed: () => number
  readonly close: () => void
}

const elsewhere = '/elsewhere'

/** Lays a wire to each address of the double that the settings have. @throws Error when they have none. */
export async function layWire(settings: Readonly<Record<string, string>>): Promise<Wire> {
  const origins = new Set(JSON.stringify(settings).match(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/gu))
  if (origins.size === 0) throw new Error('No setting has the address of the double, http://127.0.0.1 with a port.')
  const state: WireState = { fault: null, calls: 0, followed: 0 }
  let text = JSON.stringify(settings)
  const servers: Server[] = []
  for (const origin of origins) {
    const server = createServer((call, answer) => carry(origin, state, call, answer))
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    text = text.replaceAll(origin, `http://127.0.0.1:${port}`)
    servers.push(server)
  }
  return {
    env: JSON.parse(text) as Wire['env'],
    setFault: (fault) => void Object.assign(state, { fault, followed: 0 }),
    calls: () => state.calls,
    followed: () => state.followed,
    close: () => {
      for (const server of servers) server.close().closeAllConnections()
    },
  }
}

interface WireState {
  fault: WireFault | null
  calls: number
  followed: number
}

function carry(origin: string, state: WireState, call: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path = '/' } = call
  state.calls += 1
  if (path.startsWith(elsewhere)) state.followed += 1
  else if (state.fault === 'redirected') {
    call.resume()
    answer.writeHead(307, { location: elsewhere + path }).end()
    return
  }
  const { host: _host, connection: _connection, ...headers } = call.headers
  const onward = request(
    origin + path.replace(elsewhere, ''),
    { method, headers, agent: false },
    (said) => void carryBack(said, answer, state.fault).catch(() => answer.destroy()),
  )
  // The double ended the connection in place of an answer.
  onward.on('error', () => answer.destroy())
  call.pipe(onward)
}

async function carryBack(said: IncomingMessage, answer: ServerResponse, fault: WireFault | null): Promise<void> {
  const { connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _encoding, ...headers } = said.headers
  const { 'content-length': _length, ...withoutLength } = headers
  const status = said.statusCode ?? 502
  if (fault === null || fault === 'redirected') {
    answer.writeHead(status, headers)
    await pipeline(said, answer)
    return
  }
  const body = await buffer(said)
  answer.writeHead(status, withoutLength)
  const half = body.subarray(0, Math.floor(body.length / 2))
  if (fault === 'cut') answer.end(half)
  else if (half.length > 0) answer.write(half)
  else answer.flushHeaders()
}
