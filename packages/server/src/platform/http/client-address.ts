import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses `TRUSTED_PROXIES`: addresses or CIDR ranges, comma-separated. @throws Error naming the entry that is neither. */
export function parseTrustedProxies(list: string): readonly Range[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
      if (ipaddr.isValid(entry)) return [ipaddr.parse(entry), ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128]
      throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a range`)
    })
}

/**
 * The address of the client: the socket's, or, when that is a trusted proxy, the last address of X-Forwarded-For that is
 * not one. What a stranger writes into the header counts for nothing.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: readonly Range[],
): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), socketAddress]
  let client = socketAddress
  for (const hop of hops.reverse()) {
    if (!ipaddr.isValid(hop)) break
    client = hop
    if (!isTrusted(hop, trusted)) break
  }
  return subject(client, 128, 64)
}

/** The network of a client for coarser limits: IPv4 /24, IPv6 /48. */
export const clientNetwork = (address: string): string => subject(address.replace(/\/.*/u, ''), 24, 48)

function isTrusted(address: string, trusted: readonly Range[]): boolean {
  const parsed = ipaddr.process(address)
  return trusted.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
}

/** An address as the subject of a limit: IPv4 whole or cut to a network, IPv6 cut to the network that one client is given. */
function subject(address: string, bits4: number, bits6: number): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) {
    if (bits4 >= 32) return parsed.toString()
    return ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits4}`).toString()
  }
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits6}`).toString()}/${bits6}`
}
