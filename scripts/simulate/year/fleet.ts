import { NewClient } from '#domain/schema/client.ts'
import { NewDepot } from '#domain/schema/depot.ts'
import { NewDriver } from '#domain/schema/driver.ts'
import { NewFleetDocument } from '#domain/schema/fleet-document.ts'
import { NewMaintenanceSchedule } from '#domain/schema/maintenance.ts'
import { NewPayRule } from '#domain/schema/pay.ts'
import { NewRateCard } from '#domain/schema/client-billing.ts'
import { NewTerritory } from '#domain/schema/territory.ts'
import { NewVehicle } from '#domain/schema/vehicle.ts'
import { dayAfter } from '#domain/time.ts'
import type { Trx } from '#server/db/connect.ts'
import { createClient } from '#server/features/clients/commands.ts'
import { createRateCard } from '#server/features/client-billing/commands.ts'
import { createDepot } from '#server/features/depots/commands.ts'
import { createDriver } from '#server/features/drivers/commands.ts'
import { createDocument } from '#server/features/fleet-documents/commands.ts'
import { createSchedule } from '#server/features/maintenance/commands.ts'
import { createPayRule } from '#server/features/pay/commands.ts'
import { createTerritory } from '#server/features/territories/commands.ts'
import { createVehicle } from '#server/features/vehicles/commands.ts'
import type { Actor } from '#server/http/callers/actor.ts'
import { depots, quarters } from './city.ts'
import type { Crew } from './day.ts'

const cold = [
  { name: 'Cold', temperature_min_c: 2, temperature_max_c: 8, capacity_kg: 200, capacity_l: 600 },
  { name: 'Frozen', temperature_min_c: -25, temperature_max_c: -18, capacity_kg: 100, capacity_l: 300 },
]
const costs = (fixed: number, km: number, hour: number) => ({
  cost_fixed: fixed,
  cost_per_km: km,
  cost_per_hour: hour,
  cost_per_service_hour: hour,
  cost_per_waiting_hour: hour,
})

type Drives = {
  /** Liters or kilowatt-hours for 100 km. */
  uses: number
  /** Kilometers after which it is filled. */
  fillsAfter: number
  /** Of a liter or kilowatt-hour. */
  price: number
  startKm: number
}
type Made = { fields: Partial<NewVehicle> & Pick<NewVehicle, 'code' | 'type'>; drives: Drives }

const van = {
  type: 'van',
  capacity_kg: 350,
  capacity_l: 1200,
  ...costs(160_000, 2_300, 42_000),
  monthly_cost: 6_500_000,
} as const
const truck = {
  type: 'truck',
  capacity_kg: 800,
  capacity_l: 3000,
  ...costs(240_000, 3_900, 48_000),
  monthly_cost: 9_800_000,
} as const
const diesel = { energy: 'diesel', tank_l: 60 } as const
const diesels: Drives = { uses: 9.4, fillsAfter: 390, price: 14_500, startKm: 0 }

/** The last two stand in for those that are in the workshop. */
export const vehicles: readonly Made[] = [
  {
    fields: { code: 'KA-1001', plate: 'B 9101 KRT', ...van, ...diesel, compartments: cold as never, skills: ['cold'] },
    drives: { ...diesels, startKm: 41_200 },
  },
  {
    fields: { code: 'KA-1002', plate: 'B 9102 KRT', ...van, ...diesel, compartments: cold as never, skills: ['cold'] },
    drives: { ...diesels, startKm: 28_900 },
  },
  {
    fields: { code: 'KA-1003', plate: 'B 9103 KRT', ...truck, ...diesel, tank_l: 100 },
    drives: { ...diesels, uses: 15.2, fillsAfter: 480, startKm: 96_400 },
  },
  {
    fields: {
      code: 'KA-1004',
      plate: 'B 9104 KRT',
      ...van,
      energy: 'electric',
      battery_kwh: 68,
      kwh_per_100_km: 26,
      charge_kw: 22,
    },
    drives: { uses: 26, fillsAfter: 130, price: 2_500, startKm: 12_100 },
  },
  {
    fields: {
      code: 'KA-1005',
      plate: 'B 9105 KRT',
      type: 'car',
      capacity_kg: 250,
      capacity_l: 900,
      ...costs(110_000, 1_700, 40_000),
      energy: 'petrol',
      tank_l: 45,
      monthly_cost: 4_200_000,
    },
    drives: { uses: 7.6, fillsAfter: 420, price: 12_900, startKm: 55_700 },
  },
  {
    fields: {
      code: 'KA-1006',
      plate: 'B 9106 KRT',
      type: 'motorcycle',
      capacity_kg: 120,
      capacity_l: 420,
      ...costs(45_000, 600, 34_000),
      energy: 'petrol',
      tank_l: 12,
      monthly_cost: 900_000,
    },
    drives: { uses: 2.9, fillsAfter: 250, price: 12_900, startKm: 18_300 },
  },
  {
    fields: { code: 'KA-1007', plate: 'B 9107 KRT', ...truck, ...diesel, tank_l: 100 },
    drives: { ...diesels, uses: 15.6, fillsAfter: 450, startKm: 133_000 },
  },
  { fields: { code: 'KA-1008', plate: 'B 9108 KRT', ...van, ...diesel }, drives: { ...diesels, startKm: 78_500 } },
]
export const spares = [6, 7]

/** The last one takes over from the one before. */
export const crews: readonly (Crew & { name: string })[] = [
  { name: 'Budi Santoso', depot: 0, vehicle: 0, starts: 8 * 3600, isCold: true, factor: 0.97 },
  { name: 'Siti Rahmawati', depot: 1, vehicle: 1, starts: 8 * 3600, isCold: true, factor: 1 },
  { name: 'Agus Wijaya', depot: 0, vehicle: 2, starts: 7.5 * 3600, isCold: false, factor: 1.06 },
  { name: 'Dewi Lestari', depot: 0, vehicle: 3, starts: 8.5 * 3600, isCold: false, factor: 0.95 },
  { name: 'Rizky Pratama', depot: 1, vehicle: 4, starts: 9 * 3600, isCold: false, factor: 1.02 },
  { name: 'Putri Handayani', depot: 1, vehicle: 5, starts: 8 * 3600, isCold: false, factor: 0.93 },
  { name: 'Made Suartana', depot: 1, vehicle: 5, starts: 8 * 3600, isCold: false, factor: 1.12 },
]
/** When the last crew takes over, as a share of the year. */
export const takeover = 0.65

export const clientNames = ['Toko Segar', 'Apotek Sehat', 'Rumah Busana', 'Kopi Nusantara']

export type Fleet = { depots: string[]; vehicles: string[]; drivers: string[]; clients: string[] }

/** Makes everything that is there from the first day on, as of then. */
export async function makeFleet(
  trx: Trx,
  actor: Actor,
  { from, until }: { from: string; until: string },
  now: Date,
): Promise<Fleet> {
  const fleet: Fleet = { depots: [], vehicles: [], drivers: [], clients: [] }
  for (const [index, depot] of depots.entries()) {
    const made = await createDepot(trx, actor, NewDepot.parse({ ...depot, is_default: index === 0 }), now)
    fleet.depots.push(made.id)
  }
  for (const { fields } of vehicles)
    fleet.vehicles.push((await createVehicle(trx, actor, NewVehicle.parse(fields), now)).id)
  for (const [index, { name, depot, vehicle, starts }] of crews.entries()) {
    const drives = index < crews.length - 1 ? { vehicle_id: fleet.vehicles[vehicle]! } : {}
    const driver = {
      name,
      shift_start: clock(starts - 1800),
      shift_end: '18:30',
      depot_id: fleet.depots[depot]!,
      ...drives,
    }
    fleet.drivers.push((await createDriver(trx, actor, NewDriver.parse(driver), now)).id)
  }
  for (const [index, name] of clientNames.entries()) {
    const client = NewClient.parse({ name, reference: `C-${101 + index}`, email: `billing${index + 1}@example.com` })
    fleet.clients.push((await createClient(trx, actor, client, now)).id)
  }
  const zones = await makeZones(trx, actor, now)
  for (const [index, id] of fleet.clients.entries()) {
    await createRateCard(trx, actor, id, rateCard(from, zones[0]!, 1 + index * 0.06), now)
  }
  const usual = { valid_from: from, per_hour: 24_000, per_stop: 2_500, per_km: 350 }
  await createPayRule(trx, actor, NewPayRule.parse(usual), now)
  await createPayRule(
    trx,
    actor,
    NewPayRule.parse({ ...usual, driver_id: fleet.drivers[2]!, per_hour: 29_000, pays_breaks: true }),
    now,
  )
  await makePapers(trx, actor, fleet, until, now)
  return fleet
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 16)

async function makeZones(trx: Trx, actor: Actor, now: Date): Promise<string[]> {
  const ids: string[] = []
  for (const { name, color, sides } of quarters) {
    const [west, south, east, north] = sides
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    const area = { type: 'Polygon', coordinates: [corners] }
    ids.push((await createTerritory(trx, actor, NewTerritory.parse({ name, color, area }), now)).id)
  }
  return ids
}

const rateCard = (from: string, central: string, factor: number) => {
  const price = (amount: number) => Math.round((amount * factor) / 100) * 100
  return NewRateCard.parse({
    valid_from: from,
    prices: [
      { territory_id: central, up_to_kg: 5, amount: price(18_000) },
      { up_to_kg: 5, up_to_km: 8, amount: price(21_000) },
      { up_to_kg: 20, amount: price(29_500) },
      { amount: price(42_000) },
    ],
    again_fee: price(12_000),
    hours: [{ from: '17:00', until: '22:00', amount: price(6_000) }],
    minimum: price(15_000),
    fuel_percent: 4.5,
    tax_percent: 11,
  })
}

/** Maintenance that comes again, and papers. Of these, one has ended, and some end soon. */
async function makePapers(
  trx: Trx,
  actor: Actor,
  { vehicles: ids, drivers }: Fleet,
  until: string,
  now: Date,
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const { drives, fields } = vehicles[index]!
    const oil = {
      name: fields.energy === 'electric' ? 'Battery and brakes' : 'Oil change',
      every_km: 6000,
      every_months: 6,
      last_done_km: drives.startKm - 900,
    }
    await createSchedule(trx, actor, id, NewMaintenanceSchedule.parse(oil), now)
    await createSchedule(
      trx,
      actor,
      id,
      NewMaintenanceSchedule.parse({ name: 'Tires', every_km: 40_000, last_done_km: drives.startKm - 5000 }),
      now,
    )
    const papers = [
      {
        kind: 'registration',
        name: 'STNK',
        number: `STNK-${4400 + index}`,
        expires_on: dayAfter(until, 40 + index * 55),
      },
      {
        kind: 'insurance',
        name: 'Insurance',
        number: `POL-${77_120 + index}`,
        expires_on: dayAfter(until, index === 4 ? -6 : 12 + index * 31),
      },
      { kind: 'inspection', name: 'Roadworthiness', number: null, expires_on: dayAfter(until, 95 + index * 20) },
    ]
    for (const paper of papers)
      await createDocument(trx, actor, NewFleetDocument.parse({ ...paper, vehicle_id: id }), now)
  }
  for (const [index, driver_id] of drivers.entries()) {
    const license = {
      kind: 'license',
      name: 'SIM B1',
      number: `SIM-${90_210 + index}`,
      expires_on: dayAfter(until, 20 + index * 140),
      driver_id,
    }
    await createDocument(trx, actor, NewFleetDocument.parse(license), now)
  }
}
