import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not on the public internet (IANA special-purpose registry), and multicast. */
const notPublic4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Parts of 2000::/3, the only global unicast space, that lead to IPv4 addresses or nowhere. */
const notPublic6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [net, prefix] of notPublic4) blocked.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of notPublic6) blocked.addSubnet(net, prefix, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** True for an IP address on the public internet. False for names. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blocked.check(address, 'ipv4')
  return version === 6 && globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
