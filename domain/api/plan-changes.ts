import { z } from 'zod'
import { LateOrders, PlanChangePage, PlanChangeResult, PlanEdits, PlanPlaces } from '../schema/plan-change.ts'
import { PlanProblem } from '../schema/plan-problem.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Plans'

export const previewPlanChange = endpoint({
  id: 'previewPlanChange',
  method: 'POST',
  path: '/v1/plans/:id/changes/preview',
  may: 'change_planning',
  tag,
  summary: 'What a change of a plan would do, without doing it',
  params: idParams,
  body: PlanEdits,
  reply: PlanChangeResult,
  record: 'shown',
  recordIn: 'plan',
  addsNothing: () => true,
})

export const changePlan = endpoint({
  id: 'changePlan',
  method: 'POST',
  path: '/v1/plans/:id/changes',
  may: 'change_planning',
  tag,
  summary: 'Change a draft, approved or dispatched plan: all of the changes, or none',
  params: idParams,
  body: PlanEdits,
  reply: PlanChangeResult,
  idempotent: true,
  record: 'changed',
  recordIn: 'plan',
  // The day goes on, whatever the disk has room for.
  addsNothing: () => true,
})

export const insertEmergency = endpoint({
  id: 'insertEmergency',
  method: 'POST',
  path: '/v1/deliveries/:id/emergency',
  may: 'change_planning',
  tag,
  summary: 'Put a delivery at once where it costs least on a route that is on the road, and tell the driver',
  params: idParams,
  reply: PlanChangeResult,
  idempotent: true,
  addsNothing: () => true,
})

export const listPlanChanges = endpoint({
  id: 'listPlanChanges',
  method: 'GET',
  path: '/v1/plans/:id/changes',
  may: 'see_operations',
  tag,
  summary: 'What was changed of a plan since it was made, newest first',
  params: idParams,
  query: z.strictObject(pageQuery),
  reply: PlanChangePage,
})

export const undoPlanChange = endpoint({
  id: 'undoPlanChange',
  method: 'POST',
  path: '/v1/plans/:id/changes/:change_id/undo',
  may: 'change_planning',
  tag,
  summary: 'Take a change back, which is a change too; undoing that does it again',
  params: z.strictObject({ id: z.uuid(), change_id: z.uuid() }),
  reply: PlanChangeResult,
  idempotent: true,
  record: 'changed',
  recordIn: 'plan',
  addsNothing: () => true,
})

export const findPlaces = endpoint({
  id: 'findPlaces',
  method: 'GET',
  path: '/v1/plans/:id/places',
  may: 'see_operations',
  tag,
  summary: 'The cheapest places for one more delivery: three on routes, and a new route',
  params: idParams,
  query: z.strictObject({
    delivery_id: z.uuid(),
    unpublished: z.stringbool().default(false).describe('In the plan with its unpublished changes'),
  }),
  reply: PlanPlaces,
})

export const getPlanProblem = endpoint({
  id: 'getPlanProblem',
  method: 'GET',
  path: '/v1/plans/:id/problem',
  may: 'see_operations',
  tag,
  summary: 'A plan as the solver’s problem, to work out what changes would do before they are made',
  params: idParams,
  reply: PlanProblem,
  record: 'shown',
})

export const getLateOrders = endpoint({
  id: 'getLateOrders',
  method: 'GET',
  path: '/v1/plans/:id/late-orders',
  may: 'see_operations',
  tag,
  summary: 'Pending deliveries of the plan’s day and depot that came in or were reopened since it was made',
  params: idParams,
  reply: LateOrders,
})
