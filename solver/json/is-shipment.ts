import { isObject } from './fields.ts'
import type { VroomJob, VroomShipment } from './vroom.ts'

/** Whether an order is a shipment: its pickup is a stop, not a list of amounts. */
export function isShipment(order: VroomJob | VroomShipment): order is VroomShipment {
  return isObject(order) && isObject(order['pickup'])
}
