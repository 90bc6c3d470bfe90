import { z } from 'zod'

/** What travel times come from: a routing engine, or the straight line over the globe. */
export const travelEngines = ['great_circle', 'osrm', 'valhalla', 'openrouteservice'] as const
export const TravelEngineName = z.enum(travelEngines).meta({ id: 'TravelEngine' })
export type TravelEngineName = z.infer<typeof TravelEngineName>

/** What a plan was timed with. */
export const PlanTravel = z
  .object({
    engine: TravelEngineName,
    note: z.string().nullable().describe('In words, what of it is only estimated, and why; null if nothing is'),
  })
  .meta({ id: 'PlanTravel' })
export type PlanTravel = z.infer<typeof PlanTravel>

/** How the routes of a plan go along roads. */
export const PlanGeometry = z
  .object({
    routes: z.array(
      z.object({
        route_id: z.uuid(),
        legs: z
          .array(z.string().nullable())
          .describe(
            'From each of the route’s places to the next, as a polyline with five digits; null where no road is known',
          ),
      }),
    ),
    is_complete: z.boolean().describe('False while the routing engine is still being asked: ask again soon'),
  })
  .meta({ id: 'PlanGeometry' })
export type PlanGeometry = z.infer<typeof PlanGeometry>
