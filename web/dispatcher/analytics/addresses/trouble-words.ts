import { failureReasons } from '#domain/failure-reasons.ts'
import type { PlaceAdvice } from '#domain/figures/place-advice.ts'
import type { TroublePart } from '#domain/figures/trouble.ts'
import type { LearnedKind } from '#domain/address/learned-kinds.ts'
import type { TroublePlace } from '#domain/schema/trouble.ts'
import { countOf, formatDuration, formatNumber } from '#web/lib/format.ts'

const times = (count: number) => (count === 1 ? 'once' : countOf(count, 'time'))

/** How often a part happened, and what of it. */
export const partWords: Record<TroublePart, (count: number) => string> = {
  failed: (count) => countOf(count, 'failed attempt'),
  service: (count) => `longer than planned at ${countOf(count, 'stop')}`,
  waiting: (count) => `waited ${times(count)}`,
  late: (count) => `late ${times(count)} because of the address`,
  pin: (count) => `doubtful or moved pin ${times(count)}`,
}

export const reasonWords = ({ reasons }: TroublePlace): string =>
  reasons
    .map(
      ({ reason, count }) => `${reason ? failureReasons[reason].label : 'No reason given'} ${formatNumber(count, 0)}`,
    )
    .join(', ')

/** Planned and real minutes at an average stop. */
export function serviceWords({ planned_service_seconds: planned, actual_service_seconds: actual }: TroublePlace) {
  if (planned === null || actual === null) return undefined
  return `${formatDuration(actual)} at a stop on average, ${formatDuration(planned)} planned`
}

type Step = { kind: PlaceAdvice; label: string; why: string; to: string }

/** What of the learned helps with what. */
const helps: Record<PlaceAdvice, readonly LearnedKind[]> = {
  pin: ['pin'],
  access: ['entrance', 'parking'],
  service: ['service'],
  call: [],
  window: [],
}

/** What to do next about an address, and where. */
export function stepsFor(place: TroublePlace): Step[] {
  return place.advice.map(({ kind, minutes }) => {
    const learned = place.learned.find((each) => helps[kind].includes(each.kind) && each.state === 'suggested')
    const to = learned ? learnedPath(place, learned.id) : kind === 'window' ? deliveriesPath(place) : entryPath(place)
    return { kind, to, ...words(kind, minutes, learned !== undefined) }
  })
}

function words(kind: PlaceAdvice, minutes: number | null, isLearned: boolean): Pick<Step, 'label' | 'why'> {
  switch (kind) {
    case 'pin':
      return isLearned
        ? { label: 'Confirm the learned pin', why: 'Visits agree on where it is.' }
        : { label: 'Confirm the pin', why: 'Drivers had to look for it.' }
    case 'access':
      return isLearned
        ? { label: 'Confirm entrance or parking', why: 'Visits agree on where drivers stop and go in.' }
        : { label: 'Say how to get in and where to park', why: 'Drivers could not get to the door.' }
    case 'service':
      return {
        label: `Plan ${minutes} min at the door`,
        why: isLearned ? 'Visits agree on it.' : 'Stops take longer than planned.',
      }
    case 'call':
      return { label: 'Ask drivers to call ahead', why: 'Nobody was there, or it was closed.' }
    case 'window':
      return { label: 'Look at its windows', why: 'Drivers wait there for windows to open.' }
  }
}

const pathTo = (page: string, query: Record<string, string>) => `${page}?${new URLSearchParams(query).toString()}`

const learnedPath = ({ address }: TroublePlace, id: string) =>
  pathTo('/dashboard/addresses', { tab: 'learned', state: 'all', q: address, learned: id })

const entryPath = ({ address, address_id }: TroublePlace) =>
  pathTo('/dashboard/addresses', address_id ? { tab: 'book', entry: address_id } : { tab: 'book', new: address })

const deliveriesPath = ({ address }: TroublePlace) => pathTo('/dashboard/deliveries', { q: address })
