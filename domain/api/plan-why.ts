import { z } from 'zod'
import { DeliveryWhy } from '../schema/plan-why.ts'
import { endpoint } from './endpoint.ts'

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
