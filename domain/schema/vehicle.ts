import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Skills } from './delivery.ts'
import { Version } from './version.ts'

export const vehicleTypes = ['motorcycle', 'car', 'van', 'truck', 'bicycle'] as const

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
    skills: fields.skills.default([]),
    fuel_level: fields.fuel_level.default(null),
    last_maintenance_on: fields.last_maintenance_on.default(null),
    active: fields.active.default(true),
  })
  .meta({ id: 'NewVehicle' })
export type NewVehicle = z.infer<typeof NewVehicle>

export const VehicleChange = z.strictObject(fields).partial().meta({ id: 'VehicleChange' })
export type VehicleChange = z.infer<typeof VehicleChange>

/** One row of an import. Omitted fields stay the same, or get the usual value for a new vehicle. */
export const VehicleRow = z
  .strictObject({
    code: fields.code.optional(),
    plate: fields.plate.optional(),
    type: fields.type.optional(),
    capacity_kg: fields.capacity_kg.optional(),
    capacity_l: fields.capacity_l.optional(),
    skills: fields.skills.optional(),
    fuel_level: fields.fuel_level.optional(),
    last_maintenance_on: fields.last_maintenance_on.optional(),
  })
  .refine(({ code, plate }) => code || plate, { path: ['code'], message: 'Enter a code or a plate.' })
  .meta({ id: 'VehicleRow' })
export type VehicleRow = z.infer<typeof VehicleRow>

export const VehiclePage = page(Vehicle).meta({ id: 'VehiclePage' })
