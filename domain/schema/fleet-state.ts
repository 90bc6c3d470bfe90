import { z } from 'zod'
import { page } from '../api/endpoint.ts'
import { dueStates } from './maintenance.ts'

/** Something about a vehicle that has a date or a distance. */
export const FleetDue = z.object({
  kind: z.enum(['maintenance', 'document', 'workshop', 'odometer', 'fuel']),
  id: z.uuid().describe('Of the record of that kind; of a work order for workshop'),
  state: z.enum(dueStates),
  sentence: z.string(),
})
export type FleetDue = z.infer<typeof FleetDue>

/** How a vehicle is today. */
export const FleetState = z
  .object({
    vehicle_id: z.uuid(),
    vehicle_code: z.string(),
    odometer_km: z.number().nullable(),
    away: z.string().nullable().describe('Why plans of today leave it out'),
    open_work_orders: z.int(),
    due: z.array(FleetDue).describe('What is overdue, then what is due soon'),
  })
  .meta({ id: 'FleetState' })
export type FleetState = z.infer<typeof FleetState>

export const FleetStatePage = page(FleetState).meta({ id: 'FleetStatePage' })
