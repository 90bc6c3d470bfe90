import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { DayTime, Instant, TimeOfDay } from '../time.ts'
import { breakProblems, DriverBreaks, type DriverBreak } from './breaks.ts'
import { Skills } from './delivery.ts'
import { InternationalPhone } from './phone.ts'
import { FleetPlace, limitMinutes } from './fleet-fields.ts'
import { Overtime } from './overtime.ts'
import { hoursProblem, Week, type Shift } from './shift.ts'
import { Version } from './version.ts'

const fields = {
  name: text(100).min(1, 'Enter a name.'),
  phone: InternationalPhone.nullable(),
  email: z.email('Enter an email address like name@example.com.').max(254).nullable(),
  shift_start: TimeOfDay,
  shift_end: DayTime,
  week: Week.nullable().describe('Other hours by weekday; shift_start and shift_end every day if empty'),
  breaks: DriverBreaks,
  max_stops: z
    .int('Enter a whole number.')
    .min(1, 'At least 1 stop.')
    .max(1000, 'At most 1,000 stops.')
    .nullable()
    .describe('Most stops of a route; no limit if empty'),
  max_territories: z
    .int('Enter a whole number.')
    .min(1, 'At least 1 territory.')
    .max(100, 'At most 100 territories.')
    .nullable()
    .describe('In how many territories the stops of a route may lie; no limit if empty'),
  max_shift_minutes: limitMinutes.nullable().describe('Longest route, from leaving to returning; the shift if empty'),
  max_driving_minutes: limitMinutes.nullable().describe('Most driving of a route; no limit if empty'),
  overtime: Overtime.nullable().describe(
    'What may follow the shift, at these prices; as in the planning settings if null, none if empty',
  ),
  start_place: FleetPlace.nullable().describe('Where the route starts; the depot if empty'),
  end_place: FleetPlace.nullable().describe('Where the route ends; the depot if empty'),
  ends_anywhere: z.boolean().describe('The route ends at its last stop, wherever that is'),
  speed_factor: z
    .number()
    .min(0.1, 'At least 0.1.')
    .max(5, 'At most 5.')
    .transform((factor) => Math.round(factor * 100) / 100)
    .describe('How fast the driver is, compared with others; 1 by default'),
  skills: Skills,
  vehicle_id: z.uuid().nullable(),
  depot_id: z.uuid().nullable().describe('Where the route starts and ends; the default depot if empty'),
  active: z.boolean(),
  user_id: z
    .uuid()
    .nullable()
    .describe('The member who is this driver. With the role driver, that member sees their own route only'),
}

type Told = {
  shift_start?: string | undefined
  shift_end?: string | undefined
  week?: Week | null | undefined
  breaks?: DriverBreak[] | undefined
  end_place?: FleetPlace | null | undefined
  ends_anywhere?: boolean | undefined
}

/** What is wrong with a driver's fields together, by field. A change may hold only some of them. */
export function driverProblems(told: Told) {
  const { shift_start, shift_end, end_place, ends_anywhere, breaks = [] } = told
  const shift = shift_start && shift_end ? hoursProblem(shift_start, shift_end, 'The shift') : undefined
  return [
    ...(shift ? [{ path: 'shift_end', message: shift }] : []),
    ...breakProblems(breaks, shift ? [] : shiftsOf(told)),
    ...(end_place && ends_anywhere
      ? [{ path: 'end_place', message: 'The route cannot end at a place and anywhere. Choose one.' }]
      : []),
  ]
}

/** All shifts that a driver is told to work; none if that is not known. */
function shiftsOf({ week, shift_start, shift_end }: Told): Shift[] {
  if (week) return Object.values(week).filter((shift) => shift !== null)
  return week === null && shift_start && shift_end ? [{ start: shift_start, end: shift_end }] : []
}

const check = (driver: Told, context: z.RefinementCtx) => {
  for (const { path, message } of driverProblems(driver)) context.addIssue({ code: 'custom', path: [path], message })
}

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
    week: fields.week.default(null),
    breaks: fields.breaks.default([]),
    max_stops: fields.max_stops.default(null),
    max_territories: fields.max_territories.default(null),
    max_shift_minutes: fields.max_shift_minutes.default(null),
    max_driving_minutes: fields.max_driving_minutes.default(null),
    overtime: fields.overtime.default(null),
    start_place: fields.start_place.default(null),
    end_place: fields.end_place.default(null),
    ends_anywhere: fields.ends_anywhere.default(false),
    speed_factor: fields.speed_factor.default(1),
    skills: fields.skills.default([]),
    vehicle_id: fields.vehicle_id.default(null),
    depot_id: fields.depot_id.default(null),
    active: fields.active.default(true),
    user_id: fields.user_id.default(null),
  })
  .superRefine(check)
  .meta({ id: 'NewDriver' })
export type NewDriver = z.infer<typeof NewDriver>

export const DriverChange = z.strictObject(fields).partial().superRefine(check).meta({ id: 'DriverChange' })
export type DriverChange = z.infer<typeof DriverChange>

/** One row of an import. Omitted fields stay the same, or get the usual value for a new driver. */
export const DriverRow = z
  .strictObject({
    name: fields.name,
    phone: fields.phone.optional(),
    email: fields.email.optional(),
    shift_start: fields.shift_start.optional(),
    shift_end: fields.shift_end.optional(),
    week: fields.week.optional(),
    max_stops: fields.max_stops.optional(),
    max_territories: fields.max_territories.optional(),
    max_shift_minutes: fields.max_shift_minutes.optional(),
    max_driving_minutes: fields.max_driving_minutes.optional(),
    speed_factor: fields.speed_factor.optional(),
    skills: fields.skills.optional(),
    vehicle: text(20).min(1).nullable().optional().describe('Code or plate of an active vehicle'),
    depot: text(100).min(1).nullable().optional().describe('Name of an active depot'),
  })
  .superRefine(check)
  .meta({ id: 'DriverRow' })
export type DriverRow = z.infer<typeof DriverRow>

export const DriverPage = page(Driver).meta({ id: 'DriverPage' })
