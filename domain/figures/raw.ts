import type { LocationSource } from '../address/position.ts'
import type { DeliveryState } from '../delivery-state.ts'
import type { DeliveryKind } from '../schema/order.ts'
import type { StopKind } from '../schema/plan.ts'

/*
 * What figures are worked out from: deliveries, what their histories say of their states, and the routes that they were on.
 * Instants are milliseconds.
 */

export type RawDelivery = {
  id: string
  number: number
  kind: DeliveryKind
  status: DeliveryState
  status_at: number
  failure_reason: string | null
  route_id: string | null
  driver_id: string | null
  client_id: string | null
  depot_id: string | null
  lat: number | null
  lng: number | null
  location_confidence: number | null
  location_source: LocationSource | null
  rating: number | null
  windows: { start: string | null; end: string | null }[]
}

/** An entry of a history that says something of the state. What it does not mention is undefined. */
export type RawEntry = {
  isCorrection: boolean
  at: number
  status?: DeliveryState | undefined
  status_at?: number | undefined
  reason?: string | null | undefined
}

export type RawStop = {
  id: string
  position: number
  kind: StopKind
  delivery_id: string | null
  /** Whether it brings the delivery, or collects a return: not where something is picked up on the way. */
  isDoor: boolean
  arrival_at: number
  departure_at: number
  waiting_seconds: number
  /** With setup. */
  service_seconds: number
  /** From the start of the route. */
  distance_km: number
  /** Pieces brought or collected there, at least one; what is picked up on the way counts where it is brought. */
  pieces: number
  promised_at: number | null
  departed_at: number | null
  arrived_at: number | null
  done_at: number | null
  /** Ranges told 10 minutes to 2 hours before, how many held the arrival, and the sum of how far off their middles were. */
  eta_said: number
  eta_within: number
  eta_error_seconds: number
}

export type RawRoute = {
  id: string
  day: string
  depot_id: string | null
  driver_id: string
  vehicle_id: string | null
  vehicle_type: string | null
  starts_at: number
  ends_at: number
  distance_km: number
  driving_seconds: number
  waiting_seconds: number
  service_seconds: number
  cost: number | null
  rates: Rates
  capacities: (number | null)[]
  loads: number[]
  /** In the order of the plan. */
  stops: RawStop[]
}

/** What a vehicle costs, in the smallest unit of the currency. */
export type Rates = {
  cost_fixed: number | null
  cost_per_km: number | null
  cost_per_hour: number | null
  cost_per_service_hour: number | null
  cost_per_waiting_hour: number | null
  cost_per_stop: number | null
  cost_per_parcel: number | null
}

/** A message to a recipient that was sent. */
export type RawMessage = { at: number; cost: number }
