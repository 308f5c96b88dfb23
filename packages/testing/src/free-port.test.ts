import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a server can listen on a free port immediately', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(port, '127.0.0.1', ready))
  expect(server.listening).toBe(true)
  await new Promise((closed) => server.close(closed))
})

test('returns each port once, outside the range of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(new Set(ports).size).toBe(50)
  expect(ports.filter((port) => port < 10_000 || port >= 32_768)).toEqual([])
})
