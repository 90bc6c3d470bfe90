import type { RouteLock } from '../schema/plan.ts'
import { constraintCodes, type ConstraintCode } from '../schema/plan-why.ts'
import type { PlannerSettings } from '../problem/settings.ts'
import type { PlannerDelivery, PlannerDriver, PlannerVehicle } from '../problem/types.ts'
import { batteryOf } from '../problem/vehicle.ts'

/** A route as far as a dispatcher or a promise binds it. */
type Bound = { route: { locks: RouteLock[] }; stops: { locked: boolean; promised_at: string | null }[] }

/** What of a plan holds constraints. */
export type ConstrainedDay<
  D extends PlannerDelivery = PlannerDelivery,
  R extends PlannerDriver = PlannerDriver,
  V extends PlannerVehicle = PlannerVehicle,
  W extends Bound = Bound,
> = {
  settings: PlannerSettings
  deliveries: Map<string, D>
  drivers: Map<string, R>
  vehicles: Map<string, V>
  routes: W[]
}

/** The kinds of constraints that a day has. */
export function constraintsOf({ settings, deliveries, drivers, vehicles, routes }: ConstrainedDay): ConstraintCode[] {
  const [orders, crews, fleet] = [[...deliveries.values()], [...drivers.values()], [...vehicles.values()]]
  const stops = routes.flatMap((whole) => whole.stops)
  const {
    territories = [],
    keep_apart = [],
    keep_apart_on_board = [],
    keep_together = [],
    balance,
    compactness_percent,
    priority_order = 'any',
    promise_tolerance_minutes,
  } = settings
  const has: Record<ConstraintCode, boolean> = {
    time_windows: orders.some(hasWindow),
    shift_end: true,
    capacity: fleet.some((each) => [each, ...(each.compartments ?? [])].some(hasLimit)),
    max_stops: crews.some(({ max_stops }) => max_stops != null),
    limits:
      crews.some(({ max_shift_minutes, max_driving_minutes }) => (max_shift_minutes ?? max_driving_minutes) != null) ||
      fleet.some((each) => each.max_distance_km != null || batteryOf(each) !== undefined),
    last_in_first_out: fleet.some(({ last_in_first_out }) => last_in_first_out),
    priority_order: priority_order !== 'any' && new Set(orders.map(({ priority }) => priority)).size > 1,
    skills: orders.some(({ skills }) => skills.length > 0),
    wanted_driver: orders.some(({ wanted_driver_id }) => wanted_driver_id !== null),
    temperature: orders.some((each) => (each.temperature_min_c ?? each.temperature_max_c) != null),
    territory: territories.length > 0,
    groups: keep_apart.length + keep_apart_on_board.length + keep_together.length > 0,
    balance: balance != null,
    compactness: compactness_percent != null,
    locks:
      stops.some(({ locked }) => locked) || routes.some(({ route }) => route.locks.some((lock) => lock !== 'route')),
    promises: promise_tolerance_minutes != null && stops.some(({ promised_at }) => promised_at !== null),
  }
  return constraintCodes.filter((code) => has[code])
}

const hasWindow = ({ window_start, window_end, more_windows = [], pickup }: PlannerDelivery) =>
  [window_start, window_end, pickup?.window_start, pickup?.window_end].some((time) => time != null) ||
  more_windows.length > 0

const hasLimit = ({ capacity_kg, capacity_l, capacity_units }: Room) =>
  capacity_kg !== null || capacity_l !== null || capacity_units != null

type Room = Pick<PlannerVehicle, 'capacity_kg' | 'capacity_l' | 'capacity_units'>

const anyLoad = { capacity_kg: null, capacity_l: null, capacity_units: null }

const withoutLimits = <V extends PlannerVehicle>(vehicle: V): V => ({
  ...vehicle,
  ...anyLoad,
  ...(vehicle.compartments && { compartments: vehicle.compartments.map((each) => ({ ...each, ...anyLoad })) }),
})

/** Without its own limit, and without what its battery limits. */
const withoutRange = <V extends PlannerVehicle>(vehicle: V): V => ({
  ...vehicle,
  max_distance_km: null,
  battery_kwh: null,
})

/** The last time that anybody can say. */
const lastTime = '47:59'

/** The day without one kind of constraint. What keeps a whole route as it is stays. */
export function withoutConstraint<
  D extends PlannerDelivery,
  R extends PlannerDriver,
  V extends PlannerVehicle,
  W extends Bound,
  T extends ConstrainedDay<D, R, V, W>,
>(day: T & ConstrainedDay<D, R, V, W>, code: ConstraintCode): T {
  const deliveries = (change: Partial<PlannerDelivery>) => ({
    ...day,
    deliveries: mapped(day.deliveries, (each) => ({ ...each, ...change })),
  })
  const drivers = (change: (driver: R) => Partial<PlannerDriver>) => ({
    ...day,
    drivers: mapped(day.drivers, (each) => ({ ...each, ...change(each) })),
  })
  const settings = (change: Partial<PlannerSettings>) => ({ ...day, settings: { ...day.settings, ...change } })
  const stops = (change: { locked?: false; promised_at?: null }) =>
    day.routes.map((whole) => ({ ...whole, stops: whole.stops.map((stop) => ({ ...stop, ...change })) }))
  switch (code) {
    case 'time_windows':
      return { ...day, deliveries: mapped(day.deliveries, withoutWindows) }
    case 'shift_end':
      return drivers(({ depot }) => ({
        shift_end: lastTime,
        overtime: [],
        depot: { ...depot, closes: '24:00', opens: '00:00' },
      }))
    case 'capacity':
      return { ...day, vehicles: mapped(day.vehicles, withoutLimits) }
    case 'max_stops':
      return drivers(() => ({ max_stops: null }))
    case 'limits': {
      const free = drivers(() => ({ max_shift_minutes: null, max_driving_minutes: null }))
      return { ...free, vehicles: mapped(day.vehicles, withoutRange) }
    }
    case 'last_in_first_out':
      return { ...day, vehicles: mapped(day.vehicles, (each) => ({ ...each, last_in_first_out: false })) }
    case 'priority_order':
      return settings({ priority_order: 'any' })
    case 'skills':
      return deliveries({ skills: [] })
    case 'wanted_driver':
      return deliveries({ wanted_driver_id: null })
    case 'temperature':
      return deliveries({ temperature_min_c: null, temperature_max_c: null })
    case 'territory':
      return settings({ territories: [] })
    case 'balance':
      return settings({ balance: null })
    case 'compactness':
      return settings({ compactness_percent: null })
    case 'groups':
      return settings({ keep_apart: [], keep_apart_on_board: [], keep_together: [] })
    case 'locks':
      return {
        ...day,
        routes: stops({ locked: false }).map((whole) => ({
          ...whole,
          route: { ...whole.route, locks: whole.route.locks.filter((lock) => lock === 'route') },
        })),
      }
    case 'promises':
      return { ...day, routes: stops({ promised_at: null }) }
    default:
      return code satisfies never
  }
}

function mapped<T>(all: Map<string, T>, change: (each: T) => T): Map<string, T> {
  return new Map([...all].map(([id, each]) => [id, change(each)]))
}

function withoutWindows<D extends PlannerDelivery>(delivery: D): D {
  const { pickup } = delivery
  return {
    ...delivery,
    window_start: null,
    window_end: null,
    more_windows: [],
    ...(pickup && { pickup: { ...pickup, window_start: null, window_end: null } }),
  }
}
