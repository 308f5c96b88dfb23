import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('on a free port a server can listen at once', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThan(1023)
  const server = createServer()
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(port, '127.0.0.1', ready))
  await new Promise((closed) => server.close(closed))
})
