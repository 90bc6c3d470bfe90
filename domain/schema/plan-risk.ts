import { z } from 'zod'
import { Instant } from '../time.ts'
import { PlanEdit, PlanEffect } from './plan-change.ts'

/** Why a route is at risk, the gravest first. */
export const riskReasons = [
  'driver_inactive',
  'vehicle_blocked',
  'not_started',
  'planned_late',
  'behind',
  'slow',
] as const
export type RiskReason = (typeof riskReasons)[number]

export const StopAtRisk = z
  .object({
    stop_id: z.uuid(),
    delivery_id: z.uuid(),
    number: z.int(),
    due_at: Instant.describe('The end of the window, or what was promised if that is sooner'),
    expected_at: Instant,
    late_seconds: z.int(),
  })
  .meta({ id: 'StopAtRisk' })
export type StopAtRisk = z.infer<typeof StopAtRisk>

/** A route on the road that will not go well unless somebody does something. */
export const RouteRisk = z
  .object({
    route_id: z.uuid(),
    driver_id: z.uuid(),
    driver_name: z.string(),
    vehicle_id: z.uuid().nullable(),
    reason: z.enum(riskReasons),
    sentence: z.string().describe('The reason in words'),
    since: Instant.nullable().describe('Since when the driver is expected to be late; null if that is not why'),
    late_seconds: z.int().describe('Of the latest stop, or of the end of the shift; 0 if nothing is late yet'),
    open_stops: z.int().describe('Deliveries that are not done'),
    stops: z.array(StopAtRisk).describe('The stops that will be late, in the order in which they are reached'),
    shift: z
      .object({ ends_at: Instant, expected_at: Instant, late_seconds: z.int() })
      .nullable()
      .describe('If the driver is expected to be done too long after the shift has ended'),
  })
  .meta({ id: 'RouteRisk' })
export type RouteRisk = z.infer<typeof RouteRisk>

export const PlanRisks = z
  .object({
    plan_id: z.uuid(),
    late_after_minutes: z.int().describe('What is late by less is no risk, as for alerts'),
    routes: z.array(RouteRisk).describe('The gravest first'),
  })
  .meta({ id: 'PlanRisks' })
export type PlanRisks = z.infer<typeof PlanRisks>

/** Stops go to others, come earlier, come another day; the whole route changes hands; or somebody is only told. */
export const remedyKinds = ['give', 'earlier', 'another_day', 'driver', 'spread', 'tell'] as const
export type RemedyKind = (typeof remedyKinds)[number]

export const Remedy = z
  .object({
    kind: z.enum(remedyKinds),
    label: z.string().describe('What a button that does it says'),
    changes: z.array(PlanEdit).describe('To be made, at once or unpublished; empty if it only means telling somebody'),
    stops_moved: z.int().describe('Deliveries that get another driver, place or day'),
    late_stops_left: z.int().describe('Stops of all routes concerned that will be late all the same'),
    effect: PlanEffect.nullable().describe('Against what is expected without it; null if it changes nothing'),
    recipients: PlanEffect.shape.recipients.describe('Who would have to be told'),
  })
  .meta({ id: 'Remedy' })
export type Remedy = z.infer<typeof Remedy>

export const RouteRemedies = z
  .object({
    plan_version: z.int(),
    route_id: z.uuid(),
    budget: z
      .object({ stops_moved: z.int(), promises_broken: z.int() })
      .describe(
        'A remedy moves no more deliveries than this, and breaks no more promises that could be kept without it. What gives the whole route away moves all of it; `another_day` and `spread` may break promises, and come last',
      ),
    late_stops: z.int().describe('Stops of the route that will be late, with the changes that are not published yet'),
    remedies: z.array(Remedy).max(3).describe('The best first: fewest late stops, then fewest moved'),
  })
  .meta({ id: 'RouteRemedies' })
export type RouteRemedies = z.infer<typeof RouteRemedies>
