import { z } from 'zod'
import {
  NewRecurringOrder,
  NewStandingRoute,
  RecurringOrder,
  RecurringOrderChange,
  RecurringOrderPage,
  StandingRoute,
  StandingRouteChange,
  StandingRoutePage,
} from '../schema/recurring.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Recurring orders'
const params = idParams

export const listRecurringOrders = endpoint({
  id: 'listRecurringOrders',
  method: 'GET',
  path: '/v1/recurring-orders',
  may: 'see_operations',
  tag,
  summary: 'List recurring orders, by standing route and place',
  query: z.strictObject(pageQuery),
  reply: RecurringOrderPage,
})

export const getRecurringOrder = endpoint({
  id: 'getRecurringOrder',
  method: 'GET',
  path: '/v1/recurring-orders/:id',
  may: 'see_operations',
  tag,
  summary: 'One recurring order',
  params,
  reply: RecurringOrder,
  record: 'shown',
})

export const createRecurringOrder = endpoint({
  id: 'createRecurringOrder',
  method: 'POST',
  path: '/v1/recurring-orders',
  may: 'change_deliveries',
  tag,
  summary: 'Let an order come again; its deliveries of the next two weeks are made at once',
  body: NewRecurringOrder,
  reply: RecurringOrder,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeRecurringOrder = endpoint({
  id: 'changeRecurringOrder',
  method: 'PATCH',
  path: '/v1/recurring-orders/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Change a recurring order; coming deliveries that nobody has touched are made anew',
  params,
  body: RecurringOrderChange,
  reply: RecurringOrder,
  record: 'changed',
})

export const deleteRecurringOrder = endpoint({
  id: 'deleteRecurringOrder',
  method: 'DELETE',
  path: '/v1/recurring-orders/:id',
  may: 'change_deliveries',
  tag,
  summary: 'End a recurring order, with its coming deliveries that nobody has touched',
  params,
  record: 'changed',
})

export const listStandingRoutes = endpoint({
  id: 'listStandingRoutes',
  method: 'GET',
  path: '/v1/standing-routes',
  may: 'see_operations',
  tag,
  summary: 'List standing routes by name',
  query: z.strictObject(pageQuery),
  reply: StandingRoutePage,
})

export const createStandingRoute = endpoint({
  id: 'createStandingRoute',
  method: 'POST',
  path: '/v1/standing-routes',
  may: 'change_planning',
  tag,
  summary: 'Add a standing route: recurring orders that one driver serves in a fixed order',
  body: NewStandingRoute,
  reply: StandingRoute,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeStandingRoute = endpoint({
  id: 'changeStandingRoute',
  method: 'PATCH',
  path: '/v1/standing-routes/:id',
  may: 'change_planning',
  tag,
  summary: 'Rename a standing route, or give it to another driver from tomorrow on',
  params,
  body: StandingRouteChange,
  reply: StandingRoute,
  record: 'changed',
})

export const deleteStandingRoute = endpoint({
  id: 'deleteStandingRoute',
  method: 'DELETE',
  path: '/v1/standing-routes/:id',
  may: 'change_planning',
  tag,
  summary: 'Delete a standing route; its recurring orders stay',
  params,
  record: 'changed',
})
