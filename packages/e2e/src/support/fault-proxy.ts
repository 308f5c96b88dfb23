import { connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  /** Breaks the connection of every request whose head contains `text` once the server answers it; `null` heals. */
  readonly cutAnswersTo: (text: string | null) => void
  /** Returns the number of answers that were cut. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** Forwards bytes to a local port and drops the answers that a test selects. */
export async function startFaultProxy(port: number, targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let wanted: string | null = null
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    let cutsAnswer = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
      socket.on('error', () => socket.destroy())
    }
    client.on('data', (chunk) => {
      // Head and body may arrive separately, so a fault that the head selected stays selected.
      if (wanted !== null && chunk.includes(wanted)) cutsAnswer = true
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (cutsAnswer) {
        cuts += 1
        client.destroy()
      } else client.write(chunk)
    })
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', ready)
  })
  return {
    cutAnswersTo: (text) => {
      wanted = text
    },
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
