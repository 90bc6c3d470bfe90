import { z } from 'zod'
import { Handover, RouteHandover, RouteLink } from '../schema/handover.ts'
import { MyRoute } from '../schema/my-route.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Plans'
const routeIds = z.array(z.uuid()).min(1).max(500)

export const listHandovers = endpoint({
  id: 'listHandovers',
  method: 'GET',
  path: '/v1/plans/:id/handovers',
  may: 'see_operations',
  tag,
  summary: 'Which drivers have the routes of a dispatched plan, and how they got them',
  params: idParams,
  reply: z.object({
    data: z.array(RouteHandover),
    by_mail: z.boolean().describe('Whether a mail server is set; without one, mail stays on the server'),
  }),
})

export const giveRoutes = endpoint({
  id: 'giveRoutes',
  method: 'POST',
  path: '/v1/plans/:id/handovers',
  may: 'change_planning',
  tag,
  summary: 'Say that drivers have their routes, such as on paper, or that they do not after all',
  params: idParams,
  body: z.strictObject({ route_ids: routeIds, given: z.boolean() }),
  reply: z.object({ data: z.array(Handover) }),
  addsNothing: () => true,
})

export const mailRoutes = endpoint({
  id: 'mailRoutes',
  method: 'POST',
  path: '/v1/plans/:id/handovers/mail',
  may: 'change_planning',
  tag,
  summary: 'Mail drivers their routes, as PDF and as a link',
  params: idParams,
  body: z.strictObject({ route_ids: routeIds }),
  reply: z.object({
    data: z.array(Handover),
    without_address: z.array(z.object({ route_id: z.uuid(), driver_name: z.string() })),
  }),
})

export const makeRouteLink = endpoint({
  id: 'makeRouteLink',
  method: 'POST',
  path: '/v1/routes/:id/link',
  may: 'change_planning',
  tag,
  summary: 'The link to a plain page of a dispatched route; the same one until it is withdrawn',
  params: idParams,
  reply: RouteLink,
})

export const withdrawRouteLink = endpoint({
  id: 'withdrawRouteLink',
  method: 'DELETE',
  path: '/v1/routes/:id/link',
  may: 'change_planning',
  tag,
  summary: 'The link stops working; the next one is another',
  params: idParams,
  reply: Handover,
})

export const openRouteLink = endpoint({
  id: 'openRouteLink',
  method: 'POST',
  path: '/v1/route-links/open',
  may: 'anybody',
  tag,
  summary: 'The route behind a link, for whoever has it',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  reply: z.object({
    workspace: z.string(),
    language: z.string(),
    time_zone: z.string(),
    driver_name: z.string(),
    route: MyRoute,
  }),
  addsNothing: () => true,
})

export const noteRouteSeen = endpoint({
  id: 'noteRouteSeen',
  method: 'POST',
  path: '/v1/my-route/seen',
  may: 'work_own_route',
  tag: 'Drivers',
  summary: 'The driver has seen these routes',
  body: z.strictObject({ route_ids: z.array(z.uuid()).min(1).max(20) }),
  addsNothing: () => true,
})
