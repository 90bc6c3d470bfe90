import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { erasableFields, shownEntries } from '#domain/delivery-chain.ts'
import { deliveryStates, isEnd } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import type {
  Erasure,
  ErasureCounts,
  FoundRecipients,
  HeldData,
  RecipientChoice,
  RecipientGroup,
  RecipientKey,
  RecipientSearch,
} from '#domain/schema/recipient.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { withNulls } from '../../events/nulls.ts'
import { getAddress } from '../addresses/queries.ts'
import { inApi, readChains, readStored } from '../deliveries/queries.ts'
import { finderOf, mostErased, mostFound, patternsOf, phonePattern, toGiven } from './rules.ts'

const ended = deliveryStates.filter(isEnd)
const mostGroups = 100
const unzip = promisify(gunzip)

/** Whose deliveries match, each spelling for itself, and which entries of the address book are about the same places. */
export async function findRecipients(
  trx: Trx,
  workspaceId: string,
  { by, value }: RecipientSearch,
): Promise<FoundRecipients> {
  const { rows } = await sql<{ id: string }>`
    select id from find_recipients(${by}, ${value}, ${mostFound + 1})`.execute(trx)
  const ids = rows.slice(0, mostFound).map(({ id }) => id)
  const groups = await groupsOf(trx, workspaceId, ids, { by, value })
  const addresses = await addressesNear(trx, workspaceId, ids, by === 'address' ? value : null)
  return {
    groups: groups.slice(0, mostGroups),
    addresses,
    is_cut: rows.length > mostFound || groups.length > mostGroups,
  }
}

type GroupRow = Omit<RecipientGroup, 'key'> & { key: RecipientKey }

/** Whether somebody at one end of a delivery may be the one who is looked for. */
const matches = (workspaceId: string, { by, value }: RecipientSearch): RawBuilder<boolean> => {
  if (by === 'phone') return sql`phone_end(said_phone) = phone_end(${value})`
  if (by === 'email') return sql`mail_key(said_email) = mail_key(${value})`
  if (by === 'name')
    return sql`name_words(${workspaceId}::uuid, said_name) @> name_words(${workspaceId}::uuid, ${value})`
  return sql`said_key in (
    select address_key(${value}) union all
    select s.key from address_spellings s where s.workspace_id = ${workspaceId} and s.address_id in (
      select a.address_id from address_spellings a where a.workspace_id = ${workspaceId} and a.key = address_key(${value})))`
}

/** Whoever receives a delivery, and whoever hands it over, is a person of their own. */
async function groupsOf(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  search: RecipientSearch,
): Promise<RecipientGroup[]> {
  const { rows } = await sql<GroupRow>`
    with ends as (
      select d.id, d.number, d.deleted_at, d.status, d.scheduled_date, e.*
      from deliveries d cross join lateral (
        select d.recipient_name as said_name, d.recipient_phone as said_phone, d.recipient_email as said_email,
          d.delivery_address as said_address, d.address_key as said_key
        union all
        select d.pickup_name, d.pickup_phone, null, d.pickup_address, d.pickup_key
          where num_nonnulls(d.pickup_name, d.pickup_phone) > 0
            or d.pickup_address is not null and d.pickup_depot_id is null) e
      where d.workspace_id = ${workspaceId} and d.id = any(${ids}::uuid[])),
    found as (
      select *, name_key(said_name) as name, phone_key(said_phone) as phone, mail_key(said_email) as email
      from ends where ${matches(workspaceId, search)}),
    named as (
      select *, case when num_nonnulls(name, phone, email) = 0 then said_key end as address from found)
    select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'address', address) as key,
      (array_agg(said_name order by number desc))[1] as name,
      (array_agg(said_phone order by number desc))[1] as phone,
      (array_agg(said_email order by number desc))[1] as email,
      (array_agg(said_address order by number desc))[1] as address,
      count(distinct id)::int as deliveries,
      count(distinct id) filter (where deleted_at is null and status <> all(${ended}::text[]))::int as open_deliveries,
      count(distinct said_key)::int as addresses, min(scheduled_date) as first_day, max(scheduled_date) as last_day
    from named group by named.name, named.phone, named.email, named.address
    order by deliveries desc, max(number) desc limit ${mostGroups + 1}`.execute(trx)
  return rows
}

async function addressesNear(trx: Trx, workspaceId: string, ids: string[], address: string | null) {
  const { rows } = await sql<FoundRecipients['addresses'][number]>`
    with keys as (
      select address_key as key from deliveries where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
      union select address_key(${address}) where ${address}::text is not null)
    select a.id, a.label, a.address, (
        select count(*)::int from deliveries d where d.workspace_id = ${workspaceId} and d.id <> all(${ids}::uuid[])
          and d.address_key in (select s.key from address_spellings s where s.address_id = a.id)) as others
    from addresses a where a.workspace_id = ${workspaceId} and a.id in (
      select s.address_id from address_spellings s join keys k on k.key = s.key where s.workspace_id = ${workspaceId})
    order by a.address limit 100`.execute(trx)
  return rows
}

/** What somebody chose, as ids. */
export type Chosen = { deliveryIds: string[]; addressIds: string[] }

/**
 * The deliveries and entries of the address book that somebody chose.
 * @throws AppError `recipient_too_large`, `recipient_not_found`
 */
export async function readChoice(
  trx: Trx,
  workspaceId: string,
  { groups, address_ids }: RecipientChoice,
): Promise<Chosen> {
  const found = await sql<{ id: string }>`
    select id from deliveries_of_recipients(${toGiven(groups)}::jsonb, ${mostErased + 1})`.execute(trx)
  if (found.rows.length > mostErased) throw new AppError('recipient_too_large')
  const entries = await trx
    .selectFrom('addresses')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${address_ids}::uuid[])`)
    .execute()
  const chosen = { deliveryIds: found.rows.map(({ id }) => id), addressIds: entries.map(({ id }) => id) }
  if (!chosen.deliveryIds.length && !chosen.addressIds.length) throw new AppError('recipient_not_found')
  return chosen
}

/** Every personal value of these deliveries and entries, as they are and as they were. */
export async function readValues(trx: Trx, workspaceId: string, { deliveryIds, addressIds }: Chosen) {
  // Positions are numbers, and no text names them.
  const fields = erasableFields.filter((field) => field !== 'delivery_location' && field !== 'pickup_location')
  const { rows } = await sql<{ value: string }>`
    select distinct value from (
      select btrim(v.value) as value from deliveries d
        cross join lateral (values (d.recipient_name), (d.recipient_phone), (d.recipient_email),
          (d.delivery_address), (d.pickup_address), (d.notes), (d.status_note), (d.pickup_name), (d.pickup_phone),
          (d.pickup_notes)) as v(value)
        where d.workspace_id = ${workspaceId} and d.id = any(${deliveryIds}::uuid[])
      union
      select btrim(e.opened #>> array[f, 'value']) from delivery_events e, unnest(${fields}::text[]) as f
        where e.workspace_id = ${workspaceId} and e.delivery_id = any(${deliveryIds}::uuid[])
      union
      select btrim(v.value) from addresses a
        cross join lateral (values (a.label), (a.address), (a.notes), (a.gate_code)) as v(value)
        where a.workspace_id = ${workspaceId} and a.id = any(${addressIds}::uuid[])
      union
      select btrim(spelling) from address_spellings
        where workspace_id = ${workspaceId} and address_id = any(${addressIds}::uuid[])) said
    where value <> ''`.execute(trx)
  return rows.map(({ value }) => value)
}

/** Deliveries that have not ended, up to 20 of them, and how many there are. */
export async function readOpen(trx: Trx, workspaceId: string, ids: string[]) {
  const open = trx
    .selectFrom('deliveries')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', ended)
  const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { count, newest: await open.select(['id', 'number']).orderBy('number', 'desc').limit(20).execute() }
}

/** Files in any bucket that name one of these deliveries. */
export async function filesOf(trx: Trx, ids: string[]) {
  const { rows } = await sql<{
    id: string
    bucket_id: string
    name: string
    size: number
    type: string | null
    names: string[]
  }>`
    select o.id, o.bucket_id, o.name, o.size, o.shown_type as type, o.created_at,
      storage.named_ids(o.name, o.user_metadata) as names from storage.objects o
    where o.id in (select id from storage.files_naming(${ids}::uuid[])) order by o.bucket_id, o.name`.execute(trx)
  return rows
}

/** What is stored about somebody, by kind. */
export async function countHeld(trx: Trx, workspaceId: string, chosen: Chosen): Promise<HeldData> {
  const { deliveryIds, addressIds } = chosen
  const wanted = await readValues(trx, workspaceId, chosen)
  const { rows } = await sql<Omit<ErasureCounts, 'messages' | 'operations' | 'recurring_orders'>>`
    with ids as (select unnest(${deliveryIds}::uuid[]) as id)
    select
      (select count(*) from ids)::int as deliveries,
      (select count(*) from deliveries d where d.workspace_id = ${workspaceId} and d.notes <> ''
        and d.id in (select id from ids))::int as notes,
      (select count(*) from delivery_events e where e.delivery_id in (select id from ids))::int as history,
      (select count(*) from events e where e.subject_kind in ('delivery', 'address') and e.subject_id in (
        select id from ids union all select unnest(${addressIds}::uuid[])))::int as events,
      (select count(*) from stops s where s.delivery_id in (select id from ids))::int as stops,
      (select count(*) from storage.files_naming(${deliveryIds}::uuid[]))::int as files,
      ${addressIds.length}::int as addresses,
      (select count(*) from geocodes g where g.workspace_id = ${workspaceId} and g.key in (
        select address_key(v) from unnest(${wanted}::text[]) as v))::int as geocodes,
      (select count(*) from (${repliesWith(workspaceId, wanted)}) r)::int as replies,
      (select count(*) from audit_entries a where a.workspace_id = ${workspaceId} and a.opened ?| array['label', 'values']
        and a.record_id in (select id from ids union all select unnest(${addressIds}::uuid[])))::int as audit`.execute(
    trx,
  )
  const messages = (await messagesWith(trx, workspaceId, wanted)).length
  const operations = (await operationsWith(trx, workspaceId, wanted)).length
  const recurring_orders = wanted.length ? (await recurringWith(trx, workspaceId, wanted)).length : 0
  const open = await readOpen(trx, workspaceId, deliveryIds)
  return {
    counts: { ...rows[0]!, messages, operations, recurring_orders },
    open: open.newest,
    open_deliveries: open.count,
  }
}

/** Whether JSON in a column says one of the values. */
const says = (column: RawBuilder<unknown>, wanted: string[]) => sql<boolean>`(
  lower(${column}) like any(${patternsOf(wanted)}::text[]) or ${column} ~ ${phonePattern(wanted)}::text)`

/** Replies that are kept for `Idempotency-Key` and say one of the values. */
export const repliesWith = (workspaceId: string, wanted: string[]) => sql<{ endpoint: string; key: string }>`
  select endpoint, key from idempotent_replies where workspace_id = ${workspaceId}
    and ${says(sql`body::text`, wanted)}`

/** Broadcasts that say one of the values. A workspace keeps a thousand at most. */
export async function messagesWith(trx: Trx, workspaceId: string, wanted: string[]): Promise<string[]> {
  const isSaid = finderOf(wanted)
  const found: string[] = []
  let after = 0
  while (true) {
    const page = await trx
      .selectFrom('realtime.messages')
      .select(['id', 'position', 'topic', 'payload', 'binary_payload'])
      .where('workspace_id', '=', workspaceId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(100)
      .execute()
    for (const { id, topic, payload, binary_payload: bytes } of page) {
      if (isSaid(topic) || isSaid(payload ?? bytes!.toString())) found.push(id)
    }
    if (page.length < 100) return found
    after = page.at(-1)!.position
  }
}

/** Messages between dispatchers and drivers that say one of the values. */
export async function driverMessagesWith(trx: Trx, workspaceId: string, wanted: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from driver_messages where workspace_id = ${workspaceId} and ${says(sql`text`, wanted)}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Problems that programs sent, waiting or solved within a day, that say one of the values. */
export async function operationsWith(trx: Trx, workspaceId: string, wanted: string[]): Promise<string[]> {
  const solved = await sql<{ id: string }>`
    select id from operations where workspace_id = ${workspaceId}
      and ${says(sql`result`, wanted)}`.execute(trx)
  const found = new Set(solved.rows.map(({ id }) => id))
  const isSaid = finderOf(wanted)
  // Only those that wait or run still have their problem.
  const waiting = await trx
    .selectFrom('operations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('problem', 'is not', null)
    .execute()
  for (const { id } of waiting) {
    const row = await trx.selectFrom('operations').select('problem').where('id', '=', id).executeTakeFirst()
    if (row?.problem && isSaid((await unzip(row.problem)).toString())) found.add(id)
  }
  return [...found]
}

/** Recurring orders that say one of the values. */
export async function recurringWith(trx: Trx, workspaceId: string, wanted: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from recurring_orders where workspace_id = ${workspaceId} and ${says(sql`"order"::text`, wanted)}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** A part of what is exported about these deliveries. */
export async function readDeliveryData(trx: Trx, workspaceId: string, ids: string[]) {
  const rows = await readStored(trx, workspaceId, ids)
  const shown = await inApi(trx, workspaceId, rows)
  const entries = Map.groupBy(await readChains(trx, workspaceId, ids), ({ subject_id }) => subject_id)
  const events = await trx
    .selectFrom('events')
    .select(['subject_id', 'type', 'at', 'actor_name', 'data', 'previous', 'why'])
    .where('workspace_id', '=', workspaceId)
    .where('subject_kind', '=', 'delivery')
    .where(sql<boolean>`subject_id = any(${ids}::uuid[])`)
    .orderBy('at')
    .execute()
  const stops = await trx
    .selectFrom('stops')
    .select(['delivery_id', 'route_id', 'name', 'address', 'lat', 'lng', 'arrival_at', 'departure_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .execute()
  const files = await filesOf(trx, ids)
  const proofs = await trx
    .selectFrom('proofs')
    .select(['id', 'delivery_id', 'kind', 'taken_at', 'lat', 'lng', 'flags', 'data', 'photo_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .orderBy('taken_at')
    .execute()
  const photos = await trx
    .selectFrom('photos')
    .leftJoin('storage.objects as o', 'o.id', 'photos.object_id')
    .select(['photos.id', 'delivery_id', 'about', 'taken_at', 'lat', 'lng', 'photos.sha256', 'o.name as file'])
    .where('photos.workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .orderBy('taken_at')
    .execute()
  const notifications = await trx
    .selectFrom('notifications')
    .select(['id', 'delivery_id', 'event', 'channel', 'state', 'recipient', 'subject', 'body', 'created_at', 'sent_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .orderBy('created_at')
    .execute()
  const answers = await trx
    .selectFrom('notification_replies')
    .select(['delivery_id', 'sender', 'body', 'received_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .orderBy('received_at')
    .execute()
  return shown.map((delivery) => ({
    delivery,
    notifications: notifications.filter(({ delivery_id }) => delivery_id === delivery.id),
    answers: answers.filter(({ delivery_id }) => delivery_id === delivery.id),
    history: shownEntries(entries.get(delivery.id) ?? []).map(({ shown: entry }) => entry),
    events: events
      .filter(({ subject_id }) => subject_id === delivery.id)
      .map((event) => ({ ...event, data: withNulls('delivery', event.data) })),
    stops: stops.filter(({ delivery_id }) => delivery_id === delivery.id),
    proofs: proofs.filter(({ delivery_id }) => delivery_id === delivery.id),
    photos: photos.filter(({ delivery_id }) => delivery_id === delivery.id),
    files: files.filter(({ names }) => names.includes(delivery.id)).map(({ names: _, ...file }) => file),
  }))
}

/** What is exported besides deliveries. */
export async function readOtherData(trx: Trx, workspaceId: string, chosen: Chosen) {
  const wanted = await readValues(trx, workspaceId, chosen)
  const address_book = []
  for (const id of chosen.addressIds) address_book.push(await getAddress(trx, workspaceId, id))
  const geocodes = await sql<{ provider: string; key: string; hits: unknown }>`
    select provider, key, hits from geocodes where workspace_id = ${workspaceId}
      and key in (select address_key(v) from unnest(${wanted}::text[]) as v)`.execute(trx)
  const replies = await sql<{ endpoint: string; created_at: string; body: unknown }>`
    select endpoint, created_at, body from idempotent_replies where workspace_id = ${workspaceId}
      and (endpoint, key) in (${repliesWith(workspaceId, wanted)})`.execute(trx)
  const messages = await trx
    .selectFrom('realtime.messages')
    .select(['topic', 'event', 'payload', 'inserted_at'])
    .where(sql<boolean>`id = any(${await messagesWith(trx, workspaceId, wanted)}::uuid[])`)
    .execute()
  const operations = await trx
    .selectFrom('operations')
    .select(['id', 'created_at', 'result'])
    .where(sql<boolean>`id = any(${await operationsWith(trx, workspaceId, wanted)}::uuid[])`)
    .execute()
  const audit = await trx
    .selectFrom('audit_entries')
    .select(['number', 'at', 'action', 'record_kind', 'record_id', 'changes', 'opened'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`record_id = any(${[...chosen.deliveryIds, ...chosen.addressIds]}::uuid[])`)
    .orderBy('number')
    .execute()
  const audit_log = audit.map(({ opened, ...entry }) => ({ ...entry, values: opened.values?.value ?? null }))
  return { address_book, audit_log, geocoder_answers: geocodes.rows, replies: replies.rows, messages, operations }
}

/** Erasures as the API shows them. */
export async function readErasures(
  trx: Trx,
  workspaceId: string,
  { id, ...page }: { id?: string; cursor?: string | undefined; limit: number },
): Promise<{ data: Erasure[]; next_cursor: string | null }> {
  const erasures = sql<Erasure>`(
    select e.id, e.state, e.deliveries, e.addresses, e.counts, e.left_open, e.requested_by_name, e.requested_at,
      e.finished_at, e.version, case when e.state = 'done' then coalesce((e.counts ->> 'deliveries')::int, 0) else (
        select count(*)::int from deliveries d where d.workspace_id = ${workspaceId} and d.id = any(e.delivery_ids)
          and d.erased_at is not null) end as erased
    from erasures e where e.workspace_id = ${workspaceId} and (${id ?? null}::uuid is null or e.id = ${id ?? null}))`
  const { rows, next_cursor } = await readPage(trx.selectFrom(erasures.as('e')).selectAll('e'), newestFirst, page)
  return { data: rows, next_cursor }
}

const newestFirst = {
  name: 'requested',
  order: 'desc',
  by: sql`e.requested_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`e.id`,
  ties: z.uuid(),
} as const

/** @throws AppError `erasure_not_found` */
export async function getErasure(trx: Trx, workspaceId: string, id: string): Promise<Erasure> {
  const [erasure] = (await readErasures(trx, workspaceId, { id, limit: 1 })).data
  if (!erasure) throw new AppError('erasure_not_found')
  return erasure
}

/** Erasures that are not done, in all workspaces. */
export async function unfinishedErasures(db: Db): Promise<{ workspaceId: string; erasureId: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`select * from unfinished_erasures()`.execute(db)
  return rows.map(({ workspace_id, id }) => ({ workspaceId: workspace_id, erasureId: id }))
}
