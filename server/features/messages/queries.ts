import { sql } from 'kysely'
import { z } from 'zod'
import type { OwnMessages } from '#domain/api/messages.ts'
import { AppError } from '#domain/errors.ts'
import type { Message, MessageSettings, MessageThread } from '#domain/schema/message.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { shownMessage, type Reader } from './rules.ts'

const rowsOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('driver_messages as m')
    .leftJoin('photos as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 'm.workspace_id')
        .on('p.about', '=', 'message')
        .onRef('p.about_id', '=', 'm.id'),
    )
    .selectAll('m')
    .select(['p.state as photo_state', 'p.object_id as photo_object_id'])
    .where('m.workspace_id', '=', workspaceId)

/** These messages, in the order of their positions. */
export async function readMessagesOf(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  reader: Reader = 'dispatcher',
): Promise<Message[]> {
  if (!ids.length) return []
  const rows = await rowsOf(trx, workspaceId)
    .where(sql<boolean>`m.id = any(${ids}::uuid[])`)
    .orderBy('m.position')
    .execute()
  return rows.map((row) => shownMessage(row, reader))
}

/** How many messages with a driver wait to be read by the other side than `from`. */
async function unreadFrom(
  trx: Trx,
  workspaceId: string,
  { driverId, from }: { driverId: string; from: 'driver' | 'dispatcher' },
): Promise<number> {
  const { count } = await trx
    .selectFrom('driver_messages')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('sender', '=', from)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** What is new or changed for a driver after a position. */
export async function readOwnMessages(
  trx: Trx,
  workspaceId: string,
  driverId: string,
  { after, limit }: { after: number; limit: number },
): Promise<OwnMessages> {
  const rows = await rowsOf(trx, workspaceId)
    .where('m.driver_id', '=', driverId)
    .where('m.position', '>', after)
    .orderBy('m.position')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const { driver_answers: answers } = await readMessageSettings(trx, workspaceId)
  return {
    data: shown.map((row) => shownMessage(row, 'driver')),
    last: shown.at(-1)?.position ?? after,
    more: rows.length > limit,
    unread: await unreadFrom(trx, workspaceId, { driverId, from: 'dispatcher' }),
    answers,
  }
}

const newestFirst = {
  name: 'received',
  order: 'desc',
  by: sql`m.received_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`m.id`,
  ties: z.uuid(),
} as const

/**
 * The messages with a driver, the newest first.
 * @throws AppError `driver_not_found`
 */
export async function listDriverMessages(
  trx: Trx,
  workspaceId: string,
  driverId: string,
  page: { cursor?: string | undefined; limit: number },
) {
  await checkDrivers(trx, workspaceId, [driverId])
  const found = rowsOf(trx, workspaceId).where('m.driver_id', '=', driverId)
  const { rows, next_cursor } = await readPage(found, newestFirst, page)
  return {
    data: rows.map((row) => shownMessage(row, 'dispatcher')),
    next_cursor,
    unread: await unreadFrom(trx, workspaceId, { driverId, from: 'driver' }),
  }
}

/** Drivers whom the caller sees, with their depots. */
export async function checkDrivers(trx: Trx, workspaceId: string, ids: string[]) {
  const rows = await trx
    .selectFrom('drivers')
    .select(['id', 'depot_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  if (rows.length !== new Set(ids).size) throw new AppError('driver_not_found')
  return new Map(rows.map((row) => [row.id, row.depot_id]))
}

/** Drivers with an open shift whom the caller sees. */
export async function driversOnShift(trx: Trx, workspaceId: string, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('drivers as d')
    .select('d.id')
    .where('d.workspace_id', '=', workspaceId)
    .where('d.active', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shifts as s')
          .select('s.id')
          .whereRef('s.workspace_id', '=', 'd.workspace_id')
          .whereRef('s.driver_id', '=', 'd.id')
          .where('s.ended_at', 'is', null),
      ),
    )
    .orderBy('d.id')
    .limit(most + 1)
    .execute()
  return rows.map(({ id }) => id)
}

type Counted = Omit<MessageThread, 'last'> & { last_id: string | null }

/** With whom there are messages, and who is on shift. */
export async function listThreads(trx: Trx, workspaceId: string): Promise<{ data: MessageThread[]; unread: number }> {
  const { rows } = await sql<Counted>`
    with unread as (
      select driver_id, count(*) filter (where sender = 'driver')::integer as unread,
        count(*) filter (where sender = 'dispatcher' and delivered_at is null)::integer as waiting
      from driver_messages where workspace_id = ${workspaceId} and read_at is null group by 1)
    select d.id as driver_id, d.name as driver_name, d.phone as driver_phone, d.user_id is not null as has_account,
      s.driver_id is not null as on_shift, coalesce(u.unread, 0) as unread, coalesce(u.waiting, 0) as waiting, t.last_id
    from drivers d
      left join message_threads t on t.workspace_id = d.workspace_id and t.driver_id = d.id
      left join unread u on u.driver_id = d.id
      left join (select distinct driver_id from shifts where workspace_id = ${workspaceId} and ended_at is null) s
        on s.driver_id = d.id
    where d.workspace_id = ${workspaceId} and (t.last_id is not null or s.driver_id is not null and d.active)
    order by coalesce(u.unread, 0) > 0 desc, t.last_at desc nulls last, lower(d.name), d.id limit 1000`.execute(trx)
  const ids = rows.flatMap(({ last_id }) => last_id ?? [])
  const last = new Map((await readMessagesOf(trx, workspaceId, ids)).map((message) => [message.id, message]))
  return {
    data: rows.map(({ last_id, ...thread }) => ({ ...thread, last: last.get(last_id ?? '') ?? null })),
    unread: rows.reduce((sum, { unread }) => sum + unread, 0),
  }
}

/**
 * The content of a message's photo and its type.
 * @throws AppError `photo_not_found`
 */
export async function readMessagePhoto(
  trx: Trx,
  workspaceId: string,
  { id, driverId }: { id: string; driverId?: string },
): Promise<{ sha256: string; size: number; type: string }> {
  let found = rowsOf(trx, workspaceId)
    .innerJoin('storage.objects as o', (join) => join.on(sql<boolean>`o.id = coalesce(m.object_id, p.object_id)`))
    .select(['o.sha256', 'o.size', 'o.shown_type'])
    .where('m.id', '=', id)
  if (driverId !== undefined) found = found.where('m.driver_id', '=', driverId)
  const file = await found.executeTakeFirst()
  const isShown = file && (file.sender === 'dispatcher' || file.photo_state === 'stored')
  if (!isShown || !isImage(file.shown_type)) throw new AppError('photo_not_found')
  return { sha256: file.sha256, size: file.size, type: file.shown_type! }
}

export const isImage = (type: string | null) => /^image\/(jpeg|png|webp)$/.test(type ?? '')

/** Ready-made answers. */
export async function readMessageSettings(trx: Trx, workspaceId: string): Promise<MessageSettings> {
  const row = await trx
    .selectFrom('message_settings')
    .select(['driver_answers', 'dispatcher_answers', 'version'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? { driver_answers: null, dispatcher_answers: null, version: 1 }
}
