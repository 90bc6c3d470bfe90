/** Why a shop could not be connected, in a sentence for people. The code is stored; text from a shop never is. */
export const connectionFailures = {
  denied: 'Access was not approved in the shop. Connect again and approve it there.',
  expired: 'The connection was not finished in time, or someone else started it. Connect again.',
  not_genuine: 'The answer was not signed by the shop system, so it was refused. Connect again.',
  other_shop: 'A different shop answered than the one you entered. Check the address and connect again.',
  unreachable: 'The shop did not answer. Check that it is online and reachable over HTTPS, then connect again.',
  not_public: 'The shop’s address is not public. Enter the address that your customers use.',
  not_a_shop:
    'There is no shop at this address. Check the address, and make sure the shop’s permalinks are not set to “Plain”.',
  keys_refused: 'The shop rejected the keys it had just issued. Connect again.',
  access_too_narrow: 'Karta needs more access to read and update orders. Connect again and allow all of it.',
  woocommerce_too_old: 'The shop runs WooCommerce older than 4.0. Update WooCommerce, then connect again.',
  wordpress_too_old: 'The shop runs WordPress older than 5.0. Update WordPress, then connect again.',
} as const

/** What can become of a connection that worked. */
export const connectionProblems = {
  access_lost: 'The shop no longer accepts the keys of Karta. Connect it again; what happened meanwhile is caught up.',
  access_too_narrow: 'Karta may no longer read or update orders there. Connect it again and allow all of it.',
} as const

export type ConnectionFailure = keyof typeof connectionFailures

/** Whether `text` is a failure code. It may come from a URL that anyone can write. */
export function isConnectionFailure(text: string | null): text is ConnectionFailure {
  return text !== null && Object.hasOwn(connectionFailures, text)
}
