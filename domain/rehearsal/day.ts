import type { StopKind } from '../schema/plan.ts'

/** Money in minor units of the currency. */
export type RehearsedCosts = {
  fixed: number
  per_km: number
  per_hour: number
  per_task_hour: number
  per_waiting_hour: number
  /** What is paid by stop and by parcel, whatever the day is like. */
  stops: number
  /** What an hour costs on top from each moment on, until the next. */
  overtime: { from: number; per_hour: number }[]
}

/** A stop of a route that is rehearsed. Instants are milliseconds. */
export type RehearsedStop = {
  /** Null at depots and breaks, where nobody waits. */
  delivery_id: string | null
  kind: StopKind
  /** A square of about 3 km, as in the model of arrivals; empty where there is no place. */
  cell: string
  planned_at: number
  /** The planned drive from the stop before. */
  leg_seconds: number
  leg_km: number
  /** With parking and walking. */
  service_seconds: number
  /** Nobody is served before. */
  opens_at: number | null
  /** Later is late: the end of the window, or what was promised if that is sooner. */
  due_at: number | null
}

export type RehearsedRoute = {
  driver_id: string
  driver_name: string
  starts_at: number
  planned_end_at: number
  /** Later is overtime. */
  shift_ends_at: number
  costs: RehearsedCosts | null
  stops: RehearsedStop[]
}

/** A day as it is planned: what every drawn day starts from. */
export type RehearsedDay = {
  /** The beginning of the day. */
  begins_at: number
  zone: string
  routes: RehearsedRoute[]
}
