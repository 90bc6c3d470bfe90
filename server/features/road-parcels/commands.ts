import { noteByHand } from '../temperatures/commands.ts'
import type { RoadData } from '#domain/road/entry.ts'
import { noteOnRoad } from '../delivery-moves/commands.ts'
import type { StoredDelivery } from '../deliveries/queries.ts'
import type { Handled, RoadHandlers, RoadWork } from '../road/commands.ts'
import { kept, refused, writeStatus } from '../road-status/commands.ts'
import { findDelivery, isOwn } from '../road-status/queries.ts'

/** What drivers do with parcels, between the depot and the doors. */
export const parcelHandlers = {
  parcel_loaded: (work, { delivery_id, index, code, by }) =>
    load(work, { delivery_id, index }, 'loaded', { detail: { by }, said: code === null ? {} : { code } }),
  parcel_missing: (work, { delivery_id, index, note }) =>
    load(work, { delivery_id, index }, 'missing', { detail: {}, said: note === null ? {} : { note } }),
  temperature_read: readTemperature,
  returned_to_depot: returnToDepot,
} satisfies Partial<RoadHandlers>

type Which = { delivery_id: string; index: number | null }
type Noted = { detail: Record<string, string>; said: Record<string, string> }

/** The parcels that are meant. A delivery that names none is one. */
function placesIn({ parcels }: StoredDelivery, index: number | null): number[] {
  const count = Math.max(1, parcels.length)
  if (index === null) return Array.from({ length: count }, (_, place) => place)
  return index < count ? [index] : []
}

async function load(
  work: RoadWork,
  { delivery_id, index }: Which,
  loaded: 'loaded' | 'missing',
  { detail, said }: Noted,
): Promise<Handled> {
  const { trx, author, reference, entry, now } = work
  const { workspaceId } = author
  const delivery = await findDelivery(work, delivery_id)
  if (!delivery || !(await isOwn(work, undefined, delivery))) return refused('delivery_unknown')
  const places = placesIn(delivery, index)
  if (!places.length) return refused('invalid')
  const known = await trx
    .selectFrom('parcel_progress')
    .select(['index', 'loaded'])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', delivery_id)
    .execute()
  const states = new Map(known.map((each) => [each.index, each.loaded]))
  if (places.every((place) => states.get(place) === loaded)) return kept('already_so')
  await trx
    .insertInto('parcel_progress')
    .values(
      places.map((place) => ({
        workspace_id: workspaceId,
        delivery_id,
        index: place,
        loaded,
        loaded_at: entry.happenedAt,
      })),
    )
    .onConflict((at) =>
      at.columns(['workspace_id', 'delivery_id', 'index']).doUpdateSet({ loaded, loaded_at: entry.happenedAt }),
    )
    .execute()
  const noted = { ...detail, ...(index !== null && { index }), device: reference }
  await noteOnRoad(trx, author, [{ delivery_id, kind: loaded, detail: noted, said }], now)
  return undefined
}

/** How each parcel of a delivery ended. */
export async function endParcels(
  { trx, author }: RoadWork,
  delivery: StoredDelivery,
  ends: RoadData['delivered']['parcels'],
): Promise<void> {
  const count = Math.max(1, delivery.parcels.length)
  const known = new Map(ends.filter(({ index }) => index < count).map((end) => [end.index, end]))
  if (!known.size) return
  await trx
    .insertInto('parcel_progress')
    .values(
      [...known.values()].map(({ index, state, note }) => ({
        workspace_id: author.workspaceId,
        delivery_id: delivery.id,
        index,
        ended: state,
        note,
      })),
    )
    .onConflict((at) =>
      at
        .columns(['workspace_id', 'delivery_id', 'index'])
        .doUpdateSet((eb) => ({ ended: eb.ref('excluded.ended'), note: eb.ref('excluded.note') })),
    )
    .execute()
}

/** They have not ended after all. */
export async function reopenParcels({ trx, author }: RoadWork, deliveryId: string): Promise<void> {
  await trx
    .updateTable('parcel_progress')
    .set({ ended: null, note: null })
    .where('workspace_id', '=', author.workspaceId)
    .where('delivery_id', '=', deliveryId)
    .execute()
}

async function readTemperature(
  work: RoadWork,
  { delivery_id, celsius, compartment }: RoadData['temperature_read'],
): Promise<Handled> {
  await noteByHand(work, { deliveryId: delivery_id, celsius, compartment })
  if (delivery_id === null) return undefined
  const delivery = await findDelivery(work, delivery_id)
  if (!delivery || !(await isOwn(work, undefined, delivery))) return refused('delivery_unknown')
  const { temperature_min_c: min, temperature_max_c: max } = delivery
  const flags = [
    ...(max !== null && celsius > max ? ['too_warm'] : []),
    ...(min !== null && celsius < min ? ['too_cold'] : []),
  ]
  const detail = { celsius, flags, device: work.reference }
  await noteOnRoad(work.trx, work.author, [{ delivery_id, kind: 'measured', detail }], work.now)
  return undefined
}

/** They are back. What was still open was not delivered that day. */
async function returnToDepot(work: RoadWork, { delivery_ids, note }: RoadData['returned_to_depot']): Promise<Handled> {
  const { trx, author, driver, reference, now } = work
  const own: StoredDelivery[] = []
  for (const id of new Set(delivery_ids)) {
    const delivery = await findDelivery(work, id)
    if (delivery?.driver_id === driver.id) own.push(delivery)
  }
  if (!own.length && delivery_ids.length) return refused('delivery_unknown')
  for (const delivery of own) {
    if (!['dispatched', 'in_transit', 'arrived'].includes(delivery.status)) continue
    const set = { status: 'failed', failure_reason: 'out_of_time', status_note: note, driver_id: driver.id } as const
    await writeStatus(work, delivery, set)
  }
  const said: Record<string, string> = note === null ? {} : { note }
  const notes = own.map(({ id }) => ({
    delivery_id: id,
    kind: 'returned' as const,
    detail: { device: reference },
    said,
  }))
  await noteOnRoad(trx, author, notes, now)
  return undefined
}
