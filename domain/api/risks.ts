import { z } from 'zod'
import { PlanRisks, RouteRemedies } from '../schema/plan-risk.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Plans'

export const listRisks = endpoint({
  id: 'listRisks',
  method: 'GET',
  path: '/v1/plans/:id/risks',
  may: 'see_positions',
  tag,
  summary: 'Routes of a dispatched plan that will be late, or cannot go on, before it happens',
  params: idParams,
  reply: PlanRisks,
})

export const findRemedies = endpoint({
  id: 'findRemedies',
  method: 'GET',
  path: '/v1/plans/:id/risks/:route_id/remedies',
  may: 'see_positions',
  tag,
  summary: 'Up to three remedies for a route at risk, as changes of the plan, with what each would do',
  params: z.strictObject({ id: z.uuid(), route_id: z.uuid() }),
  reply: RouteRemedies,
})
