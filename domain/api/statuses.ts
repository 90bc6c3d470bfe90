import { Delivery } from '../schema/delivery.ts'
import { StatusCorrection, StatusStep } from '../schema/status.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Deliveries'

export const setStatus = endpoint({
  id: 'setDeliveryStatus',
  method: 'POST',
  path: '/v1/deliveries/:id/status',
  may: 'change_deliveries',
  tag,
  summary: 'Say that a dispatched delivery is in transit, has arrived, was delivered or failed',
  params: idParams,
  body: StatusStep,
  addsNothing: () => true,
  reply: Delivery,
  record: 'changed',
})

export const correctStatus = endpoint({
  id: 'correctDeliveryStatus',
  method: 'POST',
  path: '/v1/deliveries/:id/status/correction',
  may: 'change_deliveries',
  tag,
  summary: 'Correct a wrong status, its time or its reason. The history keeps both, with who corrected it and why',
  params: idParams,
  body: StatusCorrection,
  addsNothing: () => true,
  reply: Delivery,
  record: 'changed',
})
