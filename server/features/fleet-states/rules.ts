import type { FleetDue } from '#domain/schema/fleet-state.ts'
import type { Due } from '#domain/schema/maintenance.ts'
import type { WorkOrder } from '#domain/schema/work-order.ts'

/** Of a vehicle, or of a driver for a license. */
export type VehicleDue = FleetDue & { vehicle_id: string | null; driver_id?: string | null; of?: string | null }

/** An order whose days in the workshop are over, and that nobody finished. */
export function lateOrder({ id, vehicle_id, title, until_day }: WorkOrder, today: string): VehicleDue[] {
  if (until_day === null || until_day >= today) return []
  const sentence = `${title}: the workshop had it until ${until_day}, and plans have the vehicle again. Finish the work order, or move its last day.`
  return [{ kind: 'workshop', id, vehicle_id, state: 'overdue', sentence }]
}

type Ending = {
  id: string
  vehicle_id: string | null
  driver_id: string | null
  driver_name: string | null
  due: Pick<Due, 'state' | 'sentence'>
}

/** A document that has ended, or ends soon. */
export function dueDocument({ id, vehicle_id, driver_id, driver_name, due }: Ending): VehicleDue[] {
  const { state, sentence } = due
  if (state === 'ok' || sentence === null) return []
  return [{ kind: 'document', id, vehicle_id, driver_id, of: driver_name, state, sentence }]
}
