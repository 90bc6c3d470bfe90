import { z } from 'zod'
import { Event } from './events/event.ts'
import type { RoomRecord } from './live-topics.ts'
import { StopEta } from './schema/eta.ts'
import { PlanProgress, PlanState } from './schema/plan.ts'
import { LivePosition } from './schema/position.ts'
import { Instant } from './time.ts'
import { trackingTopic } from './tracking/live.ts'

/*
 * What the server says on live channels, as broadcasts of the realtime service. Who may hear it is in `live-topics.ts`.
 *
 * A channel of events begins with `start`, which says where the listener is in the event log. From there on, each message
 * says where it begins (`after`) and where it ends (`cursor`). So a listener whose cursor is not `after` knows that it
 * missed something, and reads it with `GET /v1/events?after=`.
 */

/** A place in the workspace's event log, as in `GET /v1/events`. Compare for equality only. */
const Cursor = z.string().min(1)

/** The first message. Whoever reads the records after this, and then listens, misses nothing. */
export const StartMessage = z.object({ cursor: Cursor })
export type StartMessage = z.infer<typeof StartMessage>

/** One change. */
export const EventMessage = z.object({ after: Cursor, cursor: Cursor, event: Event })
export type EventMessage = z.infer<typeof EventMessage>

/** Too many changes at once to say each, such as an import: read again what is shown of these kinds. */
export const ManyMessage = z.object({
  after: Cursor,
  cursor: Cursor,
  count: z.int().positive(),
  kinds: z.array(z.string()).describe('Kinds of the subjects that changed'),
})
export type ManyMessage = z.infer<typeof ManyMessage>

/** How far the calculation of a plan is, about twice a second. It is not an event: nothing is kept of it. */
export const ProgressMessage = z.object({
  plan_id: z.uuid(),
  depot_id: z.uuid().nullable(),
  state: PlanState,
  progress: PlanProgress,
})
export type ProgressMessage = z.infer<typeof ProgressMessage>

/**
 * Where drivers are who have moved, or sent a sign of life, since the last such message: at most one message in
 * `positionsEveryMs` for a workspace, with each driver once.
 */
export const PositionsMessage = z.object({ at: Instant, positions: z.array(LivePosition) })
export type PositionsMessage = z.infer<typeof PositionsMessage>

/** When drivers are now expected at the stops ahead of some routes, whenever it was worked out again. */
export const EtasMessage = z.object({
  at: Instant,
  routes: z.array(
    z.object({
      route_id: z.uuid(),
      etas: z.array(StopEta.pick({ stop_id: true, basis: true, p10_at: true, p50_at: true, p90_at: true })),
    }),
  ),
})
export type EtasMessage = z.infer<typeof EtasMessage>

export const positionsEveryMs = 500

/** Of a larger selection, as many are told. */
export const mostSelected = 500

/** The broadcasts that the server sends, by the name of their event. */
export const liveMessages = {
  start: StartMessage,
  event: EventMessage,
  many: ManyMessage,
  progress: ProgressMessage,
  positions: PositionsMessage,
  etas: EtasMessage,
} as const
export type LiveMessages = { [Name in keyof typeof liveMessages]: z.infer<(typeof liveMessages)[Name]> }

/**
 * Who somebody present is. The server adds it to what clients show of themselves on a workspace's channels, so that nobody
 * can show another name.
 */
export const Present = z.object({ who: z.object({ id: z.uuid(), name: z.string() }) })
export type Present = z.infer<typeof Present>

/**
 * What members tell each other in the room of a plan: what they have selected there. The server sends it on as it is, so
 * that `by` is believed only of somebody who is present.
 */
export const SelectionMessage = z.object({ by: z.uuid(), ids: z.array(z.uuid()).max(mostSelected) })
export type SelectionMessage = z.infer<typeof SelectionMessage>

/** If more events than this are found at once, they become one `many`. */
export const mostEventsAtOnce = 50

/** Names of the channels, without the protocol's `realtime:`. */
export const liveTopic = {
  /** Events of a workspace, progress of its plans, and who of its members is looking at what. */
  workspace: (workspaceId: string) => `workspace:${workspaceId}`,
  /** Positions of a workspace's drivers; of those of one depot, or of none, for whoever is limited to depots. */
  positions: (workspaceId: string, depotId?: string) =>
    `workspace:${workspaceId}:positions${depotId === undefined ? '' : `:${depotId}`}`,
  /** A workspace's own channel, for its members and programs to talk on. */
  room: (workspaceId: string, name: string) => `workspace:${workspaceId}:room:${name}`,
  /** Events about one membership, and others that the member may see: for those who may not hear all of the workspace. */
  member: (workspaceId: string, userId: string) => `workspace:${workspaceId}:member:${userId}`,
  /** The room of one record, where those meet who have it open. */
  roomOf: (workspaceId: string, { kind, id }: RoomRecord) => liveTopic.room(workspaceId, `${kind}-${id}`),
  /** Events that concern one driver. */
  driver: (driverId: string) => `driver:${driverId}`,
  /** What whoever has the link to a tracking page hears; `TrackingMessages` says what that is. */
  tracking: trackingTopic,
}
