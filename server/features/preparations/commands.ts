import { AppError } from '#domain/errors.ts'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { Preparation, PreparationChange } from '#domain/schema/pickup-place.ts'
import type { Trx } from '../../db/connect.ts'
import type { Author } from '../../events/append.ts'
import {
  changesRoute,
  differences,
  recordEvents,
  replacedBy,
  updateDeliveries,
  type Reroute,
} from '../deliveries/commands.ts'
import { lockDeliveries } from '../deliveries/queries.ts'
import { clockOf, takePickupSlots } from '../pickup-slots/commands.ts'
import { readPace } from '../pickup-slots/queries.ts'
import { getPreparation } from './queries.ts'
import { readyAfter, timesAfter } from './rules.ts'

/**
 * Says how far a kitchen is with an order. If it is ready at another time, its slot and its route are timed again. It runs as Karta:
 * a kitchen need not see the plan that depends on it, and whoever calls has checked that they see the order.
 * @throws AppError `delivery_not_found`, `preparation_not_found`, `preparation_over`, `preparation_changed`,
 * `ready_before_ordered`
 */
export async function changePreparation(
  trx: Trx,
  author: Author,
  id: string,
  change: PreparationChange,
  now: Date,
  reroute: Reroute,
): Promise<Preparation> {
  const { workspaceId } = author
  const [before] = await lockDeliveries(trx, workspaceId, { ids: [id] })
  if (!before || before.deleted_at) throw new AppError('delivery_not_found')
  const stored = await getPreparation(trx, workspaceId, id)
  if (change.version !== undefined && change.version !== stored.version) {
    throw new AppError('preparation_changed', { current: stored })
  }
  const state = change.state ?? stored.state
  const hasLeft = ['delivered', 'failed', 'cancelled'].includes(before.status) || before.erased_at !== null
  if (hasLeft) throw new AppError('preparation_over')
  const { ordered_at, usual_minutes } = await trx
    .selectFrom('preparations')
    .select(['ordered_at', 'usual_minutes'])
    .where('delivery_id', '=', id)
    .executeTakeFirstOrThrow()
  const minutes = before.preparation_minutes ?? usual_minutes
  const ready = readyAfter({ ...stored, ordered_at, minutes }, change, now)
  const isMoved = ready !== Date.parse(stored.ready_at)
  if (!isMoved && state === stored.state) return stored

  const { time_zone: zone } = await readPace(trx, workspaceId)
  const isOnTheWay = before.status === 'in_transit' || before.status === 'arrived'
  if (isMoved && isOnTheWay) throw new AppError('preparation_over')
  let changed = {}
  if (isMoved) {
    const asked = { ...before, ready_time: clockOf(before.scheduled_date!, ready, zone) }
    // A kitchen that is late is late: the order goes without a slot if none is left.
    const [slotted] = await takePickupSlots(trx, workspaceId, [{ id, given: asked }], { now, isKept: true })
    changed = differences(before, slotted!.given)
    await updateDeliveries(trx, workspaceId, [slotted!], now)
  }
  if (state !== stored.state) {
    await trx
      .updateTable('preparations')
      .set({ state, ...timesAfter(stored, state, now) })
      .where('workspace_id', '=', workspaceId)
      .where('delivery_id', '=', id)
      .execute()
  }
  const after = await getPreparation(trx, workspaceId, id)
  await recordEvents(trx, author, [{ delivery_id: id, kind: 'prepared', before, detail: saidOf(stored, after) }], now)
  if (isMoved && before.route_id !== null && changesRoute(before, changed)) {
    await reroute(trx, author, [replacedBy(before, changed)])
  }
  return getPreparation(trx, workspaceId, id)
}

/** What the history says: the state, and when it is ready, if these are others than before. */
function saidOf(before: Preparation, after: Preparation): Record<string, Json> {
  const fields = ['state', 'ready_at', 'slot_at'] as const
  return Object.fromEntries(
    fields.flatMap((field) =>
      before[field] === after[field] ? [] : [[`preparation_${field}`, { from: before[field], to: after[field] }]],
    ),
  )
}
