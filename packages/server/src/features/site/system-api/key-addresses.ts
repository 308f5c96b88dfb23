import { isTrustedProxy, parseTrustedProxies } from '../../../platform/http/client-address.ts'

/** An address of IPv6 counts as its network of 64 bits, so a longer range would match no one. */
const longestIpv6 = 64

/** Reads addresses or CIDR ranges, comma-separated. @returns `null` when one of them is neither. */
export function readAddresses(list: string): readonly string[] | null {
  const entries = list.split(/[\s,]+/u).filter((entry) => entry !== '')
  try {
    const ranges = parseTrustedProxies(entries.join(','))
    return ranges.some(([range, bits]) => range.kind() === 'ipv6' && bits > longestIpv6) ? null : entries
  } catch {
    return null
  }
}

/** Tells whether a key with these addresses may be used from a client address; without addresses it may from any. */
export const mayUseFrom = (addresses: readonly string[], clientAddress: string): boolean =>
  addresses.length === 0 || isTrustedProxy(clientAddress.replace(/\/.*/u, ''), parseTrustedProxies(addresses.join(',')))
