import { distanceKm } from '#domain/great-circle.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { DriverOnMap, LivePosition } from '#domain/schema/position.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import type { DriverLook, DriverState } from '#web/map/drivers/mark-shapes.ts'
import { initials } from '#web/ui/avatar.tsx'
import type { LiveFilter } from './live-address.ts'

/** From then on, a driver on shift who sends nothing is silent. */
export const silentAfterSeconds = 300
/** Less than this is as planned. */
export const lateAfterSeconds = 600

/** A driver in the list: what is known, and what follows from it at a moment. */
export type DriverRow = DriverLook & {
  driver: DriverOnMap
  position: LivePosition | null
  ageSeconds: number | null
  /** Against the plan, at the next stop; negative if early. Null if nothing is left to do. */
  delaySeconds: number | null
  /** Of a driver who should be on the way by now, is not on shift, and of whom nobody said that a stop is done. */
  hasNotStarted: boolean
  depotId: string | null
  vehicleType: Vehicle['type'] | null
  phone: string | null
}

/** Records of drivers and vehicles, by their IDs. */
export type Fleet = { drivers: ReadonlyMap<string, Driver>; vehicles: ReadonlyMap<string, Vehicle> }

type Moment = { now: number; speedKmh: number }

/** What stays the same until drivers are read again. Thousands of rows are worked out every two seconds. */
type Facts = { initials: string; plannedAt: number; expectedAt: number | null; startedAt: number }
const known = new WeakMap<DriverOnMap, Facts>()

function factsOf(driver: DriverOnMap): Facts {
  const found = known.get(driver)
  if (found) return found
  const { name, next_stop, shift } = driver
  const facts = {
    initials: initials(name),
    plannedAt: Date.parse(next_stop?.arrival_at ?? ''),
    expectedAt: next_stop?.expected_at ? Date.parse(next_stop.expected_at) : null,
    startedAt: Date.parse(shift?.started_at ?? ''),
  }
  known.set(driver, facts)
  return facts
}

export function rowOf(driver: DriverOnMap, heard: LivePosition | undefined, fleet: Fleet, moment: Moment): DriverRow {
  const position = heard ?? driver.position
  const record = fleet.drivers.get(driver.driver_id)
  const vehicleId = driver.shift?.vehicle_id ?? record?.vehicle_id
  const recordedAt = position && Date.parse(position.recorded_at)
  const ageSeconds = recordedAt && Math.max(0, (moment.now - recordedAt) / 1000)
  const state = stateOf(driver, position, recordedAt, moment.now)
  const delaySeconds = delayOf(driver, position, state, moment)
  const hasNotStarted = state === 'off_shift' && driver.stops_done === 0 && delaySeconds !== null && delaySeconds > 0
  return {
    id: driver.driver_id,
    name: driver.name,
    initials: factsOf(driver).initials,
    state,
    isLate: delaySeconds !== null && delaySeconds > lateAfterSeconds,
    driver,
    position,
    ageSeconds,
    delaySeconds,
    hasNotStarted,
    depotId: record?.depot_id ?? null,
    vehicleType: (vehicleId && fleet.vehicles.get(vehicleId)?.type) || null,
    phone: record?.phone ?? null,
  }
}

function stateOf(
  driver: DriverOnMap,
  position: LivePosition | null,
  recordedAt: number | null,
  now: number,
): DriverState {
  const { shift } = driver
  if (!shift) return 'off_shift'
  if (shift.on_break_since) return 'on_break'
  // A position of an earlier shift says nothing about this one.
  const { startedAt } = factsOf(driver)
  const isOfShift = recordedAt !== null && recordedAt >= startedAt
  if ((now - (isOfShift ? recordedAt : startedAt)) / 1000 > silentAfterSeconds) return 'silent'
  if (!position || !isOfShift) return 'standing'
  if (isAtStop(position)) return 'at_stop'
  return position.standing_since ? 'standing' : 'driving'
}

const isAtStop = ({ near }: LivePosition) => near !== null && near.left_at === null

/**
 * How late the driver will be at the next stop: as the server expects it, or else by the straight line and the workspace's
 * speed, as plans are made. Whoever sends nothing is where they were.
 */
function delayOf(
  driver: DriverOnMap,
  position: LivePosition | null,
  state: DriverState,
  { now, speedKmh }: Moment,
): number | null {
  const next = driver.next_stop
  if (!next) return null
  const { plannedAt: planned, expectedAt } = factsOf(driver)
  if (position && isAtStop(position) && position.near!.stop_id === next.id)
    return (Date.parse(position.near!.since) - planned) / 1000
  if (expectedAt !== null) return (Math.max(expectedAt, now) - planned) / 1000
  // Nobody is late before the route begins.
  if (state === 'off_shift' || !position || !next.location) return now > planned ? (now - planned) / 1000 : 0
  const drivingMs = (distanceKm(position, next.location) / speedKmh) * 3_600_000
  const delay = (now + drivingMs - planned) / 1000
  return delay < 0 ? Math.min(0, delay) : delay
}

/** Whether a dispatcher should do something about it. */
export const isTrouble = ({ isLate, state }: Pick<DriverRow, 'isLate' | 'state'>) => isLate || state === 'silent'

const order: Record<DriverState, number> = {
  silent: 0,
  standing: 1,
  driving: 2,
  at_stop: 2,
  on_break: 3,
  off_shift: 4,
}

/** Late and silent drivers first, the latest on top; then by state. Others keep the order in which they come: by name. */
export function sortRows(rows: readonly DriverRow[]): DriverRow[] {
  const urgency = (row: DriverRow) => (row.isLate ? row.delaySeconds! : (row.ageSeconds ?? 0))
  return rows.toSorted((one, other) => {
    const trouble = Number(isTrouble(other)) - Number(isTrouble(one))
    if (trouble !== 0) return trouble
    return isTrouble(one) ? urgency(other) - urgency(one) : order[one.state] - order[other.state]
  })
}

/** Whether the filter lets a driver through, apart from the states. */
export function matches(row: DriverRow, { q, depot, vehicle, isLateOnly }: LiveFilter): boolean {
  if (isLateOnly && !row.isLate) return false
  if (depot && row.depotId !== depot) return false
  if (vehicle && row.vehicleType !== vehicle) return false
  const text = q.trim().toLowerCase()
  if (!text) return true
  const { next_stop: next } = row.driver
  return `${row.name} ${row.phone ?? ''} ${next?.name ?? ''} ${next?.address ?? ''}`.toLowerCase().includes(text)
}

/** How many drivers are in each state. */
export function countStates(rows: readonly DriverRow[]): Map<DriverState, number> {
  const counts = new Map<DriverState, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}
