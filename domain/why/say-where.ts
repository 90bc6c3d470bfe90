import { speedFactor } from '../problem/fleet-types.ts'
import type { PlannerSettings } from '../problem/settings.ts'
import type { PlannerDriver } from '../problem/types.ts'
import type { WhyDriver } from '../schema/plan-why.ts'
import type { PlanTravel, TravelEngineName } from '../schema/travel.ts'

type Place = NonNullable<WhyDriver['place']>

type Planned = {
  driver: string
  position: number
  visits: number
  isLocked: boolean
  next: Place | undefined
  drivers: readonly WhyDriver[]
}

const priceOf = ({ effect }: Place) => effect.cost ?? effect.driving_seconds

/** Why a delivery has its place, and its driver. What others cost is told in figures beside these sentences. */
export function sayPlanned({ driver, position, visits, isLocked, next, drivers }: Planned): string[] {
  const where = `stop ${position} of ${visits} on ${driver}’s route`
  const only = `It is the only stop on ${driver}’s route.`
  const here = !next
    ? visits === 1
      ? only
      : `It is ${where}, where no other place keeps every window and limit.`
    : priceOf(next) < 0
      ? `It is ${where}. Stop ${next.position} would be cheaper.`
      : `It is ${where}, the cheapest place there. The next best is stop ${next.position}.`
  // A new route is another question than another place: it is only begun if somebody wants it.
  const asked = drivers.filter(({ route_id }) => route_id !== null)
  const able = asked.filter(({ fits, place }) => fits && place)
  const [first] = able
  const cannot = asked.length - able.length
  const others = cannot ? ` ${cannot === 1 ? '1 other driver' : `${cannot} other drivers`} cannot take it.` : ''
  const who = !asked.length
    ? `${driver} has the only route of this plan.`
    : !first
      ? `Only ${driver} can take it.${others}`
      : priceOf(first.place!) < 0
        ? `${first.driver_name} would be cheaper than ${driver}.${others}`
        : `${driver} is the cheapest driver for it. The next best is ${first.driver_name}.${others}`
  return [here, who, ...(isLocked ? ['A dispatcher locked it in its place.'] : [])]
}

/** Why a delivery is on no route, in short. */
export function sayUnassigned(drivers: readonly WhyDriver[], reason: string | undefined): string[] {
  const named = (some: readonly WhyDriver[]) => {
    const names = some.slice(0, 3).map(({ driver_name }) => driver_name)
    const more = some.length - names.length
    return new Intl.ListFormat('en').format([...names, ...(more ? [more === 1 ? '1 other' : `${more} others`] : [])])
  }
  const able = drivers.filter(({ fits, route_id }) => fits && route_id !== null)
  if (able.length) return [`By now it fits: ${named(able)} can take it.`]
  const idle = drivers.filter(({ fits, route_id }) => fits && route_id === null)
  const others = idle.length ? [`Without a route yet, but able to take it: ${named(idle)}.`] : []
  if (!drivers.length)
    return [reason ?? 'Nobody can be asked: the plan has no route, and no other driver works that day.']
  return [reason ?? 'No route of the plan can take it without breaking a rule.', ...others]
}

const engines: Record<Exclude<TravelEngineName, 'great_circle'>, string> = {
  osrm: 'OSRM',
  valhalla: 'Valhalla',
  openrouteservice: 'openrouteservice',
}

const times = (factor: number) => `× ${Math.round(factor * 100) / 100}`

/** How driving times of a route are worked out. */
export function sayTravel(
  travel: PlanTravel | null,
  settings: PlannerSettings,
  driver: PlannerDriver | undefined,
): string[] {
  const isCrowFly = !travel || travel.engine === 'great_circle'
  const factor = speedFactor(driver?.vehicle?.type, driver?.speed_factor ?? 1, settings)
  const detour = settings.detour_factor ?? 1
  const from = isCrowFly
    ? `Driving is worked out along straight lines${detour === 1 ? '' : ` ${times(detour)}`} at ${settings.speed_kmh} km/h.`
    : `Driving times come from ${engines[travel.engine as keyof typeof engines]}.`
  const who = factor === 1 || !driver ? [] : [`${driver.name} drives at ${times(factor).slice(2)} times that speed.`]
  const traffic = settings.traffic?.length ? ['The traffic of the hour is counted in.'] : []
  return [from, ...who, ...traffic, ...(travel?.note ? [travel.note] : [])]
}
