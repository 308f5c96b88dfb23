import { expect, test } from 'vitest'
import { passkeyObstacle } from './passkey-obstacle.ts'

test('a passkey needs a name, a secure connection and a browser that knows it', () => {
  expect(passkeyObstacle('portal.example.org', true, true)).toBeNull()
  expect(passkeyObstacle('localhost', true, true)).toBeNull()
  expect(passkeyObstacle('portal.example.org', true, false)).toBe('browser')
  expect(passkeyObstacle('portal.example.org', false, false)).toBe('notSecure')
})

test('the number of a site is not its name', () => {
  for (const hostname of ['127.0.0.1', '192.168.10.20', '[::1]']) {
    expect(passkeyObstacle(hostname, true, true), hostname).toBe('number')
  }
  expect(passkeyObstacle('10.example.org', true, true)).toBeNull()
})
