import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TooManyAttempts } from '../errors.ts'
import { clientAddress, isTrustedProxy, type parseTrustedProxies } from './client-address.ts'
import { refuseBrokenRequest } from './refuse-broken-requests.ts'

export interface ConnectionLimits {
  /** Connections that one client address may have open. Trusted proxies carry many clients and have no limit. */
  readonly connectionsPerAddress: number
  /** Requests of one connection that may wait for their answer at the same time. Browsers send one. */
  readonly pipelinedRequests: number
  /** While an answer waits to be read, the client must read `slowestBytes` in every period of this length. */
  readonly readMs: number
  readonly slowestBytes: number
  /** A body may take this long, and a second longer for each `bodyBytesPerSecond` that have arrived. */
  readonly requestMs: number
  readonly bodyBytesPerSecond: number
  /** How often slow senders and slow readers are looked for. */
  readonly checkMs: number
}

/** What one connection has read, and since when it is measured. */
interface Progress {
  readonly since: number
  readonly taken: number
}

/**
 * Bounds what one client can hold: connections per address, answers outstanding per connection, and the time that an
 * answer may wait to be read. The framework's own timeouts start again with every byte that the client sends.
 */
export function boundConnections(
  server: FastifyInstance,
  limits: ConnectionLimits,
  trusted: ReturnType<typeof parseTrustedProxies>,
): void {
  const open = new Map<Socket, Progress>()
  const perAddress = new Map<string, number>()
  /** Counts a connection. @returns whether it is one too many. */
  const isOneTooMany = (socket: Socket): boolean => {
    const remote = socket.remoteAddress
    // Undefined when the client has left already.
    if (remote === undefined) return true
    if (isTrustedProxy(remote, trusted)) return false
    const address = clientAddress(remote, undefined, [])
    const count = (perAddress.get(address) ?? 0) + 1
    if (count > limits.connectionsPerAddress) return true
    perAddress.set(address, count)
    socket.once('close', () => release(perAddress, address))
    return false
  }
  server.server.on('connection', (socket: Socket) => {
    if (isOneTooMany(socket)) {
      socket.destroy()
      return
    }
    open.set(socket, { since: performance.now(), taken: 0 })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => destroySlowReaders(open, limits), limits.checkMs)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
  boundPipelining(server, limits.pipelinedRequests)
  boundBodies(server, limits, open)
}

function release(perAddress: Map<string, number>, address: string): void {
  const count = (perAddress.get(address) ?? 1) - 1
  if (count === 0) perAddress.delete(address)
  else perAddress.set(address, count)
}

function destroySlowReaders(open: Map<Socket, Progress>, limits: ConnectionLimits): void {
  const now = performance.now()
  for (const [socket, progress] of open) {
    const taken = socket.bytesWritten - socket.writableLength
    if (socket.writableLength === 0 || taken - progress.taken >= limits.slowestBytes)
      open.set(socket, { since: now, taken })
    else if (now - progress.since >= limits.readMs) socket.destroy()
  }
}

interface Body {
  readonly reply: FastifyReply
  readonly since: number
  /** Bytes that the connection had received before this body. */
  readonly before: number
}

/**
 * Ends the connection of a body that arrives too slowly. A fixed time would cut off a file of 5 MB on a line with 256 kbit/s,
 * which takes more than three minutes; a longer one would let a trickle of bytes hold a connection for as long.
 */
function boundBodies(
  server: FastifyInstance,
  { requestMs, bodyBytesPerSecond, checkMs }: ConnectionLimits,
  open: ReadonlyMap<Socket, Progress>,
): void {
  const arriving = new Map<FastifyRequest['raw'], Body>()
  server.addHook('onRequest', async ({ raw }, reply) => {
    if (!open.has(raw.socket)) return
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    arriving.set(raw, { reply, since: performance.now(), before: raw.socket.bytesRead })
    raw.once('close', () => arriving.delete(raw))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [raw, { reply, since, before }] of arriving) {
      const earnedMs = ((raw.socket.bytesRead - before) / bodyBytesPerSecond) * 1_000
      if (!raw.complete && now - since < requestMs + earnedMs) continue
      arriving.delete(raw)
      if (raw.complete) continue
      if (reply.raw.headersSent) raw.socket.destroy()
      else refuseBrokenRequest(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
    }
  }, checkMs)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
}

/**
 * One request too many at once is answered 429 and ends the connection. The rest of what was sent is dropped without an
 * answer: thousands of requests fit into one packet, and answering them would keep everybody else waiting.
 */
function boundPipelining(server: FastifyInstance, limit: number): void {
  const outstanding = new WeakMap<Socket, number>()
  server.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const count = (outstanding.get(socket) ?? 0) + 1
    outstanding.set(socket, count)
    if (count > limit + 1 || socket.destroyed) {
      reply.hijack()
      return
    }
    reply.raw.once('close', () => outstanding.set(socket, (outstanding.get(socket) ?? 1) - 1))
    if (count > limit) {
      reply.header('connection', 'close')
      throw new TooManyAttempts('pipelined requests', 1)
    }
  })
}
