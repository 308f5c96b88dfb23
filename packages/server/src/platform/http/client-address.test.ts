import { site } from '@coopline/contract/site/site/site.contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestPortal } from '../../testing/test-portal.ts'
import { readEnv } from '../../read-env.ts'
import { clientAddress, clientNetwork, parseTrustedProxies } from './client-address.ts'
import { createClientLimit } from './limit-clients.ts'

const proxies = parseTrustedProxies('10.0.0.0/8, 2001:db8:aaaa::/48,192.0.2.9')

describe('the address of a client', () => {
  test.each([
    ['a stranger who writes the header', '203.0.113.5', '1.2.3.4', '203.0.113.5'],
    ['one trusted proxy', '10.1.2.3', '203.0.113.5', '203.0.113.5'],
    ['two trusted proxies', '10.1.2.3', '203.0.113.5, 10.9.9.9', '203.0.113.5'],
    ['a forged beginning of the list', '10.1.2.3', '1.1.1.1, 203.0.113.5, 192.0.2.9', '203.0.113.5'],
    ['a trusted proxy that says nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['nonsense behind a proxy', '10.1.2.3', '203.0.113.5, unknown', '10.1.2.3'],
    ['a proxy on IPv4 within IPv6', '::ffff:10.1.2.3', '203.0.113.5', '203.0.113.5'],
    ['a client on IPv4 within IPv6', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['a proxy on IPv6', '2001:db8:aaaa::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['an address with a port', '10.1.2.3', '203.0.113.5:4711', '203.0.113.5'],
    ['an IPv6 address with a port', '10.1.2.3', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['a link-local address with its zone', 'fe80::1%eth0', undefined, 'fe80::/64'],
    ['an octal way of writing a trusted proxy', '203.0.113.5', '012.1.2.3', '203.0.113.5'],
    ['a short way of writing an address', '10.1.2.3', '127.1', '10.1.2.3'],
    ['no address at all', '', '1.2.3.4', 'unknown'],
  ])('%s [SEC-12]', (_what, socket, header, address) => {
    expect(clientAddress(socket, header, proxies)).toBe(address)
  })

  test('ignores the header from every sender when no proxy is trusted [SEC-12]', () => {
    expect(clientAddress('127.0.0.1', '1.2.3.4', parseTrustedProxies(''))).toBe('127.0.0.1')
  })

  test('a network is a /24 of IPv4 and a /48 of IPv6', () => {
    expect(clientNetwork('203.0.113.5')).toBe('203.0.113.0')
    expect(clientNetwork('2001:db8:1:2::/64')).toBe('2001:db8:1::/48')
    expect(clientNetwork('unknown')).toBe('unknown')
  })

  test('an entry that is neither an address nor a range is named', () => {
    expect(() => parseTrustedProxies('10.0.0.0/8, proxy')).toThrow('TRUSTED_PROXIES: proxy is neither')
    expect(() => parseTrustedProxies('10.1')).toThrow('TRUSTED_PROXIES: 10.1 is neither')
  })
})

describe('the limit on any client', () => {
  const { REQUESTS_PER_5_MINUTES } = readEnv({ NODE_ENV: 'test' })
  const portal = useTestPortal({
    env: { TRUSTED_PROXIES: '10.0.0.1', REQUESTS_PER_5_MINUTES: String(REQUESTS_PER_5_MINUTES) },
  })
  // Windows are five minutes long: every test begins in one of its own.
  beforeEach(() => portal.clock.advance(86_400 + Math.floor(performance.now())))

  const statuses = async (
    count: number,
    from: (call: number) => string,
    headers: (call: number) => Record<string, string>,
  ) => {
    const seen: Record<number, number> = {}
    for (let call = 0; call < count; call += 1) {
      const response = await portal.call(site.maintenance, { from: from(call), headers: headers(call) })
      seen[response.statusCode] = (seen[response.statusCode] ?? 0) + 1
      if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
    return seen
  }

  test('1,000 calls from one socket with ever new forwarding headers are one client: 300 are answered [SEC-12]', async () => {
    const faked = (call: number) => {
      const address = `203.0.${call >> 8}.${call & 255}`
      return {
        'x-forwarded-for': address,
        'x-real-ip': address,
        forwarded: `for=${address}`,
        'true-client-ip': address,
        'cf-connecting-ip': address,
        'x-client-ip': address,
      }
    }
    expect(await statuses(1000, () => '198.51.100.7', faked)).toEqual({ 200: 300, 429: 700 })
  })

  test('addresses of one IPv6 /64 are one client, of the next /64 another [SEC-12]', async () => {
    expect(
      await statuses(
        310,
        (call) => `2001:db8:1:2::${call.toString(16)}`,
        () => ({}),
      ),
    ).toEqual({ 200: 300, 429: 10 })
    expect(
      await statuses(
        1,
        () => '2001:db8:1:3::1',
        () => ({}),
      ),
    ).toEqual({ 200: 1 })
  })

  test('behind the trusted proxy every client has a share of its own', async () => {
    const forwarded = (call: number) => ({ 'x-forwarded-for': `203.0.113.${call % 4}` })
    expect(await statuses(1200, () => '10.0.0.1', forwarded)).toEqual({ 200: 1200 })
    expect(await statuses(4, () => '10.0.0.1', forwarded)).toEqual({ 429: 4 })
  })

  test('five minutes later the client is served again', async () => {
    expect(
      await statuses(
        301,
        () => '198.51.100.8',
        () => ({}),
      ),
    ).toEqual({ 200: 300, 429: 1 })
    portal.clock.advance(300)
    expect(
      await statuses(
        1,
        () => '198.51.100.8',
        () => ({}),
      ),
    ).toEqual({ 200: 1 })
  })

  test('memory is bounded: of very many addresses the first are forgotten', () => {
    const limit = createClientLimit(1, portal.clock)
    limit.count('first')
    expect(() => limit.count('first')).toThrow('Too many attempts')
    for (let one = 0; one < 100_000; one += 1) limit.count(`address ${one}`)
    expect(() => limit.count('first')).not.toThrow()
    expect(() => limit.count('address 99999')).toThrow('Too many attempts')
  })
})
