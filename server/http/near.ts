import { BlockList, isIP, isIPv6 } from 'node:net'

const privateRanges = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  privateRanges.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateRanges.addSubnet(network, bits, 'ipv6')
}

/** Whether an IP address belongs to this machine or a private network. */
export function isNearAddress(address: string): boolean {
  return isIP(address) !== 0 && privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether a host's name can only mean this machine or a private network. */
export function isNearHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(name) ? isNearAddress(name) : !name.includes('.') || /\.(localhost|local)$/.test(name)
}
