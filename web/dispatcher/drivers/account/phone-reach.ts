/** What a phone that is told this address can do: everything, nothing because only this computer has it, or too little. */
export function phoneReach(address: string): 'all' | 'this-computer' | 'without-https' {
  const { protocol, hostname } = new URL(address)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return 'this-computer'
  return protocol === 'https:' ? 'all' : 'without-https'
}
