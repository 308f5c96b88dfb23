import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { TooManyAttempts } from '../errors.ts'
import { clientAddress, isTrustedProxy, type parseTrustedProxies } from './client-address.ts'

export interface ConnectionLimits {
  /** Connections that one client address may have open. Trusted proxies carry many clients and have no limit. */
  readonly connectionsPerAddress: number
  /** Requests of one connection that may wait for their answer at the same time. Browsers send one. */
  readonly pipelinedRequests: number
  /** While an answer waits to be read, the client must read `slowestBytes` in every period of this length. */
  readonly readMs: number
  readonly slowestBytes: number
  /** How often slow readers are looked for. */
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
