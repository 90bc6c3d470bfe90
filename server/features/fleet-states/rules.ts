import type { FleetDue } from '#domain/schema/fleet-state.ts'
import type { WorkOrder } from '#domain/schema/work-order.ts'

export type VehicleDue = FleetDue & { vehicle_id: string }

/** An order whose days in the workshop are over, and that nobody finished. */
export function lateOrder({ id, vehicle_id, title, until_day }: WorkOrder, today: string): VehicleDue[] {
  if (until_day === null || until_day >= today) return []
  const sentence = `${title}: the workshop had it until ${until_day}, and plans have the vehicle again. Finish the work order, or move its last day.`
  return [{ kind: 'workshop', id, vehicle_id, state: 'overdue', sentence }]
}
