import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Compartments } from './compartment.ts'
import { Skills } from './delivery.ts'
import { isTemperatureRange, temperatureMessage, temperatures, vehicleCosts } from './fleet-fields.ts'
import { Version } from './version.ts'

export const vehicleTypes = ['motorcycle', 'car', 'van', 'truck', 'bicycle'] as const

/** What a vehicle drives on. Bicycles need nothing. */
export const energies = ['petrol', 'diesel', 'gas', 'electric', 'none'] as const
export type Energy = (typeof energies)[number]

/** What of a battery plans leave over. */
export const usualReservePercent = 20

/** How long a vehicle takes at the depot between two trips. */
export const usualReloadMinutes = 15

const fields = {
  code: text(20).min(1, 'Enter a code.'),
  type: z.enum(vehicleTypes),
  plate: text(20).nullable(),
  capacity_kg: z
    .number()
    .min(0, 'Weight cannot be negative.')
    .max(100_000, 'At most 100,000 kg.')
    .nullable()
    .describe('No limit if empty'),
  capacity_l: z
    .number()
    .min(0, 'Volume cannot be negative.')
    .max(1_000_000, 'At most 1,000,000 L.')
    .nullable()
    .describe('No limit if empty'),
  capacity_units: z
    .int('Enter a whole number.')
    .min(0, 'Pieces cannot be negative.')
    .max(1_000_000, 'At most 1,000,000 pieces.')
    .nullable()
    .describe('Pieces; no limit if empty'),
  ...vehicleCosts,
  max_distance_km: z
    .number()
    .min(0.1, 'At least 0.1 km.')
    .max(10_000, 'At most 10,000 km.')
    .nullable()
    .describe('Longest route; no limit if empty'),
  ...temperatures,
  compartments: Compartments,
  reloads: z.boolean().describe('It may return to the depot for more in between'),
  reload_minutes: z
    .int('Enter whole minutes.')
    .min(0, 'Minutes cannot be negative.')
    .max(480, 'At most 8 hours.')
    .describe('For unloading and loading at the depot'),
  max_trips: z
    .int('Enter a whole number.')
    .min(1, 'At least 1 trip.')
    .max(20, 'At most 20 trips.')
    .nullable()
    .describe('Most trips of a day, the first included; no limit if empty'),
  last_in_first_out: z
    .boolean()
    .describe('It is loaded and unloaded from one end: what was loaded last is handed over first'),
  energy: z.enum(energies).nullable(),
  tank_l: z.number().positive('Enter liters.').max(5000, 'At most 5,000 L.').nullable(),
  battery_kwh: z.number().positive('Enter kilowatt-hours.').max(2000, 'At most 2,000 kWh.').nullable(),
  kwh_per_100_km: z
    .number()
    .positive('Enter kilowatt-hours.')
    .max(500, 'At most 500 kWh.')
    .nullable()
    .describe('With the battery and its reserve, this limits routes of an electric vehicle'),
  reserve_percent: z
    .int('Enter a whole number.')
    .min(0, 'At least 0%.')
    .max(90, 'At most 90%.')
    .describe('What of the battery plans leave over'),
  charge_kw: z
    .number()
    .positive('Enter kilowatts.')
    .max(1000, 'At most 1,000 kW.')
    .nullable()
    .describe('How fast it charges at the depot between two trips; null if it does not charge there'),
  fuel_cards: z
    .array(text(40).min(1))
    .max(10, 'At most 10 cards.')
    .describe('Cards whose entries of an import are of this vehicle'),
  monthly_cost: z
    .int('Enter a whole amount.')
    .min(0, 'A cost cannot be negative.')
    .max(1e12)
    .nullable()
    .describe('Leasing, insurance and taxes of a month'),
  skills: Skills.describe('What the vehicle offers, such as cold'),
  fuel_level: z.number().min(0).max(100).nullable().describe('Percent'),
  last_maintenance_on: Day.nullable(),
  active: z.boolean(),
}

export const Vehicle = z
  .object({
    id: z.uuid(),
    ...fields,
    driver_id: z.uuid().nullable(),
    driver_name: z.string().nullable(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Vehicle' })
export type Vehicle = z.infer<typeof Vehicle>

export const NewVehicle = z
  .strictObject({
    code: fields.code.optional().describe('The next free KA- number by default'),
    type: fields.type.default('van'),
    plate: fields.plate.default(null),
    capacity_kg: fields.capacity_kg.default(null),
    capacity_l: fields.capacity_l.default(null),
    capacity_units: fields.capacity_units.default(null),
    cost_fixed: fields.cost_fixed.default(null),
    cost_per_km: fields.cost_per_km.default(null),
    cost_per_hour: fields.cost_per_hour.default(null),
    cost_per_service_hour: fields.cost_per_service_hour.default(null),
    cost_per_waiting_hour: fields.cost_per_waiting_hour.default(null),
    cost_per_stop: fields.cost_per_stop.default(null),
    cost_per_parcel: fields.cost_per_parcel.default(null),
    max_distance_km: fields.max_distance_km.default(null),
    temperature_min_c: fields.temperature_min_c.default(null),
    temperature_max_c: fields.temperature_max_c.default(null),
    compartments: fields.compartments.default([]),
    reloads: fields.reloads.default(false),
    reload_minutes: fields.reload_minutes.default(usualReloadMinutes),
    max_trips: fields.max_trips.default(null),
    last_in_first_out: fields.last_in_first_out.default(false),
    energy: fields.energy.default(null),
    tank_l: fields.tank_l.default(null),
    battery_kwh: fields.battery_kwh.default(null),
    kwh_per_100_km: fields.kwh_per_100_km.default(null),
    reserve_percent: fields.reserve_percent.default(usualReservePercent),
    charge_kw: fields.charge_kw.default(null),
    fuel_cards: fields.fuel_cards.default([]),
    monthly_cost: fields.monthly_cost.default(null),
    skills: fields.skills.default([]),
    fuel_level: fields.fuel_level.default(null),
    last_maintenance_on: fields.last_maintenance_on.default(null),
    active: fields.active.default(true),
  })
  .refine(isTemperatureRange, { ...temperatureMessage })
  .meta({ id: 'NewVehicle' })
export type NewVehicle = z.infer<typeof NewVehicle>

export const VehicleChange = z
  .strictObject(fields)
  .partial()
  .refine(isTemperatureRange, { ...temperatureMessage })
  .meta({ id: 'VehicleChange' })
export type VehicleChange = z.infer<typeof VehicleChange>

/** One row of an import. Omitted fields stay the same, or get the usual value for a new vehicle. */
export const VehicleRow = z
  .strictObject({
    code: fields.code.optional(),
    plate: fields.plate.optional(),
    type: fields.type.optional(),
    capacity_kg: fields.capacity_kg.optional(),
    capacity_l: fields.capacity_l.optional(),
    capacity_units: fields.capacity_units.optional(),
    cost_fixed: fields.cost_fixed.optional(),
    cost_per_km: fields.cost_per_km.optional(),
    cost_per_hour: fields.cost_per_hour.optional(),
    cost_per_stop: fields.cost_per_stop.optional(),
    cost_per_parcel: fields.cost_per_parcel.optional(),
    max_distance_km: fields.max_distance_km.optional(),
    temperature_min_c: fields.temperature_min_c.optional(),
    temperature_max_c: fields.temperature_max_c.optional(),
    compartments: fields.compartments.optional(),
    reloads: fields.reloads.optional(),
    reload_minutes: fields.reload_minutes.optional(),
    max_trips: fields.max_trips.optional(),
    last_in_first_out: fields.last_in_first_out.optional(),
    skills: fields.skills.optional(),
    fuel_level: fields.fuel_level.optional(),
    last_maintenance_on: fields.last_maintenance_on.optional(),
  })
  .refine(({ code, plate }) => code || plate, { path: ['code'], message: 'Enter a code or a plate.' })
  .refine(isTemperatureRange, { ...temperatureMessage })
  .meta({ id: 'VehicleRow' })
export type VehicleRow = z.infer<typeof VehicleRow>

export const VehiclePage = page(Vehicle).meta({ id: 'VehiclePage' })
