import { z } from 'zod'
import { NewPlan, Plan, PlanningDay, PlanPage, PlanSummary, Route } from '../schema/plan.ts'
import { BestPlan, WhatIf } from '../schema/revision.ts'
import { Day } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Plans'

export const listPlans = endpoint({
  id: 'listPlans',
  method: 'GET',
  path: '/v1/plans',
  may: 'see_operations',
  tag,
  summary: 'List plans, newest first, without revisions and scenarios unless asked for',
  query: z.strictObject({
    day: Day.optional(),
    revises: z.uuid().optional().describe('The revisions of this plan, and of them only'),
    scenarios: z.stringbool().optional().describe('The scenarios of the day, and only those'),
    ...pageQuery,
  }),
  reply: PlanPage,
})

export const getPlanningDay = endpoint({
  id: 'getPlanningDay',
  method: 'GET',
  path: '/v1/planning-day',
  may: 'see_operations',
  tag,
  summary: 'Who does not work on a day, and what cannot be planned together, before a plan is made',
  query: z.strictObject({ day: Day, depot_id: z.uuid().optional() }),
  reply: PlanningDay,
})

export const getPlan = endpoint({
  id: 'getPlan',
  method: 'GET',
  path: '/v1/plans/:id',
  may: 'see_operations',
  tag,
  summary: 'One plan with its routes, stops and unassigned deliveries',
  params: idParams,
  reply: Plan,
  record: 'shown',
})

export const getRoute = endpoint({
  id: 'getRoute',
  method: 'GET',
  path: '/v1/routes/:id',
  may: 'see_operations',
  tag,
  summary: 'One route with its stops, and what has become of their deliveries',
  params: idParams,
  reply: Route,
})

export const getPlanProgress = endpoint({
  id: 'getPlanProgress',
  method: 'GET',
  path: '/v1/plans/:id/progress',
  may: 'see_operations',
  tag,
  summary: 'The state and progress of a plan, without its routes',
  params: idParams,
  reply: PlanSummary,
  record: 'shown',
})

export const getBestPlan = endpoint({
  id: 'getBestPlan',
  method: 'GET',
  path: '/v1/plans/:id/best',
  may: 'see_operations',
  tag,
  summary: 'The best routes so far while a plan is calculated, to be drawn',
  params: idParams,
  reply: BestPlan,
})

export const createPlan = endpoint({
  id: 'createPlan',
  method: 'POST',
  path: '/v1/plans',
  may: 'change_planning',
  tag,
  summary: 'Optimize a day’s pending deliveries for the chosen drivers, or an existing plan anew, in the background',
  body: NewPlan,
  reply: PlanSummary,
  status: 202,
  idempotent: true,
  record: 'shown',
})

const step = (id: string, verb: string, summary: string) =>
  endpoint({
    id,
    method: 'POST',
    path: `/v1/plans/:id/${verb}`,
    may: 'change_planning',
    tag,
    summary,
    params: idParams,
    reply: PlanSummary,
    record: 'changed',
    // The day goes on, whatever the disk has room for.
    addsNothing: () => true,
  })

export const cancelPlan = step('cancelPlan', 'cancel', 'Stop calculating, without a result')
export const finishPlan = step(
  'finishPlan',
  'finish',
  'Stop calculating, and keep the best plan so far; it becomes a draft within about a second',
)
export const approvePlan = step('approvePlan', 'approve', 'Approve a draft; its deliveries become planned')
export const dispatchPlan = endpoint({
  id: 'dispatchPlan',
  method: 'POST',
  path: '/v1/plans/:id/dispatch',
  may: 'change_planning',
  tag,
  summary: 'Send the routes to their drivers',
  params: idParams,
  query: z.strictObject({
    despite_goods: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Also if a transfer has not brought all goods yet; it is refused otherwise'),
  }),
  reply: PlanSummary,
  record: 'changed',
  addsNothing: () => true,
})
export const takeBackPlan = step(
  'takeBackPlan',
  'take-back',
  'One step back: dispatched to approved, approved to draft',
)
export const discardPlan = step('discardPlan', 'discard', 'Discard a draft')

export const renameScenario = endpoint({
  id: 'renameScenario',
  method: 'PATCH',
  path: '/v1/plans/:id',
  may: 'change_planning',
  tag,
  summary: 'Rename a scenario',
  params: idParams,
  body: z.strictObject({ name: WhatIf.shape.name }),
  reply: PlanSummary,
  record: 'changed',
})
