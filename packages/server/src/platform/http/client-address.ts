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
      const address = parseAddress(entry)
      if (address === null) throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a range`)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    })
}

/**
 * The address of the client: the socket's, or, when that is a trusted proxy, the last address of X-Forwarded-For that is
 * not one. Values that a stranger adds to the header are ignored.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: readonly Range[],
): string {
  const hops = [...(forwardedFor ?? '').split(','), socketAddress]
  let client = socketAddress
  for (const hop of hops.toReversed()) {
    const address = parseAddress(withoutPort(hop.trim()))
    if (address === null) break
    client = address.toString()
    if (!isTrusted(address, trusted)) break
  }
  return subject(client, 128, 64)
}

/** Tells whether the peer of a socket is a trusted proxy. */
export function isTrustedProxy(socketAddress: string, trusted: readonly Range[]): boolean {
  const address = parseAddress(socketAddress)
  return address !== null && isTrusted(address, trusted)
}

/** The network of a client for coarser limits: IPv4 /24, IPv6 /48. */
export const clientNetwork = (address: string): string => subject(address.replace(/\/.*/u, ''), 24, 48)

/**
 * Parses four decimal numbers or IPv6, and unwraps IPv4 inside IPv6. It refuses the short and octal forms that some
 * programs read differently.
 */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null
}

/** Removes the client's port, which some proxies write behind its address: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  hop.replace(/^\[([^\]]{2,60})\](?::\d{1,5})?$|^([\d.]{7,15}):\d{1,5}$/u, '$1$2')

function isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6, trusted: readonly Range[]): boolean {
  return trusted.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits))
}

/** An address as the subject of a limit: IPv4 whole or cut to a network, IPv6 cut to the network that one client is given. */
function subject(address: string, bits4: number, bits6: number): string {
  const parsed = parseAddress(address)
  if (parsed === null) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) {
    if (bits4 >= 32) return parsed.toString()
    return ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits4}`).toString()
  }
  const withoutZone = parsed.toString().replace(/%.*/u, '')
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/${bits6}`).toString()}/${bits6}`
}
