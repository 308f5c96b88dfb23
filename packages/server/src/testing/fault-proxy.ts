import { connect, createServer, type Socket } from 'node:net'

/**
 * The behavior of the proxy: `pass` forwards all data; `refuse` ends new and old connections at once; `silent` accepts
 * everything and forwards nothing, as when a machine has vanished from the network.
 */
type FaultMode = 'pass' | 'refuse' | 'silent'

export interface FaultProxy {
  readonly port: number
  /** Changes what happens to new connections. Old ones that were silent stay so, as a dead connection would. */
  readonly set: (mode: FaultMode) => void
  /** Makes the connections that are open now silent for ever, with both sides believing in them. */
  readonly silenceOpen: () => void
  /** Holds back everything by this long, in milliseconds. */
  readonly delay: (ms: number) => void
  /** Cuts each connection after the server has sent this many more bytes on it; 0: never. */
  readonly cutAfter: (bytes: number) => void
  readonly cutAll: () => void
  /** The number of connections accepted so far. */
  readonly taken: () => number
  readonly close: () => Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  silent: boolean
  sent: number
}

/** A TCP proxy before `targetPort` of 127.0.0.1 that can be made slow, deaf or unreliable. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const pairs = new Set<Pair>()
  const state = { mode: 'pass' as FaultMode, delayMs: 0, cutAfter: 0, taken: 0 }
  const listener = createServer((client) => {
    state.taken += 1
    if (state.mode === 'refuse') {
      client.destroy()
      return
    }
    const pair: Pair = { client, server: connect(targetPort, '127.0.0.1'), silent: state.mode === 'silent', sent: 0 }
    pairs.add(pair)
    join(pair, state, () => pairs.delete(pair))
  })
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen')
  const cutAll = () => {
    for (const pair of pairs) end(pair)
  }
  return {
    port: address.port,
    set: (mode) => {
      state.mode = mode
      if (mode === 'refuse') cutAll()
    },
    silenceOpen: () => {
      for (const pair of pairs) pair.silent = true
    },
    delay: (ms) => void (state.delayMs = ms),
    cutAfter: (bytes) => {
      state.cutAfter = bytes
      for (const pair of pairs) pair.sent = 0
    },
    cutAll,
    taken: () => state.taken,
    close: async () => {
      cutAll()
      await new Promise((closed) => listener.close(closed))
    },
  }
}

function join(pair: Pair, state: { readonly delayMs: number; readonly cutAfter: number }, gone: () => void): void {
  const carry = (from: Socket, to: Socket, counts: boolean) =>
    from.on('data', (chunk) => {
      const write = () => {
        if (pair.silent || to.destroyed) return
        to.write(chunk)
        if (counts) pair.sent += chunk.length
        if (counts && state.cutAfter > 0 && pair.sent >= state.cutAfter) end(pair)
      }
      if (state.delayMs > 0) setTimeout(write, state.delayMs)
      else write()
    })
  carry(pair.client, pair.server, false)
  carry(pair.server, pair.client, true)
  for (const socket of [pair.client, pair.server]) {
    // A vanished machine closes no connection: the other side of a silent pair learns nothing.
    const ended = () => {
      if (pair.silent && socket === pair.server) return
      end(pair)
      gone()
    }
    socket.on('error', ended)
    socket.on('close', ended)
  }
}

function end({ client, server }: Pair): void {
  client.destroy()
  server.destroy()
}
