import { sql } from 'kysely'
import { oldDetail } from '#domain/chain/verify.ts'
import { erasableFields } from '#domain/delivery-chain.ts'
import { isEnd } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import { noPickupPlace } from '#domain/orders/order-defaults.ts'
import type { ConsentNote } from '#domain/schema/notification.ts'
import type { Trx } from '../../db/connect.ts'
import { type Author, appendEvents } from '../../events/append.ts'
import { eraseAuditValues } from '../audit/commands.ts'
import { type NewEvent, lockAll, recordEvents } from '../deliveries/commands.ts'
import type { StoredDelivery } from '../deliveries/queries.ts'

/**
 * Drops the recipient's personal data: from the deliveries, from their histories, where its hashes stay, and from plans that
 * had them. Those that were erased before stay as they are.
 * @throws AppError `delivery_not_found`, `delivery_not_ended` naming the numbers
 */
export async function eraseDeliveries(trx: Trx, author: Author, ids: string[], now: Date) {
  const { workspaceId } = author
  const rows = await lockAll(trx, workspaceId, ids)
  const open = rows.filter(({ deleted_at, status }) => !deleted_at && !isEnd(status))
  if (open.length) throw new AppError('delivery_not_ended', { numbers: open.map(({ number }) => number) })
  const left = rows.filter(({ erased_at }) => !erased_at)
  const erasing = left.map(({ id }) => id)
  await emptyRows(trx, workspaceId, erasing, now)
  await sql`select drop_prescriptions(${erasing}::uuid[])`.execute(trx)
  await dropConsents(trx, author, left, now)
  const fields = [...erasableFields]
  await sql`select drop_opened(${erasing}::uuid[], ${fields}::text[]), drop_told(${erasing}::uuid[], ${fields}::text[])`.execute(
    trx,
  )
  await eraseAuditValues(trx, author, { recordIds: erasing, seals: ['values'] }, now)
  const detail = { fields: [...erasableFields, oldDetail] }
  const events = left.map((before): NewEvent => ({ delivery_id: before.id, kind: 'erased', before, detail }))
  await recordEvents(trx, author, events, now)
  return rows.map(({ id, erased_at }) => ({ id, erased_at: erased_at ?? now.toISOString() }))
}

/** What they agreed to, unless another delivery has the same address. */
async function dropConsents(trx: Trx, author: Author, erased: StoredDelivery[], now: Date): Promise<void> {
  const addresses = erased.flatMap(({ recipient_phone, recipient_email }) => [
    recipient_phone ?? [],
    recipient_email?.toLowerCase() ?? [],
  ])
  const { rows } = await sql<ConsentNote>`
    delete from consents c where c.workspace_id = ${author.workspaceId} and c.address = any(${addresses.flat()}::text[])
      and not exists (select from deliveries d where d.workspace_id = c.workspace_id and d.erased_at is null
        and (d.recipient_phone = c.address or lower(d.recipient_email) = c.address))
      returning c.id, c.channel, c.author_name, c.created_at`.execute(trx)
  const events = rows.map((data) => ({ type: 'consent.removed' as const, id: data.id, data }))
  await appendEvents(trx, author, events, now)
}

/** In place of an address. */
const erased = 'Erased'

async function emptyRows(trx: Trx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  const isAmong = (column: string) => sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`
  await trx
    .updateTable('deliveries')
    .set({ delivery_address: erased, pickup_address: null, lat: null, lng: null, notes: null })
    .set({ status_note: null })
    .set({ recipient_name: null, recipient_phone: null, recipient_email: null, erased_at: now, updated_at: now })
    .set({ location_source: null, location_confidence: null, location_provider: null, location_kind: null })
    .set({ located_at: null, location_search: null, pickup_lat: null, pickup_lng: null, ...noPickupPlace })
    .set({
      pickup_name: null,
      pickup_phone: null,
      pickup_notes: null,
      place_name: null,
      other_places: '[]',
      parcels: '[]',
      custom: '{}',
    })
    .set({ wishes: null, rating_comment: null })
    .where('workspace_id', '=', workspaceId)
    .where(isAmong('id'))
    .execute()
  // What only these visits led to is forgotten by whoever learns from them.
  await sql`
    with gone as (delete from address_visits where workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[])
      returning address_key)
    update learned_places set is_stale = true
    where workspace_id = ${workspaceId} and learned_places.address_key in (
      select address_key from gone union select m.key from gone g
        join address_spellings s on s.workspace_id = ${workspaceId} and s.key = g.address_key
        join address_spellings m on m.address_id = s.address_id)`.execute(trx)
  // About 10 km, so that old routes stay readable.
  await sql`
    update stops set name = ${erased}, address = ${erased}, planned_from = null,
      lat = round(lat::numeric, 1)::double precision, lng = round(lng::numeric, 1)::double precision
    where workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[])`.execute(trx)
  const blank = JSON.stringify({ delivery_address: erased, recipient_name: null, location: null })
  await sql`
    update plans set unassigned = (
      select jsonb_agg(case when (each ->> 'delivery_id')::uuid = any(${ids}::uuid[]) then each || ${blank}::jsonb
        else each end order by place) from jsonb_array_elements(unassigned) with ordinality as e(each, place))
    where workspace_id = ${workspaceId} and exists (
      select from jsonb_array_elements(unassigned) as e(each) where (each ->> 'delivery_id')::uuid = any(${ids}::uuid[]))`.execute(
    trx,
  )
  // What drivers brought as proof, and the files of its photos.
  await sql`
    delete from storage.objects where workspace_id = ${workspaceId} and id in (
      select unnest(array[object_id, original_id]) from photos
      where workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[]))`.execute(trx)
  const place = sql`lat = null, lng = null, accuracy_m = null`
  const ofThem = sql`workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[])`
  // What recipients were told and answered. That they want no messages stays, so that it is kept to.
  await sql`update notifications set recipient = null, subject = null, body = null, failure_detail = null,
    unsubscribe_token = null where ${ofThem}`.execute(trx)
  await sql`update notification_replies set sender = null, body = null where ${ofThem}`.execute(trx)
  await sql`delete from recipient_subscriptions where ${ofThem}`.execute(trx)
  // What is held says where it should go. Nobody confirms it any more.
  await sql`delete from slot_holds where state = 'held' and ${ofThem}`.execute(trx)
  await sql`update photos set ${place} where ${ofThem}`.execute(trx)
  // Who hands it over, and where it goes, are in what was settled for its pickup.
  await sql`update preparations set asked = '{}', derived = '{}' where ${ofThem}`.execute(trx)
  await sql`update proofs set data = '{}', ${place} where ${ofThem}`.execute(trx)
  await sql`update delivery_pins set pin = '', salt = '', hash = null where ${ofThem}`.execute(trx)
  // What phones said of them, and where they were then. Hashes and signatures stay, as in the histories.
  await sql`
    update road_entries set data = null, fix = null, before = null, erased_at = ${now}
    where workspace_id = ${workspaceId} and erased_at is null and (delivery_id = any(${ids}::uuid[])
      or kind in ('handed_over', 'taken_over', 'returned_to_depot') and exists (
        select from unnest(${ids}::uuid[]) as i (id) where position(i.id::text in data::text) > 0))`.execute(trx)
  await sql`update parcel_progress set note = null where ${ofThem}`.execute(trx)
  await sql`delete from eta_history where ${ofThem}`.execute(trx)
  // Changes of plans that replaced fields of it can no longer be taken back.
  await sql`
    update plan_changes set replaced = null where workspace_id = ${workspaceId}
      and delivery_ids && ${ids}::uuid[] and jsonb_array_length(replaced -> 'deliveries') > 0`.execute(trx)
  // Replies that are kept for a day, in case a program asks again.
  await sql`
    delete from idempotent_replies where workspace_id = ${workspaceId}
      and exists (select from unnest(${ids}::text[]) as id where strpos(body::text, id) > 0)`.execute(trx)
}
