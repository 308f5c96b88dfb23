import { connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  /** Breaks the connection of the next request whose head contains `text`, once the server has begun to answer it. */
  readonly cutAnswerTo: (text: string) => void
  /** How many answers were cut. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** Passes bytes on to a port of this machine and loses the answers that it is told to lose. */
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
      if (wanted !== null && chunk.includes(wanted)) {
        wanted = null
        cutsAnswer = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!cutsAnswer) return void client.write(chunk)
      cuts += 1
      client.destroy()
    })
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', ready)
  })
  return {
    cutAnswerTo: (text) => {
      wanted = text
    },
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
