import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Systems assign outgoing connections ports of a higher range: Linux from 32768, others from 49152. */
const lowest = 10_000
const firstOfConnections = 32_768

const given = new Set<number>()

/**
 * A free port of the loopback address that no outgoing connection can take before the caller listens on it. It differs from
 * every port that this process got before. Another process gets the same one with a chance of one in 20,000.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, firstOfConnections)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
