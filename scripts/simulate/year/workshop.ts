import { chance, normals, seedOf } from '#domain/rehearsal/chance.ts'
import { NewFuelEntry } from '#domain/schema/fuel.ts'
import { NewWorkOrder } from '#domain/schema/work-order.ts'
import { dayAfter, instantOf } from '#domain/time.ts'
import type { Trx } from '#server/db/connect.ts'
import { createEntry } from '#server/features/fuel/commands.ts'
import { allSchedules } from '#server/features/maintenance/queries.ts'
import { acknowledgeExcursion, recordTemperatures } from '#server/features/temperatures/commands.ts'
import { changeOrder, createOrder } from '#server/features/work-orders/commands.ts'
import { anySeen } from '#server/http/if-match.ts'
import { zone } from './city.ts'
import type { Route } from './day.ts'
import { spares, vehicles } from './fleet.ts'
import type { Kept } from './write-day.ts'

/** Every so many working days, a vehicle is in the workshop for one. */
const workshopEvery = 78

/** Whether a vehicle is in the workshop on a working day. */
export const isInWorkshop = (vehicle: number, workday: number) =>
  !spares.includes(vehicle) && workday % workshopEvery === 18 + vehicle * 9

/** Which vehicle a crew drives: its own, or one that stands in. */
export const vehicleOn = (crew: { vehicle: number; depot: number }, workday: number) =>
  isInWorkshop(crew.vehicle, workday) ? spares[crew.depot]! : crew.vehicle

type Done = { day: string; workday: number; seed: number; routes: readonly Route[] }

/** What the fleet needs on a day: fuel, the workshop, and what its compartments were kept at. */
export async function writeFleetDay(trx: Trx, kept: Kept & { sinceFull: number[] }, done: Done): Promise<void> {
  const random = chance(seedOf(done.seed, 6, done.workday))
  await writeFuel(trx, kept, done, random)
  await writeOrders(trx, kept, done, random)
  for (const route of done.routes) await writeTemperatures(trx, kept, done, route, random)
}

async function writeFuel(
  trx: Trx,
  { actor, fleet, odometers, sinceFull }: Kept & { sinceFull: number[] },
  { day, routes }: Done,
  random: () => number,
) {
  const normal = normals(random)
  for (const { vehicle, actual } of routes) {
    const { drives, fields } = vehicles[vehicle]!
    sinceFull[vehicle] = sinceFull[vehicle]! + actual.km * 1.02
    if (sinceFull[vehicle]! < drives.fillsAfter) continue
    const used = (sinceFull[vehicle]! / 100) * drives.uses * Math.exp(normal() * 0.06)
    // Now and then, more was paid for than went into the tank.
    const quantity = Math.round(used * (random() < 0.015 ? 1.9 : 1) * 10) / 10
    const now = new Date(instantOf(day, '00:00', zone).getTime() + (actual.ends + 600) * 1000)
    const isElectric = fields.energy === 'electric'
    const entry = NewFuelEntry.parse({
      filled_at: now.toISOString(),
      quantity,
      unit: isElectric ? 'kwh' : 'l',
      cost: Math.round(quantity * drives.price),
      odometer_km: Math.round(odometers[vehicle]!),
      place: isElectric ? 'Depot charger' : 'SPBU 34.103',
      card: isElectric ? null : `7013-${9000 + vehicle}`,
    })
    await createEntry(trx, actor, fleet.vehicles[vehicle]!, entry, now)
    sinceFull[vehicle] = 0
  }
}

const workshops = ['Bengkel Jaya', 'Auto Servis Kemayoran', 'Mitra Motor']

async function writeOrders(
  trx: Trx,
  { workspaceId, actor, fleet, odometers }: Kept,
  { day, workday }: Done,
  random: () => number,
) {
  for (const [vehicle, id] of fleet.vehicles.entries()) {
    if (!isInWorkshop(vehicle, workday)) continue
    const schedules = await allSchedules(trx, workspaceId, instantOf(day, '12:00', zone), [id])
    const due = schedules.find(({ due: { state } }) => state !== 'ok') ?? schedules[0]
    const order = NewWorkOrder.parse({
      vehicle_id: id,
      title: due?.name ?? 'Service',
      vendor: workshops[vehicle % workshops.length],
      from_day: day,
      until_day: day,
      ...(due && { schedule_id: due.id }),
    })
    const { id: made } = await createOrder(trx, actor, order, instantOf(dayAfter(day, -3), '10:00', zone))
    const costs = {
      parts_cost: Math.round(350 + random() * 2_400) * 1000,
      labor_cost: Math.round(200 + random() * 700) * 1000,
      odometer_km: Math.round(odometers[vehicle]!),
    }
    const done = { ...costs, state: 'done' as const, done_on: day }
    await changeOrder(trx, actor, made, done, anySeen(), instantOf(day, '17:30', zone))
  }
}

const everySeconds = 20 * 60

/** Readings of a cold vehicle while it drives. Now and then, a door stays open. */
async function writeTemperatures(
  trx: Trx,
  { actor, fleet }: Kept,
  { day }: Done,
  { vehicle, actual }: Route,
  random: () => number,
) {
  const compartments = vehicles[vehicle]!.fields.compartments ?? []
  const midnight = instantOf(day, '00:00', zone).getTime()
  const count = Math.floor((actual.ends - actual.starts) / everySeconds)
  const open = random() < 0.05 ? Math.floor(random() * (count - 4)) : null
  const readings = compartments.flatMap(({ name, temperature_min_c, temperature_max_c }, index) =>
    Array.from({ length: count }, (_, step) => {
      const middle = (temperature_min_c! + temperature_max_c!) / 2
      const warm = open !== null && index === 0 && step >= open && step < open + 3 ? 5.5 + random() * 3 : 0
      const celsius = Math.round((middle + (random() - 0.5) * 3 + warm) * 10) / 10
      const read_at = new Date(midnight + (actual.starts + step * everySeconds) * 1000).toISOString()
      return { vehicle: fleet.vehicles[vehicle]!, compartment: name, read_at, celsius }
    }),
  )
  if (!readings.length) return
  const now = new Date(midnight + actual.ends * 1000)
  await recordTemperatures(trx, actor, { readings, source: 'sensor', dry_run: false }, now)
  if (open === null || random() < 0.2) return
  const found = await trx
    .selectFrom('temperature_excursions')
    .select('id')
    .where('vehicle_id', '=', fleet.vehicles[vehicle]!)
    .where('acknowledged_at', 'is', null)
    .where('told_at', 'is not', null)
    .execute()
  for (const { id } of found)
    await acknowledgeExcursion(trx, actor, id, 'The door was left open while unloading. Goods checked.', now)
}
