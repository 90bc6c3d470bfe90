import { z } from 'zod'
import { Quota } from '../schema/quota.ts'
import { endpoint } from './endpoint.ts'

export const listQuotas = endpoint({
  id: 'listQuotas',
  method: 'GET',
  path: '/v1/quotas',
  may: 'see_operations',
  tag: 'Quotas',
  summary: 'What the workspace may create and store, and how much of it is used',
  reply: z.object({ data: z.array(Quota) }),
})
