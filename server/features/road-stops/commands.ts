import { canChange } from '#domain/delivery-state.ts'
import type { Photo, RoadData } from '#domain/road/entry.ts'
import { conflictWords, judgeEnd } from '#domain/road/judge-end.ts'
import type { OutcomeCode } from '#domain/road/outcomes.ts'
import type { FailureReason } from '#domain/failure-reasons.ts'
import type { Json } from '#domain/chain/canonical-json.ts'
import { recordEvents } from '../deliveries/commands.ts'
import { readStored, wasDriversOwn, type StoredDelivery } from '../deliveries/queries.ts'
import { noteSeen } from '../handovers/commands.ts'
import { expectPhotos, markMissingProofs, photoDetail } from '../proofs/commands.ts'
import type { Handled, RoadHandlers, RoadWork } from '../road/commands.ts'
import { findRoute, findStop, lastCorrection, type FoundStop } from './queries.ts'

/** What drivers do at their stops. */
export const stopHandlers: RoadHandlers = {
  route_received: receiveRoute,
  departed: (work, data) => reach(work, data, 'in_transit'),
  arrived: (work, data) => reach(work, data, 'arrived'),
  delivered: deliver,
  failed: fail,
}

async function receiveRoute({ trx, author, driver, now }: RoadWork, { route_id }: RoadData['route_received']) {
  const route = await findRoute(trx, author.workspaceId, route_id)
  if (!route) return refused('route_unknown')
  if (route.driver_id !== driver.id) return kept('moved_on')
  await noteSeen(trx, { ...author, driverId: driver.id }, [route_id], now)
  return undefined
}

const refused = (code: OutcomeCode) => ({ outcome: 'refused', code }) as const
const kept = (code: OutcomeCode) => ({ outcome: 'kept', code }) as const
const conflict = (code: OutcomeCode) => ({ outcome: 'conflict', code }) as const

type Reached = { stop_id: string; delivery_id: string | null; by?: 'driver' | 'geofence' }

/** The driver set out for a stop, or is there. Where a shipment is picked up, that is not the delivery's status yet. */
async function reach(work: RoadWork, data: Reached, to: 'in_transit' | 'arrived'): Promise<Handled> {
  const { trx, author, driver, entry } = work
  const stop = await findStop(trx, author.workspaceId, data.stop_id)
  const deliveryId = stop ? stop.delivery_id : data.delivery_id
  const delivery = deliveryId === null ? undefined : await findDelivery(work, deliveryId)
  if (!stop && !delivery) return refused('stop_unknown')
  if (!(await isOwn(work, stop, delivery))) return refused('stop_unknown')
  const why = whyNotThere(work, stop, delivery)
  if (why) return conflict(why)
  await noteProgress(work, stop!, to === 'in_transit' ? { departed_at: entry.happenedAt } : arrivalOf(work, data))
  if (!delivery || isHandover(stop!, delivery)) return undefined
  if (delivery.status === to) return kept('already_so')
  if (!canChange(delivery.status, to)) return kept('moved_on')
  await writeStatus(work, delivery, { status: to, driver_id: driver.id })
  return undefined
}

const arrivalOf = ({ entry }: RoadWork, { by = 'driver' }: Reached) => ({
  arrived_at: entry.happenedAt,
  arrived_by: by,
})

/** Where somebody hands over what is brought to the recipient later. */
const isHandover = ({ kind }: FoundStop, delivery: StoredDelivery) => kind === 'pickup' && delivery.kind !== 'return'

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

/** Whether the stop is the driver's, or its delivery once was. */
async function isOwn(work: RoadWork, stop: FoundStop | undefined, delivery: StoredDelivery | undefined) {
  const { trx, author, driver } = work
  if (stop?.driver_id === driver.id || delivery?.driver_id === driver.id) return true
  return delivery !== undefined && wasDriversOwn(trx, author.workspaceId, delivery.id, driver.id)
}

async function findDelivery({ trx, author }: RoadWork, id: string): Promise<StoredDelivery | undefined> {
  const [delivery] = await readStored(trx, author.workspaceId, [id])
  return delivery
}

async function deliver(work: RoadWork, data: RoadData['delivered']): Promise<Handled> {
  const { to, received_by, note } = data
  return end(work, data, {
    status: 'delivered',
    status_note: note,
    detail: { handed_to: to },
    written: received_by === null ? {} : { said: { name: received_by } },
  })
}

async function fail(work: RoadWork, data: RoadData['failed']): Promise<Handled> {
  const { reason, note, photos } = data
  return end(work, data, {
    status: 'failed',
    failure_reason: reason,
    status_note: note,
    photos,
    ...(photos.length && { detail: { photos: photos.map(photoDetail) } }),
  })
}

type Ended = {
  status: 'delivered' | 'failed'
  failure_reason?: FailureReason
  status_note: string | null
  photos?: Photo[]
  detail?: Record<string, Json>
  written?: Record<string, Json>
}

async function end(
  work: RoadWork,
  { stop_id, delivery_id }: { stop_id: string; delivery_id: string },
  { detail, written, photos = [], ...set }: Ended,
): Promise<Handled> {
  const { trx, author, driver, entry } = work
  const { workspaceId } = author
  const delivery = await findDelivery(work, delivery_id)
  if (!delivery || !(await isOwn(work, undefined, delivery))) return refused('delivery_unknown')
  const route = delivery.route_id === null ? undefined : await findRoute(trx, workspaceId, delivery.route_id)
  const correctedAt = await lastCorrection(trx, workspaceId, delivery_id)
  const { outcome, code } = judgeEnd(
    {
      status: delivery.status,
      isDeleted: delivery.deleted_at !== null,
      isErased: delivery.erased_at !== null,
      route: route ?? null,
      correctedAt,
    },
    { status: set.status, driverId: driver.id, at: entry.happenedAt },
  )
  if (outcome === 'kept') return { outcome, code }
  const stop = await findStop(trx, workspaceId, stop_id)
  if (stop) await noteProgress(work, stop, { done_at: entry.happenedAt })
  if (set.status === 'delivered') await markMissingProofs(trx, workspaceId, delivery.id, work.settings)
  await writeStatus(work, delivery, { ...set, driver_id: driver.id }, { detail, written, code })
  const about = { about: 'failure', aboutId: entry.id, delivery } as const
  await expectPhotos(trx, author, { driverId: driver.id, ...about, photos }, work.now)
  const { status, status_at, failure_reason, status_note, driver_id } = delivery
  const before = { status, status_at, failure_reason, status_note, driver_id }
  return outcome === 'conflict' ? { outcome, code, before } : { before }
}

type Progress = { departed_at?: Date; arrived_at?: Date; arrived_by?: 'driver' | 'geofence'; done_at?: Date }

async function noteProgress({ trx, author, driver }: RoadWork, stop: FoundStop, progress: Progress): Promise<void> {
  const values = { ...progress, skipped_at: null }
  await trx
    .insertInto('stop_progress')
    .values({
      workspace_id: author.workspaceId,
      stop_id: stop.id,
      delivery_id: stop.delivery_id,
      driver_id: driver.id,
      ...values,
    })
    .onConflict((at) => at.columns(['workspace_id', 'stop_id']).doUpdateSet({ ...values, driver_id: driver.id }))
    .execute()
}

type StatusSet = {
  status: StoredDelivery['status']
  failure_reason?: FailureReason
  status_note?: string | null
  driver_id: string
}
type Told = {
  detail?: Record<string, Json> | undefined
  written?: Record<string, Json> | undefined
  code?: OutcomeCode | null
}

/** Writes a status that the driver said, when it happened, with an entry in the delivery's history that says from where. */
async function writeStatus(
  { trx, author, reference, entry, now }: RoadWork,
  before: StoredDelivery,
  { status, failure_reason, status_note, driver_id }: StatusSet,
  { detail = {}, written = {}, code = null }: Told = {},
): Promise<void> {
  const { workspaceId } = author
  await trx
    .updateTable('deliveries')
    .set({
      status,
      status_at: entry.happenedAt,
      failure_reason: failure_reason ?? null,
      status_note: status_note || null,
      driver_id,
      deleted_at: null,
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .execute()
  const conflicting = code && { conflict: code, why: conflictWords[code]! }
  const wasEnded = before.status === 'delivered' || before.status === 'failed'
  await recordEvents(
    trx,
    author,
    [
      {
        delivery_id: before.id,
        kind: wasEnded ? 'corrected' : 'status_changed',
        before,
        detail: { device: reference, ...detail, ...conflicting },
        written,
      },
    ],
    now,
  )
}
