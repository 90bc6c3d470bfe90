import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Compartments } from './compartment.ts'
import { Skills } from './delivery.ts'
import { isTemperatureRange, temperatureMessage, temperatures, vehicleCosts } from './fleet-fields.ts'
import { Version } from './version.ts'

export const vehicleTypes = ['motorcycle', 'car', 'van', 'truck', 'bicycle'] as const

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
    max_distance_km: fields.max_distance_km.default(null),
    temperature_min_c: fields.temperature_min_c.default(null),
    temperature_max_c: fields.temperature_max_c.default(null),
    compartments: fields.compartments.default([]),
    reloads: fields.reloads.default(false),
    reload_minutes: fields.reload_minutes.default(usualReloadMinutes),
    max_trips: fields.max_trips.default(null),
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
    max_distance_km: fields.max_distance_km.optional(),
    temperature_min_c: fields.temperature_min_c.optional(),
    temperature_max_c: fields.temperature_max_c.optional(),
    compartments: fields.compartments.optional(),
    reloads: fields.reloads.optional(),
    reload_minutes: fields.reload_minutes.optional(),
    max_trips: fields.max_trips.optional(),
    skills: fields.skills.optional(),
    fuel_level: fields.fuel_level.optional(),
    last_maintenance_on: fields.last_maintenance_on.optional(),
  })
  .refine(({ code, plate }) => code || plate, { path: ['code'], message: 'Enter a code or a plate.' })
  .refine(isTemperatureRange, { ...temperatureMessage })
  .meta({ id: 'VehicleRow' })
export type VehicleRow = z.infer<typeof VehicleRow>

export const VehiclePage = page(Vehicle).meta({ id: 'VehiclePage' })
