import { z } from 'zod'
import { MyRoute } from '../schema/my-route.ts'
import { endpoint } from './endpoint.ts'

export const getMyRoute = endpoint({
  id: 'getMyRoute',
  method: 'GET',
  path: '/v1/my-route',
  may: 'work_own_route',
  tag: 'Drivers',
  summary: 'The dispatched routes of the driver who asks, from today on, with their stops in driving order',
  reply: z.object({
    driver: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('The record of drivers that the member is tied to, if any'),
    routes: z.array(MyRoute),
  }),
})
