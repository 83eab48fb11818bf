/** Addresses that a remote name must not resolve to (security 6.19): this machine, its network, non-hosts. */

import { BlockList, isIP } from 'node:net'

const IPV4: readonly (readonly [string, number])[] = [
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
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Ranges that embed an IPv4 address are refused as a whole: mapped, translated, 6to4, Teredo. */
const IPV6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

let blocked: { readonly ipv4: BlockList; readonly ipv6: BlockList } | undefined

/** Whether an address is not public; anything that is not an address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 0) return true
  // Separate lists: one list would also match IPv4 addresses against mapped IPv6 ranges, all of which are refused.
  blocked ??= { ipv4: makeList(IPV4, 'ipv4'), ipv6: makeList(IPV6, 'ipv6') }
  return family === 6 ? blocked.ipv6.check(plain, 'ipv6') : blocked.ipv4.check(plain, 'ipv4')
}

/** Whether a host is this machine, by address or name. */
export function isLoopbackHost(host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (plain === 'localhost' || plain.endsWith('.localhost') || plain === '::1') return true
  return isIP(plain) === 4 && plain.startsWith('127.')
}

function makeList(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

/** Whether the host of a URL is this machine or a literal private address. */
export function isLocalHost(host: string): boolean {
  return isLoopbackHost(host) || (/^[0-9.]+$|^\[/.test(host) && isPrivateAddress(host))
}
