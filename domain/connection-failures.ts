/** Why a shop could not be connected, and the sentence a person reads. The code is stored; raw words of a shop never are. */
export const connectionFailures = {
  denied: 'Access was not allowed in the shop. Connect again and approve it there.',
  expired: 'The connection was not finished in time, or it was started by somebody else. Connect again.',
  not_genuine: 'The answer did not carry the shop system’s valid signature, so it was refused. Connect again.',
  other_shop: 'Another shop answered than the one you entered. Check the address and connect again.',
  unreachable: 'The shop did not answer. Check that it is online and reachable over HTTPS, then connect again.',
  not_public: 'The shop’s address does not lead to a public server. Enter the address that your customers use.',
  not_a_shop: 'No shop was found at this address. Check the address, and that the shop’s permalinks are not “Plain”.',
  keys_refused: 'The shop did not accept the keys that it had just given. Connect again.',
  access_too_narrow: 'The shop gave less access than orders and their updates need. Connect again and allow all of it.',
  woocommerce_too_old: 'The shop runs a WooCommerce older than 4.0. Update WooCommerce, then connect again.',
  wordpress_too_old: 'The shop runs a WordPress older than 5.0. Update WordPress, then connect again.',
} as const

export type ConnectionFailure = keyof typeof connectionFailures

/** Whether `text` names one of the failures: it may come from an address that anybody can write. */
export function isConnectionFailure(text: string | null): text is ConnectionFailure {
  return text !== null && Object.hasOwn(connectionFailures, text)
}
