import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

export const dueStates = ['ok', 'due', 'overdue'] as const
export type DueState = (typeof dueStates)[number]

/** An odometer, or a distance of a vehicle's life. */
export const Kilometers = z.number().min(0, 'A distance cannot be negative.').max(10_000_000, 'At most 10,000,000 km.')

const fields = {
  name: text(100).min(1, 'Enter what is done, such as Oil change.'),
  every_km: z
    .int('Enter whole kilometers.')
    .min(100, 'At least 100 km.')
    .max(1_000_000, 'At most 1,000,000 km.')
    .nullable()
    .describe('Due after so many kilometers; null if only time counts'),
  every_months: z
    .int('Enter whole months.')
    .min(1, 'At least 1 month.')
    .max(120, 'At most 120 months.')
    .nullable()
    .describe('Due after so many months; null if only distance counts'),
  last_done_on: Day.nullable().describe('The day from which months count'),
  last_done_km: Kilometers.nullable().describe('The odometer from which kilometers count'),
  warn_km: z.int('Enter whole kilometers.').min(0).max(100_000).describe('Due so many kilometers before it is overdue'),
  warn_days: z.int('Enter whole days.').min(0).max(366).describe('Due so many days before it is overdue'),
}

/** When maintenance has to be done again, as of today. */
export const Due = z.object({
  state: z.enum(dueStates),
  on: Day.nullable().describe('The last day on which it is not overdue'),
  at_km: z.number().nullable().describe('The odometer up to which it is not overdue'),
  sentence: z.string().nullable().describe('Why it is due or overdue'),
})
export type Due = z.infer<typeof Due>

/** Maintenance of a vehicle that comes again: by time, by distance, or by whichever is first. */
export const MaintenanceSchedule = z
  .object({
    id: z.uuid(),
    vehicle_id: z.uuid(),
    ...fields,
    due: Due,
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'MaintenanceSchedule' })
export type MaintenanceSchedule = z.infer<typeof MaintenanceSchedule>

type Interval = { every_km?: number | null | undefined; every_months?: number | null | undefined }
/** Whether it ever comes again. */
export const comesAgain = ({ every_km, every_months }: Interval) => Boolean(every_km ?? every_months)
export const intervalMessage = { path: ['every_km'], message: 'Enter kilometers, months, or both.' }

export const NewMaintenanceSchedule = z
  .strictObject({
    ...fields,
    every_km: fields.every_km.default(null),
    every_months: fields.every_months.default(null),
    last_done_on: fields.last_done_on.default(null).describe('Today, if absent'),
    last_done_km: fields.last_done_km.default(null).describe('What the odometer shows now, if absent'),
    warn_km: fields.warn_km.default(500),
    warn_days: fields.warn_days.default(14),
  })
  .refine(comesAgain, { ...intervalMessage })
  .meta({ id: 'NewMaintenanceSchedule' })
export type NewMaintenanceSchedule = z.infer<typeof NewMaintenanceSchedule>

export const MaintenanceScheduleChange = z.strictObject(fields).partial().meta({ id: 'MaintenanceScheduleChange' })
export type MaintenanceScheduleChange = z.infer<typeof MaintenanceScheduleChange>

export const MaintenanceSchedulePage = page(MaintenanceSchedule).meta({ id: 'MaintenanceSchedulePage' })
