import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A notification that an app was sent. */
interface Received {
  readonly url: string
  readonly type: string
  readonly body: string
}

/** The server of an app that is notified of new readings. */
export interface AppReceiver {
  readonly received: Received[]
  /** Decides the status of an answer; by default 202. */
  answer: () => Promise<number>
  readonly addressOf: (path: string) => string
  readonly close: () => Promise<void>
}

/** Starts an app's server on this machine. */
export async function startAppReceiver(): Promise<AppReceiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      received.push({ url: request.url ?? '', type: request.headers['content-type'] ?? '', body })
      void receiver.answer().then((status) => response.writeHead(status, { location: '/elsewhere' }).end())
    })
  })
  const receiver: AppReceiver = {
    received,
    answer: async () => 202,
    addressOf: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  return receiver
}
