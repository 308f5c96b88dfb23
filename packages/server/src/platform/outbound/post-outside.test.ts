import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { postOutside } from './post-outside.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const env = { PUBLIC_ORIGIN: 'https://portal.example.org' }
const message = { contentType: 'application/xml', body: '<x/>' }

describe('addresses on the public internet', () => {
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('include %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('leave out %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a call to an address that somebody else named', () => {
  it('connects to no program of this machine or its network, also by a name [SEC-70]', async () => {
    let connections = 0
    const listening = createServer(() => void (connections += 1))
    await new Promise<void>((ready) => void listening.listen(0, '127.0.0.1', ready))
    const address = listening.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'])
        await expect(postOutside(`https://${host}:${port}/`, message, env), host).rejects.toThrow(/may not be called/u)
      await expect(postOutside(`http://127.0.0.1:${port}/`, message, env)).rejects.toThrow('may not be called')
    } finally {
      listening.close()
    }
    expect(connections).toBe(0)
  })

  it('fails at once when the answer switches to another protocol', async () => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
    const switching = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write(head))
    })
    await new Promise<void>((ready) => void switching.listen(0, '127.0.0.1', ready))
    const address = switching.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      await expect(
        postOutside(`http://127.0.0.1:${port}/`, message, { PUBLIC_ORIGIN: 'http://127.0.0.1:8080' }),
      ).rejects.toThrow('closed without an answer')
    } finally {
      switching.close()
    }
  })

  it('ends after ten seconds [SEC-70]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too late')))
    await expect(postOutside('https://portal.example.org/', message, env)).rejects.toThrow('aborted')
    expect(timeout.mock.calls).toEqual([[10_000]])
  })
})
