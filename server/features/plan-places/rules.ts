import type {
  UnassignedReason,
  VroomInput,
  VroomJob,
  VroomOutput,
  VroomShipment,
  VroomShipmentStep,
  VroomStep,
  VroomVehicle,
} from '#solver/index.ts'
import { AppError } from '#domain/errors.ts'
import { distanceKm } from '#domain/great-circle.ts'
import { doneCount, type EditRoute } from '#domain/plan-change/edit-route.ts'
import { keepsOrder } from '#domain/plan-change/route-locks.ts'
import { timeOf } from '#domain/time.ts'
import { whySetAside } from '#domain/why/set-aside.ts'
import { whyUnassigned } from '#domain/why/unassigned.ts'
import {
  crewOf,
  deliveryIn,
  lateSeconds,
  midnightOf,
  problemOf,
  secondsAt,
  storedStops,
  timesOf,
  type ChangedDelivery,
  type DayToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'

/** A plan as the engine's question where one more delivery fits. */
export type PlacesQuestion = {
  problem: VroomInput
  plan: VroomOutput
  order: VroomJob | VroomShipment
  /** The routes by vehicle id. */
  routeOf: Map<number, string>
  /** In words, why it fits nowhere. */
  sayWhy: (reason: UnassignedReason) => string
}

/**
 * Asks where a delivery fits into some routes, which are as they are by now. Whoever does not work that day is left out.
 * @throws AppError `no_position`
 */
export function placesQuestion(
  day: DayToChange,
  routes: readonly EditRoute[],
  delivery: ChangedDelivery,
): PlacesQuestion | { why: string } {
  const open = routes.filter((route) => day.drivers.has(route.driver_id) && timesOf(day, route).works)
  const { planned, stepsOf, vehicleOf, orderOf } = problemOf(day, open, { more: [delivery], isStrict: true })
  const aside = planned.setAside.find((each) => each.delivery.id === delivery.id)
  if (aside) return { why: whySetAside(aside.code, aside.delivery).sentence }
  const [stored, midnight] = [storedStops(day), midnightOf(day)]
  const order = orderOf(delivery.id)
  const { problem } = planned
  const steps = new Map(open.map((route) => [vehicleOf.get(route.id)!, stepsOf(route)]))
  return {
    problem: {
      ...problem,
      jobs: problem.jobs.filter((job) => job !== order),
      ...(problem.shipments && { shipments: problem.shipments.filter((shipment) => shipment !== order) }),
      vehicles: problem.vehicles.map((vehicle) => ({
        ...vehicle,
        steps: steps.get(vehicle.id)!.filter(({ lock }) => lock === 'done'),
      })),
    },
    plan: {
      unassigned: [],
      routes: open.map((route) => {
        const vehicle = vehicleOf.get(route.id)!
        const arrivals = route.stops.map(({ id }) =>
          stored.has(id) ? secondsAt(midnight, stored.get(id)!.arrival_at) : 0,
        )
        return {
          vehicle,
          steps: steps.get(vehicle)!.map(({ type, id }, place) => ({ type, id, arrival: arrivals[place] })),
        }
      }),
    } as unknown as VroomOutput,
    order,
    routeOf: new Map([...vehicleOf].map(([id, vehicle]) => [vehicle, id])),
    sayWhy: (reason) => {
      const job = 'id' in order ? order.id : order.delivery.id
      return whyUnassigned(job, reason, planned, day.day, day.settings.time_zone).sentence
    },
  }
}

/** Positions in a route by how little way they add as the crow flies, the best first. */
export function shortestDetours(day: DayToChange, route: EditRoute, delivery: ChangedDelivery, most: number): number[] {
  const place = delivery.location
  if (!place) throw new AppError('no_position', { numbers: [delivery.number] })
  const { depot } = crewOf(day, route)
  const { stops } = route
  const first = doneCount(route)
  const at = (index: number) => day.deliveries.get(stops[index]?.delivery_id ?? '')?.location ?? depot.location
  const detours = Array.from({ length: stops.length - first + 1 }, (_, i) => {
    const [from, to] = [at(first + i - 1), at(first + i)]
    return { position: first + i + 1, km: distanceKm(from, place) + distanceKm(place, to) - distanceKm(from, to) }
  })
  return detours
    .toSorted((a, b) => a.km - b.km)
    .slice(0, most)
    .map(({ position }) => position)
}

/** Where the driver of a route was last, by the nearest delivery of it: nothing that has to be erased later. */
export function whereabouts(day: DayToChange, { driver_id, stops }: EditRoute): string | null {
  const seen = day.lastSeen.get(driver_id)
  const places = stops.flatMap(({ delivery_id }) => {
    const { number, location } = deliveryIn(day, delivery_id)
    return seen && location ? [{ number, km: distanceKm(seen, location) }] : []
  })
  const [nearest] = places.toSorted((a, b) => a.km - b.km)
  if (!seen || !nearest) return null
  const far = nearest.km < 0.2 ? 'at' : `${nearest.km.toFixed(1)} km from`
  return `${far} delivery ${nearest.number} at ${timeOf(new Date(seen.at), day.settings.time_zone)}`
}

/** How good a route is: in time first, then short. */
export function worthOf(day: DayToChange, whole: WholeRoute): [late: number, seconds: number] {
  const late = whole.stops.reduce((total, stop) => total + lateSeconds(day, stop), 0)
  return [
    late,
    Date.parse(whole.route.ends_at) - Date.parse(whole.route.starts_at) + whole.route.driving_seconds * 1000,
  ]
}

/**
 * A route alone, to be put into the best order: what is done stays in front, and what is locked is left out, since it keeps
 * its place whatever the order. `isSoft` asks for as little lateness as can be, where not everything can be in time.
 */
export function orderQuestion(day: DayToChange, route: EditRoute, isSoft: boolean) {
  const done = doneCount(route)
  const open = keepsOrder(route) ? [] : route.stops.slice(done).filter(({ locked }) => !locked)
  const asked = { ...route, stops: [...route.stops.slice(0, done), ...open] }
  const { planned, stepsOf } = problemOf(day, [asked])
  const { problem } = planned
  const [vehicle] = problem.vehicles as [VroomVehicle]
  const steps = stepsOf(asked).filter(({ lock }) => lock === 'done')
  const isForgiving = { skills: allSkills(problem), ...(isSoft && { time_window: always(vehicle) }) }
  const soften = <T extends VroomShipmentStep>(work: T): T =>
    isSoft && work.time_windows ? { ...work, ...softWindows(work.time_windows) } : work
  const shipments = problem.shipments?.map((shipment) => ({
    ...shipment,
    pickup: soften(shipment.pickup),
    delivery: soften(shipment.delivery),
  }))
  const stopOf = ({ type, id }: VroomStep) =>
    open.find(
      ({ kind, delivery_id }) => delivery_id === planned.deliveries.get(id!)?.id && (type === 'job' || type === kind),
    )
  return {
    problem: {
      ...problem,
      jobs: problem.jobs.map(soften),
      ...(shipments && { shipments }),
      vehicles: [{ ...vehicle, ...isForgiving, ...(steps.length && { steps }) }],
    },
    open,
    stopOf,
  }
}

const allSkills = ({ jobs, shipments = [] }: VroomInput) => [
  ...new Set([...jobs, ...shipments].flatMap(({ skills }) => skills ?? [])),
]

const tenDays = 10 * 86_400

const always = ({ time_window }: VroomVehicle): [number, number] => [time_window![0], tenDays]

/** Windows that cost something to miss. */
function softWindows(windows: [number, number][]) {
  const [from, to] = [windows[0]![0], windows.at(-1)![1]]
  return {
    time_windows: [[from, tenDays]] as [number, number][],
    soft_time_window: { window: [from, to] as [number, number], cost_per_hour_late: 36_000 },
  }
}
