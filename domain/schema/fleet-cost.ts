import { z } from 'zod'
import { page } from '../api/endpoint.ts'
import { Day } from '../time.ts'

/** Money of one currency. */
const CostOf = z.object({
  currency: z.string(),
  fuel: z.int(),
  maintenance: z.int(),
  fixed: z.int(),
  total: z.int(),
  per_km: z.number().nullable().describe('In minor units; null if no distance is known'),
})

/** What a vehicle cost in a period. Sums never mix currencies. */
export const VehicleCost = z
  .object({
    vehicle_id: z.uuid(),
    vehicle_code: z.string(),
    from: Day,
    to: Day,
    distance_km: z.number().describe('By readings where there are, else by positions'),
    amount: z.array(
      z.object({
        unit: z.enum(['l', 'kwh']),
        quantity: z.number(),
      }),
    ),
    costs: z.array(CostOf).describe('One for each currency, the workspace’s first'),
  })
  .meta({ id: 'VehicleCost' })
export type VehicleCost = z.infer<typeof VehicleCost>
export type CostOf = z.infer<typeof CostOf>

export const VehicleCostPage = page(VehicleCost).meta({ id: 'VehicleCostPage' })
