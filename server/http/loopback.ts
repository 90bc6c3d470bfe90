import { BlockList, isIP, isIPv6 } from 'node:net'

const ranges = new BlockList()
ranges.addSubnet('127.0.0.0', 8, 'ipv4')
ranges.addAddress('::1', 'ipv6')

/** Whether an IP address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether a host's name, without its port, can only mean this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(name) ? isLoopbackAddress(name) : /^([a-z0-9-]+\.)*localhost$/.test(name)
}
