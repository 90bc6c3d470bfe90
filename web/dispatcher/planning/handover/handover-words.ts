import type { RouteHandover } from '#domain/schema/handover.ts'
import { formatDateTime, countOf } from '#web/lib/format.ts'

const listed = (names: string[]) =>
  names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} others` : joinNames(names)

function joinNames(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Whether the drivers have their routes, as far as it is known. */
export function handoverSentence(routes: readonly RouteHandover[]): string {
  const without = routes.filter(({ state }) => state !== 'has')
  if (!routes.length) return ''
  if (!without.length) return routes.length === 1 ? 'The driver has the route.' : 'The drivers have their routes.'
  const names = listed(without.map(({ driver_name }) => driver_name))
  if (without.length === routes.length && routes.length > 3) return 'No driver has the route yet.'
  const have = routes.length - without.length
  const lead = have ? `${have} of ${countOf(routes.length, 'driver')} have their routes. ` : ''
  const isOld = without.every(({ state }) => state === 'outdated')
  return `${lead}${names} ${without.length === 1 ? 'does' : 'do'} not have ${isOld ? 'the latest changes' : 'theirs'} yet.`
}

/** How a driver got the route, newest first, and what is not known. */
export function handoverDetail({ state, handover, has_account }: RouteHandover, zone: string): string {
  if (!handover) return has_account ? 'Sees it under My route after signing in' : 'Has no account'
  const { seen_at, opened_at, given_at, given_by, mailed_at } = handover
  const ways = [
    { at: seen_at, words: 'Seen in Karta' },
    { at: opened_at, words: 'Link opened' },
    { at: given_at, words: `Handed over by ${given_by}` },
    { at: mailed_at, words: 'Mailed' },
  ]
  const newest = ways
    .flatMap(({ at, words }) => (at ? [{ at, words }] : []))
    .toSorted((a, b) => b.at.localeCompare(a.at))[0]
  if (!newest) return handover.link_expires_at ? 'Link made, not opened yet' : 'Not yet'
  const said = `${newest.words} ${formatDateTime(newest.at, zone)}`
  return state === 'outdated' ? `${said}, before the latest changes` : said
}
