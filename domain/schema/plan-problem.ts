import { z } from 'zod'
import { VroomProblem } from './vroom.ts'

/** A plan as the solver's problem, so that whoever holds it works out changes as the server does. */
export const PlanProblem = z
  .object({
    plan_id: z.uuid(),
    version: z.int().describe('Of the plan, when this was read'),
    problem: VroomProblem.omit({ matrices: true, matrix: true }).describe(
      'Deliveries on routes and those that wait are its jobs and shipments; each vehicle has the steps of its route. Times are seconds after local midnight of the day; amounts are grams, milliliters and pieces',
    ),
    money_per_cost: z.number().describe('How much money, in minor units, one unit of the solver’s cost is'),
    promise_tolerance_minutes: z.int().nullable(),
    vehicles: z.array(
      z.object({
        vehicle: z.int().describe('Its id in the problem'),
        route_id: z.uuid().nullable().describe('Null for a driver who has no route yet'),
        driver_id: z.uuid(),
        driver_name: z.string(),
        vehicle_id: z.uuid().nullable(),
        works: z.boolean().describe('Whether the driver works that day, with a vehicle that may be used'),
        is_on_road: z
          .boolean()
          .describe(
            'Whether the driver is on the way. Changes are compared with how the route goes on by now, not with the plan',
          ),
      }),
    ),
    deliveries: z.array(
      z.object({
        task: z.int().describe('The id of its job, or of both ends of its shipment'),
        delivery_id: z.uuid(),
        number: z.int(),
        kind: z.enum(['delivery', 'return', 'exchange']),
      }),
    ),
  })
  .meta({ id: 'PlanProblem' })
export type PlanProblem = z.infer<typeof PlanProblem>
