import { sql } from 'kysely'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { RoadEventKind } from '#domain/delivery-event-kinds.ts'
import { type DeliveryState, canChangeWithPlan } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import type { Trx } from '../../db/connect.ts'
import type { Author } from '../../events/append.ts'
import { type NewEvent, type StatePatch, lockAll, recordEvents } from '../deliveries/commands.ts'

/** Something that happened to a delivery on the road. What may be personal is in `said`, which the chain seals. */
export type RoadNote = {
  delivery_id: string
  kind: RoadEventKind
  detail: Record<string, Json>
  said?: Record<string, Json>
  /** The driver who has it from then on. */
  carrier_name?: string
}

/**
 * Adds what happened on the road to the histories of deliveries, whatever their state. What is known of erased deliveries
 * stays erased: only the plain part enters.
 * @throws AppError `delivery_not_found`
 */
export async function noteOnRoad(trx: Trx, author: Author, notes: RoadNote[], now: Date): Promise<void> {
  if (!notes.length) return
  const rows = await lockAll(trx, author.workspaceId, [...new Set(notes.map(({ delivery_id }) => delivery_id))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const events = notes.map(({ delivery_id, kind, detail, said, carrier_name }): NewEvent => {
    const before = byId.get(delivery_id)!
    const written = { ...(said && !before.erased_at && { said }), ...(carrier_name && { carrier_name }) }
    return { delivery_id: before.id, kind, before, detail, written }
  })
  await recordEvents(trx, author, events, now)
}

/** What a change of a plan makes of a delivery: another state, or only another driver or arrival. */
export type PlanMove = { id: string; to: DeliveryState | null; patch: StatePatch }

/**
 * Moves deliveries on and off a plan, or on it, as its change says. What stays as it is gets no entry.
 * @throws AppError `delivery_not_found`, `delivery_state`
 */
export async function moveWithPlan(trx: Trx, actor: Author, moves: PlanMove[], why: string, now: Date): Promise<void> {
  const rows = new Map(
    (
      await lockAll(
        trx,
        actor.workspaceId,
        moves.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const instant = (value: string | Date | null) => (value === null ? null : new Date(value).getTime())
  const changes = moves.flatMap(({ id, to, patch }) => {
    const before = rows.get(id)!
    // What has ended keeps when it was expected.
    if (before.status === 'delivered' || before.status === 'failed') return []
    // A canceled delivery stays so when its stop leaves the route.
    const isGone = before.status === 'cancelled'
    if (isGone && to !== 'pending') return []
    const isSame =
      before.driver_id === patch.driver_id &&
      before.route_id === patch.route_id &&
      instant(before.estimated_arrival) === instant(patch.estimated_arrival)
    if (isSame && to === null) return []
    if (!isGone && to !== null && !canChangeWithPlan(before.status, to)) {
      throw new AppError('delivery_state', {
        detail: `Cannot become ${to}: ${before.number} (${before.status}).`,
        numbers: [before.number],
      })
    }
    return [{ before, id, status: isGone || to === null ? before.status : to, ...patch }]
  })
  if (!changes.length) return
  await sql`
    update deliveries set status = r.status, driver_id = r.driver_id, route_id = r.route_id,
      estimated_arrival = r.estimated_arrival, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(changes.map(({ before: _, ...row }) => row))}::json)
      as r(id uuid, status text, driver_id uuid, route_id uuid, estimated_arrival timestamptz)
    where deliveries.id = r.id and workspace_id = ${actor.workspaceId}`.execute(trx)
  const events = changes.map(({ before, status }): NewEvent => ({
    delivery_id: before.id,
    kind: status === before.status ? 'updated' : 'status_changed',
    before,
    detail: { why },
  }))
  await recordEvents(trx, actor, events, now)
}
