import type { PlannerSettings } from '../problem/settings.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'

/** A delivery as input of planning. */
export type DayDelivery = PlannerDelivery & {
  number: number
  delivery_address: string
  place_name?: string | null
  recipient_name: string | null
  scheduled_date: string | null
}

/** A driver as input of planning. */
export type DayDriver = PlannerDriver & {
  vehicle_id: string | null
  depot: PlannerDriver['depot'] & { name: string; address: string }
}

export type DaySettings = PlannerSettings & { fuel_l_per_km: number; get_ready_minutes: number }
