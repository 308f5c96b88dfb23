import { expect, test } from 'vitest'
import { relyingParty } from './relying-party.ts'

const party = (PUBLIC_ORIGIN: string, NODE_ENV: 'production' | 'development' = 'production', PORT = 8080) =>
  relyingParty({ PUBLIC_ORIGIN, NODE_ENV, PORT })

test('passkeys belong to the public name, and no other page may ask for them', () => {
  expect(party('https://my.prairie.example')).toEqual({
    id: 'my.prairie.example',
    origins: ['https://my.prairie.example'],
  })
})

test('an address is no name: in production there are no passkeys then', () => {
  expect(party('https://192.0.2.7')).toBeNull()
  expect(party('https://[2001:db8::1]:8443')).toBeNull()
})

test('outside production the name of this machine does as well', () => {
  expect(party('http://127.0.0.1:8080', 'development')).toEqual({
    id: 'localhost',
    origins: ['http://127.0.0.1:8080', 'http://localhost:8080'],
  })
  expect(party('http://127.0.0.1:5173', 'development')?.origins).toContain('http://localhost:5173')
  expect(party('http://portal.test:8080', 'development')?.id).toBe('portal.test')
})
