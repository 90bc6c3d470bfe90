import { z } from 'zod'
import { EtaModel, SaidEta, StopEta } from '../schema/eta.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Expected arrivals'

const Etas = z.object({
  probability: z.number().describe('How likely an arrival is between p10_at and p90_at'),
  data: z.array(StopEta),
})

export const listPlanEtas = endpoint({
  id: 'listPlanEtas',
  method: 'GET',
  path: '/v1/plans/:id/etas',
  may: 'see_positions',
  tag,
  summary: 'When drivers are now expected at the stops of a plan that are ahead of them',
  params: idParams,
  reply: Etas,
})

export const listRouteEtas = endpoint({
  id: 'listRouteEtas',
  method: 'GET',
  path: '/v1/routes/:id/etas',
  may: 'see_positions',
  tag,
  summary: 'When a driver is now expected at the stops of a route that are ahead',
  params: idParams,
  reply: Etas,
})

export const listSaidEtas = endpoint({
  id: 'listSaidEtas',
  method: 'GET',
  path: '/v1/deliveries/:id/etas',
  may: 'see_positions',
  tag,
  summary: 'What was said when about the arrivals of a delivery, and when the driver came, oldest first',
  params: idParams,
  reply: z.object({ data: z.array(SaidEta) }),
})

export const getEtaModel = endpoint({
  id: 'getEtaModel',
  method: 'GET',
  path: '/v1/eta/model',
  may: 'see_operations',
  tag,
  summary: 'What was learned from drives and stops, and how good the expected arrivals were',
  reply: EtaModel,
})
