/** Why a shop could not be asked or told something, in a sentence for people. */
export const shopFailures = {
  unreachable: 'The shop does not answer. Karta tries again by itself.',
  busy: 'The shop asks Karta to slow down. Karta goes on by itself.',
  access_lost: 'The shop no longer accepts the keys of Karta. Connect it again.',
  access_too_narrow: 'The shop no longer lets Karta read or change orders. Connect it again and allow all of it.',
  not_understood: 'The shop answered something that Karta does not understand, such as the page of a firewall.',
  refused: 'The shop refused it.',
  gone: 'The shop has no such order any more.',
} as const
export type ShopFailure = keyof typeof shopFailures
