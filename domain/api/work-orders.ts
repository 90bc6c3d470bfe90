import { z } from 'zod'
import { NewWorkOrder, WorkOrder, WorkOrderChange, WorkOrderPage, workOrderStates } from '../schema/work-order.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Fleet'

export const listWorkOrders = endpoint({
  id: 'listWorkOrders',
  method: 'GET',
  path: '/v1/work-orders',
  may: 'see_operations',
  tag,
  summary: 'Work orders, the newest first',
  query: z.strictObject({
    ...pageQuery,
    vehicle_id: z.uuid().optional(),
    state: z.enum([...workOrderStates, 'not_done']).optional(),
  }),
  reply: WorkOrderPage,
})

export const getWorkOrder = endpoint({
  id: 'getWorkOrder',
  method: 'GET',
  path: '/v1/work-orders/:id',
  may: 'see_operations',
  tag,
  summary: 'One work order',
  params: idParams,
  reply: WorkOrder,
  record: 'shown',
})

export const createWorkOrder = endpoint({
  id: 'createWorkOrder',
  method: 'POST',
  path: '/v1/work-orders',
  may: 'change_fleet',
  tag,
  summary: 'Have something done to a vehicle. Plans of its days in the workshop leave the vehicle out',
  body: NewWorkOrder,
  reply: WorkOrder,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeWorkOrder = endpoint({
  id: 'changeWorkOrder',
  method: 'PATCH',
  path: '/v1/work-orders/:id',
  may: 'change_fleet',
  tag,
  summary:
    'Change a work order, or its state. Once done, the maintenance counts from then, its defects are solved, and plans have the vehicle again',
  params: idParams,
  body: WorkOrderChange,
  reply: WorkOrder,
  record: 'changed',
})
