import type { Json } from '#domain/chain/canonical-json.ts'
import { canChange } from '#domain/delivery-state.ts'
import type { FailureReason } from '#domain/failure-reasons.ts'
import { judgeEnd } from '#domain/road/judge-end.ts'
import type { Photo, RoadData } from '#domain/road/entry.ts'
import type { OutcomeCode } from '#domain/road/outcomes.ts'
import type { StoredDelivery } from '../deliveries/queries.ts'
import { takeBackCash, takeCash } from '../cash/commands.ts'
import { noteSeen } from '../handovers/commands.ts'
import { expectPhotos, markMissingProofs, photoDetail } from '../proofs/commands.ts'
import { endParcels, reopenParcels } from '../road-parcels/commands.ts'
import { followMove, placeAdded } from '../road-plans/commands.ts'
import { NeedsPlan, type Handled, type RoadHandlers, type RoadWork } from '../road/commands.ts'
import { readOwnEntry } from '../road/queries.ts'
import { conflict, kept, noteProgress, refused, writeStatus } from '../road-status/commands.ts'
import {
  addedTo,
  findDelivery,
  findRoute,
  findStop,
  findStopOf,
  findVisit,
  isHandover,
  isOwn,
  hasSetOut,
  lastCorrection,
  type FoundStop,
} from '../road-status/queries.ts'

/** What drivers do at their stops. */
export const stopHandlers = {
  route_received: receiveRoute,
  departed: (work, data) => reach(work, data, 'in_transit'),
  arrived: (work, data) => reach(work, data, 'arrived'),
  picked_up: pickUp,
  delivered: deliver,
  failed: fail,
  undone: undo,
} satisfies Partial<RoadHandlers>

async function receiveRoute({ trx, author, driver, now }: RoadWork, { route_id }: RoadData['route_received']) {
  const route = await findRoute(trx, author.workspaceId, route_id)
  if (!route) return refused('route_unknown')
  if (route.driver_id !== driver.id) return kept('moved_on')
  await noteSeen(trx, { ...author, driverId: driver.id }, [route_id], now)
  return undefined
}

type Reached = { stop_id: string; delivery_id: string | null; by?: 'driver' | 'geofence' }

/** The driver set out for a stop, or is there. Where a shipment is picked up, that is not the delivery's status yet. */
async function reach(work: RoadWork, data: Reached, to: 'in_transit' | 'arrived'): Promise<Handled> {
  const { trx, author, driver, entry } = work
  const named = await findStop(trx, author.workspaceId, data.stop_id)
  const deliveryId = named ? named.delivery_id : data.delivery_id
  const known = deliveryId === null ? undefined : await findDelivery(work, deliveryId)
  if (!named && !known) return refused('stop_unknown')
  if (!(await isOwn(work, named, known))) return refused('stop_unknown')
  const delivery = known && to === 'arrived' ? await placeAdded(work, known) : known
  const stop = await findStopOf(trx, author.workspaceId, data.stop_id, delivery)
  // On the way to where nobody knows yet.
  if (!stop && delivery && (await isUnplaced(work, delivery))) return undefined
  const why = whyNotThere(work, stop, delivery)
  if (why) return conflict(why)
  // What was picked up on the way is under way before the driver sets out for its door.
  const isRepeated = to === 'arrived' || (await hasSetOut(trx, author.workspaceId, stop!.id))
  await noteProgress(work, stop!, to === 'in_transit' ? { departed_at: entry.happenedAt } : arrivalOf(work, data))
  if (!delivery || isHandover(stop!, delivery)) return undefined
  if (delivery.status === to) return isRepeated ? kept('already_so') : undefined
  if (!canChange(delivery.status, to)) return kept('moved_on')
  await writeStatus(work, delivery, { status: to, driver_id: driver.id })
  return undefined
}

/** Whether the driver added a delivery that is on no route, for want of a place. */
const isUnplaced = async ({ trx, author, driver }: RoadWork, delivery: StoredDelivery) =>
  delivery.route_id === null &&
  delivery.status === 'pending' &&
  (await addedTo(trx, author.workspaceId, delivery, driver.id)) !== undefined

const arrivalOf = ({ entry }: RoadWork, { by = 'driver' }: Reached) => ({
  arrived_at: entry.happenedAt,
  arrived_by: by,
})

function whyNotThere(
  { driver }: RoadWork,
  stop: FoundStop | undefined,
  delivery: StoredDelivery | undefined,
): OutcomeCode | undefined {
  if (delivery?.status === 'cancelled') return 'was_cancelled'
  if (stop && stop.driver_id !== driver.id) return 'was_moved'
  if (!stop || stop.state !== 'dispatched') return 'was_taken_back'
  return undefined
}

/** A shipment is on board then. A return is done: nothing else happens on the road. */
async function pickUp(work: RoadWork, { note, parcels, ...data }: RoadData['picked_up']): Promise<Handled> {
  const { entry, driver } = work
  const delivery = await findDelivery(work, data.delivery_id)
  if (!delivery || !(await isOwn(work, undefined, delivery))) return refused('delivery_unknown')
  const detail = { picked_up: true }
  if (delivery.kind === 'return') {
    return end(work, { ...data, parcels }, { status: 'delivered', status_note: note, detail })
  }
  const stop = await findVisit(work.trx, work.author.workspaceId, data.stop_id, delivery)
  if (stop) await noteProgress(work, stop, { done_at: entry.happenedAt })
  await endParcels(
    work,
    delivery,
    parcels.filter(({ state }) => state !== 'delivered'),
  )
  const judged = await judge(work, delivery, 'in_transit')
  if (judged.outcome !== 'applied') return judged
  if (!canChange(delivery.status, 'in_transit')) return kept('moved_on')
  await writeStatus(work, delivery, { status: 'in_transit', status_note: note, driver_id: driver.id }, { detail })
  return { before: statusOf(delivery) }
}

async function deliver(work: RoadWork, data: RoadData['delivered']): Promise<Handled> {
  const { to, received_by, note, cash } = data
  const handled = await end(work, data, {
    status: 'delivered',
    status_note: note,
    detail: { handed_to: to, ...(cash !== null && { cash }) },
    written: received_by === null ? {} : { said: { name: received_by } },
  })
  const outcome = handled && 'outcome' in handled ? handled.outcome : 'applied'
  const delivery = outcome === 'refused' ? undefined : await findDelivery(work, data.delivery_id)
  if (delivery) await takeCash(work, delivery, { cash, isRepeated: outcome === 'kept' })
  return handled
}

async function fail(work: RoadWork, data: RoadData['failed']): Promise<Handled> {
  const { reason, note, photos } = data
  return end(
    work,
    { ...data, parcels: [] },
    {
      status: 'failed',
      failure_reason: reason,
      status_note: note,
      photos,
      ...(photos.length && { detail: { photos: photos.map(photoDetail) } }),
    },
  )
}

type Ended = {
  status: 'delivered' | 'failed'
  failure_reason?: FailureReason
  status_note: string | null
  photos?: Photo[]
  detail?: Record<string, Json>
  written?: Record<string, Json>
}
type EndedStop = Pick<RoadData['delivered'], 'stop_id' | 'delivery_id' | 'parcels'>

/** The driver's word stands, and the plan follows it. */
async function end(
  work: RoadWork,
  { stop_id, delivery_id, parcels }: EndedStop,
  { detail, written, photos = [], ...set }: Ended,
): Promise<Handled> {
  const { trx, author, driver, entry } = work
  const known = await findDelivery(work, delivery_id)
  if (!known || !(await isOwn(work, undefined, known))) return refused('delivery_unknown')
  const delivery = await placeAdded(work, known)
  const { outcome, code } = await judge(work, delivery, set.status)
  if (outcome === 'kept') return { outcome, code }
  if (code === 'was_moved' && !work.withPlan) throw new NeedsPlan()
  const now = code === 'was_moved' ? await followMove(work, delivery) : delivery
  const stop = await findVisit(trx, author.workspaceId, stop_id, now)
  if (stop) await noteProgress(work, stop, { done_at: entry.happenedAt })
  await endParcels(work, now, parcels)
  if (set.status === 'delivered') await markMissingProofs(trx, author.workspaceId, delivery.id, work.settings, work.now)
  await writeStatus(work, now, { ...set, driver_id: driver.id }, { detail, written, code })
  const about = { about: 'failure', aboutId: entry.id, delivery } as const
  await expectPhotos(trx, author.workspaceId, { driver, ...about, photos }, work.now)
  const before = statusOf(delivery)
  return outcome === 'conflict' ? { outcome, code, before } : { before }
}

async function judge(work: RoadWork, delivery: StoredDelivery, status: 'in_transit' | 'delivered' | 'failed') {
  const { trx, author, driver, entry } = work
  const route = delivery.route_id === null ? null : await findRoute(trx, author.workspaceId, delivery.route_id)
  return judgeEnd(
    {
      status: delivery.status,
      isDeleted: delivery.deleted_at !== null,
      isErased: delivery.erased_at !== null,
      route: route ?? null,
      isUnplaced: await isUnplaced(work, delivery),
      correctedAt: await lastCorrection(trx, author.workspaceId, delivery.id),
    },
    { status, driverId: driver.id, at: entry.happenedAt },
  )
}

type StatusBefore = ReturnType<typeof statusOf>

function statusOf({ status, status_at, failure_reason, status_note, driver_id }: StoredDelivery) {
  return { status, status_at, failure_reason, status_note, driver_id }
}

const undoMs = 10_000
const undoable: readonly string[] = ['picked_up', 'delivered', 'failed']

/** Takes back the end of a stop, within seconds. Later, a dispatcher corrects it. */
async function undo(work: RoadWork, { entry_id }: RoadData['undone']): Promise<Handled> {
  const { trx, author, driver, entry } = work
  const owner = { workspaceId: author.workspaceId, driverId: driver.id }
  const ended = await readOwnEntry(trx, owner, entry_id)
  if (!ended) return refused('entry_unknown')
  if (ended.undone_by) return kept('already_so')
  if (!undoable.includes(ended.kind)) return refused('cannot_be_undone')
  const { stop_id, delivery_id } = (ended.data ?? {}) as Partial<EndedStop>
  const before = ended.before as StatusBefore | null
  // What had no effect has none to take back.
  if (!before || !delivery_id) return kept('already_so')
  if (entry.happenedAt.getTime() - Date.parse(ended.happened_at) > undoMs) return refused('too_late_to_undo')
  const delivery = await findDelivery(work, delivery_id)
  if (!delivery) return refused('delivery_unknown')
  if (Date.parse(delivery.status_at ?? '') !== Date.parse(ended.happened_at)) return kept('corrected_meanwhile')
  await trx
    .updateTable('road_entries')
    .set({ undone_by: entry.id })
    .where('workspace_id', '=', author.workspaceId)
    .where('device_id', '=', ended.device_id)
    .where('sequence', '=', ended.sequence)
    .execute()
  await takeBackCash(work, entry_id)
  await reopenParcels(work, delivery_id)
  const stop = await findVisit(trx, author.workspaceId, stop_id, delivery)
  if (stop) await noteProgress(work, stop, { done_at: null })
  await writeStatus(work, delivery, before, { detail: { undone: true } })
  return undefined
}
