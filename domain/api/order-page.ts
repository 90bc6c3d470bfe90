import { z } from 'zod'
import {
  NewOrderHold,
  OrderContact,
  OrderHold,
  OrderPage,
  orderPageParams,
  OrderQuestion,
  OrderSlots,
  PlacedOrder,
} from '../schema/order-page.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Order page'
const holdParams = orderPageParams.extend({ id: z.uuid() })

export const getOrderPage = endpoint({
  id: 'getOrderPage',
  method: 'GET',
  path: '/v1/order-pages/:name',
  may: 'anybody',
  tag,
  summary: 'Who takes orders on a page',
  params: orderPageParams,
  reply: OrderPage,
})

export const findOrderSlots = endpoint({
  id: 'findOrderSlots',
  method: 'POST',
  path: '/v1/order-pages/:name/slots',
  may: 'anybody',
  tag,
  summary: 'The windows that can be kept at an address, for a customer',
  params: orderPageParams,
  body: OrderQuestion,
  reply: OrderSlots,
  addsNothing: () => true,
})

export const holdOrderSlot = endpoint({
  id: 'holdOrderSlot',
  method: 'POST',
  path: '/v1/order-pages/:name/holds',
  may: 'anybody',
  tag,
  summary: 'Hold a slot for a customer, with the answer to a puzzle',
  params: orderPageParams,
  body: NewOrderHold,
  reply: OrderHold,
  status: 201,
})

export const placeOrder = endpoint({
  id: 'placeOrder',
  method: 'POST',
  path: '/v1/order-pages/:name/holds/:id/confirm',
  may: 'anybody',
  tag,
  summary: 'Book a held slot, and get the link to follow the delivery',
  params: holdParams,
  body: OrderContact,
  reply: PlacedOrder,
  status: 201,
})

export const releaseOrderSlot = endpoint({
  id: 'releaseOrderSlot',
  method: 'DELETE',
  path: '/v1/order-pages/:name/holds/:id',
  may: 'anybody',
  tag,
  summary: 'Give a held slot back',
  params: holdParams,
})
