import { z } from 'zod'
import { DeliveryWhy, PlanWhy } from '../schema/plan-why.ts'
import { endpoint, idParams } from './endpoint.ts'

const unpublished = z.stringbool().default(false).describe('Of the plan with its unpublished changes')

export const explainDelivery = endpoint({
  id: 'explainDelivery',
  method: 'GET',
  path: '/v1/plans/:id/why/:delivery_id',
  may: 'see_operations',
  tag: 'Plans',
  summary: 'Why a delivery is where it is on a plan, or on no route: what each driver could do, and what would help',
  params: z.strictObject({ id: z.uuid(), delivery_id: z.uuid() }),
  query: z.strictObject({ unpublished }),
  reply: DeliveryWhy,
})

export const explainPlan = endpoint({
  id: 'explainPlan',
  method: 'GET',
  path: '/v1/plans/:id/why',
  may: 'see_operations',
  tag: 'Plans',
  summary: 'Which constraints of a plan cost most: what it would be without each of them. Takes about two seconds',
  params: idParams,
  query: z.strictObject({ unpublished }),
  reply: PlanWhy,
})
