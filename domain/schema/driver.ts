import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Instant, TimeOfDay } from '../time.ts'
import { Phone, Skills } from './delivery.ts'
import { Version } from './version.ts'

const fields = {
  name: text(100).min(1, 'Enter a name.'),
  phone: Phone.nullable(),
  email: z.email('Enter an email address like name@example.com.').max(254).nullable(),
  shift_start: TimeOfDay,
  shift_end: TimeOfDay,
  skills: Skills,
  vehicle_id: z.uuid().nullable(),
  depot_id: z.uuid().nullable().describe('Where the route starts and ends; the default depot if empty'),
  active: z.boolean(),
  user_id: z
    .uuid()
    .nullable()
    .describe('The member who is this driver. With the role driver, that member sees their own route only'),
}

const shiftInOrder = (driver: { shift_start?: string; shift_end?: string }) =>
  !driver.shift_start || !driver.shift_end || driver.shift_start < driver.shift_end
const shiftMessage = { path: ['shift_end'], message: 'The shift ends before it starts.' }

export const Driver = z
  .object({
    id: z.uuid(),
    ...fields,
    phone: z.string().nullable(),
    vehicle_code: z.string().nullable(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Driver' })
export type Driver = z.infer<typeof Driver>

export const NewDriver = z
  .strictObject({
    name: fields.name,
    phone: fields.phone.default(null),
    email: fields.email.default(null),
    shift_start: fields.shift_start.optional().describe("The workspace's setting by default"),
    shift_end: fields.shift_end.optional().describe("The workspace's setting by default"),
    skills: fields.skills.default([]),
    vehicle_id: fields.vehicle_id.default(null),
    depot_id: fields.depot_id.default(null),
    active: fields.active.default(true),
    user_id: fields.user_id.default(null),
  })
  .refine(shiftInOrder, shiftMessage)
  .meta({ id: 'NewDriver' })
export type NewDriver = z.infer<typeof NewDriver>

export const DriverChange = z
  .strictObject(fields)
  .partial()
  .refine(shiftInOrder, shiftMessage)
  .meta({ id: 'DriverChange' })
export type DriverChange = z.infer<typeof DriverChange>

/** One row of an import. Omitted fields stay the same, or get the usual value for a new driver. */
export const DriverRow = z
  .strictObject({
    name: fields.name,
    phone: fields.phone.optional(),
    email: fields.email.optional(),
    shift_start: fields.shift_start.optional(),
    shift_end: fields.shift_end.optional(),
    skills: fields.skills.optional(),
    vehicle: text(20).min(1).nullable().optional().describe('Code or plate of an active vehicle'),
    depot: text(100).min(1).nullable().optional().describe('Name of an active depot'),
  })
  .refine(shiftInOrder, shiftMessage)
  .meta({ id: 'DriverRow' })
export type DriverRow = z.infer<typeof DriverRow>

export const DriverPage = page(Driver).meta({ id: 'DriverPage' })
