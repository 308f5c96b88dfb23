import type { IncomingMessage } from 'node:http'
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
  /** The milliseconds between two searches for slow senders and slow readers. */
  readonly checkMs: number
}

/** The bytes that a connection's client had taken, and the time of that measurement by `performance.now()`. */
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
  /** Counts a connection and tells whether it is one too many. */
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
    parseInSlices(socket, () => refused.has(socket))
  })
  const timer = setInterval(() => destroySlowReaders(open, limits), limits.checkMs)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
  const refused = boundPipelining(server, limits.pipelinedRequests)
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
 * Answers one request too many at once with 429 and ends the connection. The rest of what was sent is dropped without
 * an answer: thousands of requests fit into one packet, and answering them would keep other clients waiting.
 *
 * @returns the connections that were refused.
 */
function boundPipelining(server: FastifyInstance, limit: number): { readonly has: (socket: Socket) => boolean } {
  const outstanding = new WeakMap<Socket, number>()
  const refused = new WeakMap<Socket, IncomingMessage>()
  const dropped = new WeakSet<IncomingMessage>()
  // The framework's hooks run after the whole slice has been parsed.
  server.server.prependListener('request', (request, response) => {
    const { socket } = request
    if (refused.has(socket)) {
      dropped.add(request)
      return
    }
    const count = (outstanding.get(socket) ?? 0) + 1
    outstanding.set(socket, count)
    response.once('close', () => outstanding.set(socket, (outstanding.get(socket) ?? 1) - 1))
    if (count > limit) refused.set(socket, request)
  })
  server.addHook('onRequest', async ({ raw }, reply) => {
    if (dropped.has(raw) || raw.socket.destroyed) {
      reply.hijack()
      return
    }
    if (refused.get(raw.socket) === raw) {
      reply.header('connection', 'close')
      throw new TooManyAttempts('pipelined requests', 1)
    }
  })
  return refused
}

const sliceBytes = 2_048

/**
 * Gives what a connection sends to Node's parser in slices, and no more once the connection is refused. The parser cannot stop
 * inside a packet, and the requests of a full one (64 KB) would take it about as long as a hundred ordinary requests.
 */
function parseInSlices(socket: Socket, isRefused: () => boolean): void {
  const parse = socket.listeners('data')
  socket.removeAllListeners('data')
  socket.on('data', (packet: Buffer) => {
    for (let from = 0; from < packet.length && !isRefused() && !socket.destroyed; from += sliceBytes)
      for (const listener of parse) listener.call(socket, packet.subarray(from, from + sliceBytes))
  })
}
