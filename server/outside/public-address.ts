import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Every range that is not the public internet: RFC 6890, and tunnels of IPv4 through IPv6. */
const special = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [net = '', bits] = range.split('/')
  special.addSubnet(net, Number(bits), 'ipv4')
}
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, bits, 'ipv6')
}

/** Whether an IP address belongs to the public internet, not to this machine, its network or a reserved range. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

export const notPublic = 'KARTA_NOT_PUBLIC'

/**
 * Looks up a name for one connection, and refuses it unless every answer is public. The connection uses the answer that
 * was checked, so a name whose answer changes gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '')
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address))) {
      return callback(Object.assign(new Error('The name does not lead to a public address'), { code: notPublic }), '')
    }
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}
