import type { RouteLock } from '#domain/schema/plan.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { KeptStep } from '#domain/plan-change/replay.ts'
import type { PlanEdit, PlanEffect, PlanWarning } from '#domain/schema/plan-change.ts'
import type {
  PlanProgress,
  PlanState,
  PlanTotals,
  StopKind,
  Unassigned,
  UnassignedGroup,
  UnusedDriver,
} from '#domain/schema/plan.ts'
import type { PlanTravel } from '#domain/schema/travel.ts'
import type { TimedWith } from '#domain/travel/timed-with.ts'
import type { BestPlan, PlanChoices, PlanScope, WhatIf } from '#domain/schema/revision.ts'
import type { Proposal } from '#domain/plan-change/proposal.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type PlanTable = {
  id: Generated<string>
  workspace_id: string
  day: string
  state: Generated<PlanState>
  driver_ids: string[]
  /** Whose deliveries it plans; null for those of all depots. */
  depot_id: ColumnType<string | null, string | null | undefined, never>
  time_limit_seconds: number
  progress: JSONColumnType<PlanProgress | null, string | null | undefined, string | null>
  totals: JSONColumnType<PlanTotals | null, string | null | undefined, string | null>
  unassigned: JSONColumnType<Unassigned[], string | undefined, string>
  /** Null in plans from before there were groups. */
  unassigned_groups: JSONColumnType<UnassignedGroup[] | null, string | null | undefined, string | null>
  /** When a member asked for the best plan so far. */
  finish_requested_at: TimestampOrNull
  unused_drivers: JSONColumnType<UnusedDriver[], string | undefined, string>
  /** The turn in which it is being calculated. */
  ticket: ColumnType<string | null, string | null | undefined, string | null>
  attempts: Generated<number>
  started_at: TimestampOrNull
  heartbeat_at: TimestampOrNull
  /** Of the trace of the request that asked for it. */
  traceparent: ColumnType<string | null, string | null | undefined, never>
  failure: string | null
  travel: JSONColumnType<PlanTravel | null, string | null | undefined, string | null>
  estimated_routes: ColumnType<string[], string[] | undefined, string[]>
  timed_with: JSONColumnType<TimedWith | null, string | null | undefined, string | null>
  /** The plan whose place it is to take. */
  revises: ColumnType<string | null, string | null | undefined, never>
  scope: ColumnType<PlanScope | null, string | null | undefined, never>
  choices: JSONColumnType<PlanChoices | null, string | null | undefined, never>
  /** Of a scenario. */
  what_if: JSONColumnType<WhatIf | null, string | null | undefined, string | null>
  /** Of a revision that has been calculated: what it would make of the plan. */
  proposal: JSONColumnType<Proposal | null, string | null | undefined, string | null>
  /** While it is calculated: the best routes so far. */
  best: JSONColumnType<BestPlan | null, string | null | undefined, string | null>
  /** How often it was changed since it was made. */
  changes: Generated<number>
  /** How many changes of it drivers do not see yet. */
  unpublished: Generated<number>
  created_by: string | null
  /** Whether a wave made it. */
  by_itself: Generated<boolean>
  /** It has the orders that had come by then; null for all. */
  orders_until: TimestampOrNull
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

export type RouteTable = {
  id: Generated<string>
  workspace_id: string
  plan_id: string
  position: number
  driver_id: string
  driver_name: string
  vehicle_id: string | null
  vehicle_code: string | null
  capacity_kg: number | null
  capacity_l: number | null
  starts_at: Timestamp
  ends_at: Timestamp
  distance_km: number
  driving_seconds: number
  waiting_seconds: number
  service_seconds: number
  duration_seconds: number
  overtime_seconds: Generated<number>
  fuel_liters: number
  load_kg: number
  load_l: number
  /** In minor units of the currency; null without costs. */
  cost: number | null
  capacity_units: number | null
  load_units: Generated<number>
  locks: Generated<RouteLock[]>
}

export type StopTable = {
  id: Generated<string>
  workspace_id: string
  route_id: string
  position: number
  kind: StopKind
  /** Its place among the pickups and deliveries, from 1; 0 for others. */
  sequence: Generated<number>
  delivery_id: string | null
  name: string
  address: string
  /** Null for a break, which is taken wherever the driver is. */
  lat: number | null
  lng: number | null
  arrival_at: Timestamp
  departure_at: Timestamp
  waiting_seconds: number
  service_seconds: number
  distance_km: number
  load_kg: number
  load_l: number
  load_units: Generated<number>
  setup_seconds: Generated<number>
  early_seconds: Generated<number>
  late_seconds: Generated<number>
  /** A dispatcher wants it to stay where it is. */
  locked: Generated<boolean>
  promised_at: TimestampOrNull
  /** Which of the delivery's other places a draft has chosen, from 0. Approving a plan makes it the delivery address. */
  other_place: number | null
  /** The delivery's data that the plan is based on. Null for start and end. */
  planned_from: string | null
}

/** Who changed a plan, when and how. */
type AuthoredChange = {
  workspace_id: string
  plan_id: string
  number: number
  at: Timestamp
  actor_kind: 'member' | 'api_key' | 'system'
  actor_id: string | null
  sentence: string
}

/** A change that a dispatcher made to a plan. */
export type PlanChangeTable = AuthoredChange & {
  id: Generated<string>
  types: string[]
  edits: JSONColumnType<PlanEdit[], string, never>
  effect: JSONColumnType<PlanEffect, string, never>
  route_ids: string[]
  delivery_ids: string[]
  /** What it replaced, as `server/features/plan-changes/rules.ts` keeps it. */
  replaced: JSONColumnType<object | null, string, null>
  after: JSONColumnType<Record<string, string | null>, string, never>
  undoes: string | null
  undone_by: string | null
}

/** A change of a plan that drivers do not see before it is published. */
export type UnpublishedChangeTable = AuthoredChange & {
  id: string
  edits: JSONColumnType<PlanEdit[], string, never>
  steps: JSONColumnType<KeptStep[], string, string>
  notes: JSONColumnType<PlanWarning[], string | undefined, never>
  withdrawn_at: TimestampOrNull
}
