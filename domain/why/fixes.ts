import type { PlanEdit } from '../schema/plan-change.ts'
import type { WhyDriver, WhyFix } from '../schema/plan-why.ts'
import type { TriedRoute } from './against.ts'
import { longerWindow } from './longer-window.ts'
import type { PlannerDelivery } from '../problem/types.ts'
import { sayMinutes } from './say-minutes.ts'

type Place = NonNullable<WhyDriver['place']>

/** What one driver could do, with the route as it would be. */
export type Tried = Omit<WhyDriver, 'place'> & {
  at: { place: Place; route: TriedRoute; reasons: WhyDriver['reasons'] } | undefined
}

type Fixed = Pick<PlannerDelivery, 'id' | 'pickup' | 'window_start' | 'window_end' | 'more_windows'> & {
  number: number
}

const mostFixes = 5
/** What makes a plan later than this, all together, helps nobody. */
const mostLateSeconds = 2 * 3600

/** What a person would rather give up, from little to much. */
const ease: Partial<Record<WhyFix['kind'], number>> = {
  place: 0,
  driver: 1,
  window: 2,
  late: 2,
  overtime: 2,
  stops: 2,
  territories: 2,
  load: 3,
  skills: 4,
}

/** What would bring a delivery that is on no route, the least trouble first and the cheapest of the same kind. */
export function fixesFor(delivery: Fixed, tried: readonly Tried[]): WhyFix[] {
  const all = tried
    .flatMap((each) => (each.at ? [fixWith(delivery, each, each.at)] : []))
    .filter(({ effect }) => effect.late_seconds <= mostLateSeconds)
  const sorted = all.toSorted((a, b) => troubleOf(a) - troubleOf(b) || priceOf(a) - priceOf(b))
  // Of each kind, the two cheapest: a list of ten drivers who fit is no choice.
  const seen = new Map<string, number>()
  return sorted
    .filter(({ kind }) => {
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
      return seen.get(kind)! <= 2
    })
    .slice(0, mostFixes)
}

const priceOf = ({ effect }: Pick<WhyFix, 'effect'>) => effect.cost ?? effect.driving_seconds
const troubleOf = ({ kind, warnings }: WhyFix) => (ease[kind] ?? 5) + Math.max(0, warnings.length - 1) * 5

function fixWith(delivery: Fixed, tried: Tried, { place, route, reasons }: NonNullable<Tried['at']>): WhyFix {
  const name = tried.driver_name
  const changes = [inserting(delivery.id, tried, place)]
  const warnings = tried.fits
    ? []
    : (reasons.length ? reasons : tried.reasons).map(({ sentence }) => `${name}: ${sentence}.`)
  const make = (kind: WhyFix['kind'], label: string, detail = ''): WhyFix => ({
    kind,
    label,
    detail,
    changes,
    effect: place.effect,
    warnings,
  })
  if (tried.fits) {
    return tried.route_id === null
      ? make('driver', `Begin a route for ${name}`)
      : make('place', `Put it on ${name}’s route`, `stop ${place.position}`)
  }
  const [only, ...more] = reasons
  const anyway = () => make('insist', `Put it on ${name}’s route anyway`)
  if (!only || more.length) return anyway()
  const own = route.stops.filter(({ delivery: { id } }) => id === delivery.id)
  switch (only.code) {
    case 'time_window': {
      const longer = longerWindow(delivery, own)
      const late = Math.max(...own.map((stop) => stop.late_seconds))
      if (!longer) return make('late', `Bring it ${sayMinutes(late)} late`, `with ${name}`)
      return {
        ...make('window', `Extend the window by ${sayMinutes(longer.seconds)}`, `fits ${name}`),
        changes: [{ ...inserting(delivery.id, tried, place), window: longer.window }],
        effect: {
          ...place.effect,
          late_seconds: place.effect.late_seconds - Math.round(longer.late_seconds),
          late_stops: place.effect.late_stops - 1,
        },
        warnings: [],
      }
    }
    case 'shift_end':
      return make('overtime', `Let ${name} work until ${route.ends}`)
    case 'capacity_kg':
    case 'capacity_l':
    case 'capacity_units':
      return make('load', `Load ${only.sentence.replace(/^.*, /, '')}`, `on ${tried.vehicle_code ?? name}`)
    case 'max_stops':
      return make('stops', `Let ${name} make ${route.visits} stops`)
    case 'max_territories':
      return make('territories', `Let ${name} serve one more territory`)
    case 'skills':
      return make('skills', `Let ${name} bring it`, only.sentence.replace(/^does not have/, 'without'))
    default:
      return anyway()
  }
}

function inserting(
  delivery_id: string,
  { driver_id, route_id }: Tried,
  place: Place,
): Extract<PlanEdit, { type: 'insert' }> {
  if (route_id === null) return { type: 'insert', delivery_id, driver_id }
  const { position, pickup_position } = place
  return { type: 'insert', delivery_id, route_id, position, ...(pickup_position !== null && { pickup_position }) }
}

/** Places that would be cheaper than the one that a delivery has: on its own route, and with others. */
export function movesTo(
  delivery: Fixed,
  route: { id: string; driver_name: string },
  next: Place | undefined,
  drivers: readonly WhyDriver[],
): WhyFix[] {
  const isCheaper = (place: Place) => priceOf(place) < 0 && place.effect.late_seconds <= 0
  const base = { warnings: [], detail: '' }
  const moving = (route_id: string, { position }: Place): PlanEdit[] => [
    { type: 'move', delivery_ids: [delivery.id], route_id, position },
  ]
  // Both stops of what is picked up on the way cannot be moved by one position.
  const here =
    next && isCheaper(next) && !delivery.pickup
      ? [
          {
            kind: 'place' as const,
            label: `Move it to stop ${next.position}`,
            changes: moving(route.id, next),
            effect: next.effect,
            ...base,
          },
        ]
      : []
  const others = drivers.flatMap(({ fits, route_id, driver_name, place }) =>
    fits && route_id && place && isCheaper(place)
      ? [
          {
            kind: 'place' as const,
            label: `Move it to ${driver_name}’s route`,
            changes: delivery.pickup
              ? [{ type: 'move' as const, delivery_ids: [delivery.id], route_id }]
              : moving(route_id, place),
            effect: place.effect,
            ...base,
          },
        ]
      : [],
  )
  return [...here, ...others].toSorted((a, b) => priceOf(a) - priceOf(b)).slice(0, 3)
}
