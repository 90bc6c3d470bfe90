import { AppError } from '#domain/errors.ts'
import { driverKeys } from '#domain/import/driver-rows.ts'
import { keyOf } from '#domain/import/match.ts'
import { plateKey } from '#domain/import/vehicle-rows.ts'
import { judgeRows, type Verdict } from '#domain/import/verdicts.ts'
import { driverProblems, type Driver, type DriverChange, type DriverRow } from '#domain/schema/driver.ts'

/**
 * Checks what belongs together, of which a change may contain only one half; the other half is the stored one.
 * @throws AppError `validation_failed`
 */
export function checkDriver(driver: Parameters<typeof driverProblems>[0]): void {
  const errors = driverProblems(driver)
  if (errors.length) throw new AppError('validation_failed', { errors })
}

/** What is checked of a change. Breaks that an import left outside of the shift stand in the way of nothing else. */
export function withChange(before: Driver, change: DriverChange) {
  const { shift_start, shift_end, week, breaks } = change
  const isAboutHours = [shift_start, shift_end, week, breaks].some((field) => field !== undefined)
  return { ...before, ...change, ...(!isAboutHours && { breaks: [] }) }
}

/** The fields of a driver as columns: JSON as text. */
export function toColumns<Fields extends Partial<DriverChange>>({
  week,
  breaks,
  overtime,
  start_place,
  end_place,
  ...fields
}: Fields) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    ...fields,
    ...(week !== undefined && { week: json(week) }),
    ...(breaks !== undefined && { breaks: JSON.stringify(breaks) }),
    ...(overtime !== undefined && { overtime: json(overtime) }),
    ...(start_place !== undefined && { start_place: json(start_place) }),
    ...(end_place !== undefined && { end_place: json(end_place) }),
  }
}

type Unknown =
  | 'vehicle_code'
  | 'user_id'
  | 'breaks'
  | 'overtime'
  | 'start_place'
  | 'created_at'
  | 'updated_at'
  | 'version'
export type KnownDriver = Omit<Driver, Unknown>
type NamedVehicle = { id: string; code: string; plate: string | null; active: boolean }
type NamedDepot = { id: string; name: string; active: boolean }
type DriverValues = Omit<DriverRow, 'vehicle' | 'depot'> & { vehicle_id?: string | null; depot_id?: string | null }
type DriverVerdict = Verdict<KnownDriver, DriverValues>

type Fleet = {
  known: KnownDriver[]
  vehicles: NamedVehicle[]
  depots: NamedDepot[]
  workspace: { start_time: string; end_time: string }
  /** Where in the list that was sent each row is. */
  at?: number[] | undefined
}

/** What the rows of an import do. Vehicles are named by code or plate, and depots by name. */
export function judgeDrivers(rows: DriverRow[], { known, vehicles, depots, workspace, at }: Fleet): DriverVerdict[] {
  const findVehicle = finder(vehicles, ({ code, plate }) => [keyOf(code), plateKey(plate)])
  const findDepot = finder(depots, ({ name }) => [keyOf(name)])
  const verdicts = judgeRows<DriverRow, KnownDriver, DriverValues>({
    rows,
    at,
    known,
    plural: 'drivers',
    keysOf: driverKeys,
    resolve: ({ vehicle, depot, ...row }, before) => {
      const shift_start = row.shift_start ?? before?.shift_start ?? workspace.start_time
      const shift_end = row.shift_end ?? before?.shift_end ?? workspace.end_time
      const [problem] = driverProblems({ shift_start, shift_end })
      if (problem) return { reason: problem.message }
      const vehicles = vehicle ? findVehicle([keyOf(vehicle), plateKey(vehicle)]) : []
      if (vehicle && vehicles.length !== 1) return { reason: notOne('vehicle', 'code or plate', vehicle, vehicles) }
      if (vehicles[0] && !vehicles[0].active) return { reason: `Vehicle ${vehicles[0].code} is not active.` }
      const depots = depot ? findDepot([keyOf(depot)]) : []
      if (depot && depots.length !== 1) return { reason: notOne('depot', 'name', depot, depots) }
      if (depots[0] && !depots[0].active) return { reason: `Depot ${depots[0].name} is not active.` }
      return {
        values: {
          ...row,
          // Other letters are not a change.
          ...(before && keyOf(row.name) === keyOf(before.name) && { name: before.name }),
          ...(row.email && keyOf(row.email) === keyOf(before?.email) && { email: before?.email }),
          shift_start,
          shift_end,
          ...(vehicle !== undefined && { vehicle_id: vehicles[0]?.id ?? null }),
          ...(depot !== undefined && { depot_id: depots[0]?.id ?? null }),
        },
      }
    },
  })
  return refuseTaken(verdicts, known, new Map(vehicles.map(({ id, code }) => [id, code])))
}

/** Finds records by any of their keys. */
function finder<Item>(items: readonly Item[], keysOf: (item: Item) => (string | null)[]) {
  const byKey = new Map<string | null, Set<Item>>()
  for (const item of items) {
    for (const key of keysOf(item)) byKey.set(key, (byKey.get(key) ?? new Set()).add(item))
  }
  return (keys: (string | null)[]) => [
    ...new Set(keys.flatMap((key) => (key === null ? [] : [...(byKey.get(key) ?? [])]))),
  ]
}

function notOne(noun: string, by: string, wanted: string, found: readonly unknown[]): string {
  return found.length === 0
    ? `No ${noun} has the ${by} “${wanted}”. Add it first, or leave the cell empty.`
    : `Several ${noun}s have the ${by} “${wanted}”.`
}

/**
 * Refuses rows that want a vehicle of another active driver. Drivers of one import may swap their vehicles. A refused
 * driver keeps the old vehicle, which may take it from another row, so this repeats until nothing changes.
 */
function refuseTaken(verdicts: DriverVerdict[], known: KnownDriver[], codes: Map<string, string>): DriverVerdict[] {
  const wants = verdicts.map((verdict) => {
    if (verdict.outcome === 'created') return { id: verdict.values.vehicle_id, name: verdict.values.name }
    if (verdict.outcome !== 'updated' || verdict.change.vehicle_id === undefined) return undefined
    // Only active drivers hold a vehicle.
    return { id: verdict.before.active ? verdict.change.vehicle_id : null, name: verdict.before.name }
  })
  const leaving = new Map(
    verdicts.flatMap((verdict, at) => (verdict.outcome === 'updated' && wants[at] ? [[verdict.before.id, at]] : [])),
  )
  const refused = new Map<number, string>()
  for (let before = -1; before < refused.size;) {
    before = refused.size
    const holders = new Map<string, string>()
    for (const driver of known) {
      const at = leaving.get(driver.id)
      const isStaying = at === undefined || refused.has(at)
      if (driver.active && driver.vehicle_id && isStaying) holders.set(driver.vehicle_id, driver.name)
    }
    for (const [at, want] of wants.entries()) {
      if (!want?.id || refused.has(at)) continue
      const holder = holders.get(want.id)
      if (holder === undefined) holders.set(want.id, want.name)
      else refused.set(at, `Vehicle ${codes.get(want.id)} belongs to ${holder}. Free it first.`)
    }
  }
  return verdicts.map((verdict, at) => {
    const reason = refused.get(at)
    return reason === undefined ? verdict : { outcome: 'refused', reason }
  })
}
