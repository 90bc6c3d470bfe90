import { z } from 'zod'
import { PlanGeometry } from '../schema/travel.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Plans'

export const getPlanTravel = endpoint({
  id: 'getPlanTravel',
  method: 'GET',
  path: '/v1/plans/:id/travel',
  may: 'see_operations',
  tag,
  summary:
    'Seconds and meters between all places of a plan, as a routing engine measured them; docs/travel.md has the format',
  params: idParams,
  reply: z.string().meta({ format: 'binary' }),
  media: 'application/octet-stream',
})

export const getPlanGeometry = endpoint({
  id: 'getPlanGeometry',
  method: 'GET',
  path: '/v1/plans/:id/geometry',
  may: 'see_operations',
  tag,
  summary: 'The roads that a plan’s routes take; straight lines, which are none, without a routing engine',
  params: idParams,
  reply: PlanGeometry,
})
