import { z } from 'zod'
import { Location } from '../geo.ts'
import { NearDriver } from '../schema/near-driver.ts'
import { endpoint, idParams } from './endpoint.ts'

export const listNearDrivers = endpoint({
  id: 'listNearDrivers',
  method: 'GET',
  path: '/v1/deliveries/:id/near-drivers',
  may: 'see_operations',
  tag: 'Positions',
  summary: 'Drivers on shift who could take a delivery: the suitable ones first, and of these the nearest',
  params: idParams,
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: z.object({
    location: Location.nullable().describe('Where the delivery goes. Without a position, nobody is near'),
    data: z.array(NearDriver),
  }),
})
