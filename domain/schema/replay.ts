import { z } from 'zod'
import { happeningTones } from '../events/happening.ts'
import { eventTypeNames } from '../events/types.ts'
import { Location } from '../geo.ts'
import { Day, Instant } from '../time.ts'
import { StopKind } from './plan.ts'

/** A driver of a played day. */
export const ReplayDriver = z.object({
  id: z.uuid(),
  name: z.string(),
  active: z.boolean().describe('Whether they still drive'),
  shifts: z.array(z.object({ started_at: Instant, ended_at: Instant.nullable() })),
})
export type ReplayDriver = z.infer<typeof ReplayDriver>

/** A stop of a played day, as its route has it in the end, and when what happened there. */
export const ReplayStop = z.object({
  id: z.uuid(),
  route_id: z.uuid(),
  driver_id: z.uuid(),
  kind: StopKind,
  sequence: z.int(),
  name: z.string(),
  address: z.string(),
  delivery_id: z.uuid().nullable(),
  delivery_number: z.int().nullable(),
  location: Location.nullable(),
  planned_at: Instant,
  arrived_at: Instant.nullable(),
  done_at: Instant.nullable(),
  skipped_at: Instant.nullable(),
  outcome: z.enum(['done', 'failed', 'cancelled']).nullable().describe('How it ended; null if it did not'),
})
export type ReplayStop = z.infer<typeof ReplayStop>

/** The first day that there is begins before the first instant, in time zones east of UTC. */
const Edge = z.iso.datetime()

export const Replay = z
  .object({
    day: Day,
    from: Edge.describe('When the day begins in the workspace’s time zone'),
    to: Edge.describe('When it ends, or the last shift that began on it; now if it is not over'),
    is_over: z.boolean(),
    positions: z
      .enum(['kept', 'partly', 'deleted', 'none'])
      .describe('`partly`: the older ones of the day are deleted already. `none`: nobody was on shift'),
    keeps_positions_days: z.int(),
    facts: z.enum(['kept', 'partly', 'deleted']).describe('Whether the event log still has the day'),
    plan_ids: z.array(z.uuid()).describe('The dispatched plans of the day'),
    drivers: z.array(ReplayDriver).describe('Those who had a route or a shift, by name'),
    stops: z.array(ReplayStop).describe('In the order of their routes'),
  })
  .meta({ id: 'Replay' })
export type Replay = z.infer<typeof Replay>

/** Positions of one driver in columns. Each number is the difference to the one before; the first stands for itself. */
export const ReplayColumns = z
  .object({
    driver_id: z.uuid(),
    seconds: z.array(z.int()).describe('Since 1970'),
    lat: z.array(z.int()).describe('In hundred-thousandths of a degree'),
    lng: z.array(z.int()),
  })
  .meta({ id: 'ReplayColumns' })
export type ReplayColumns = z.infer<typeof ReplayColumns>

/** Something that became known, happened or was decided. */
export const ReplayFact = z
  .object({
    id: z.uuid(),
    at: Instant.describe('When Karta knew it'),
    type: z.enum(eventTypeNames),
    title: z.string(),
    detail: z.string().nullable(),
    tone: z.enum(happeningTones),
    is_decision: z.boolean().describe('Whether a dispatcher decided it'),
    driver_id: z.uuid().nullable(),
    delivery_id: z.uuid().nullable(),
    plan_id: z.uuid().nullable(),
  })
  .meta({ id: 'ReplayFact' })
export type ReplayFact = z.infer<typeof ReplayFact>

/** What was said of a driver's arrivals, oldest first. */
export const ReplayEta = z
  .object({
    stop_id: z.uuid(),
    said_at: Instant,
    p10_at: Instant,
    p50_at: Instant,
    p90_at: Instant,
  })
  .meta({ id: 'ReplayEta' })
export type ReplayEta = z.infer<typeof ReplayEta>
