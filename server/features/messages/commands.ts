import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { RoadData } from '#domain/road/entry.ts'
import {
  mostWrittenTo,
  type Message,
  type MessageSettings,
  type MessageSettingsPatch,
  type NewBroadcast,
  type NewMessage,
} from '#domain/schema/message.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { expectPhotos } from '../proofs/commands.ts'
import type { Handled, RoadHandlers, RoadWork } from '../road/commands.ts'
import { checkDrivers, driversOnShift, isImage, readMessageSettings, readMessagesOf } from './queries.ts'
import { alertKey, noteOf } from './rules.ts'

/** What drivers write and read. */
export const messageHandlers = { message_sent: takeMessage, messages_read: noteRead } satisfies Partial<RoadHandlers>

async function takeMessage(work: RoadWork, { message_id, text, photo }: RoadData['message_sent']): Promise<Handled> {
  const { trx, author, driver, entry, now } = work
  const { workspaceId } = author
  if (text === '' && !photo) return { outcome: 'refused', code: 'invalid' }
  const position = (await takePositions(trx, workspaceId, [driver.id], 1)).get(driver.id)!
  const added = await trx
    .insertInto('driver_messages')
    .values({
      workspace_id: workspaceId,
      id: message_id,
      driver_id: driver.id,
      sender: 'driver',
      author_id: driver.user_id,
      author_name: driver.name,
      text,
      has_photo: photo !== null,
      entry_id: entry.id,
      sent_at: entry.happenedAt,
      received_at: now,
      position,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return { outcome: 'kept', code: 'already_so' }
  await noteLast(trx, workspaceId, now, [{ id: message_id, driverId: driver.id }])
  const about = { about: 'message', aboutId: message_id } as const
  await expectPhotos(trx, workspaceId, { driver, ...about, photos: photo ? [photo] : [] }, now)
  await tell(trx, author, 'message.sent', [message_id], now)
  const sentence = `${driver.name} wrote a message.`
  const draft = { kind: 'message', severity: 'medium', key: alertKey(driver.id), sentence } as const
  await raiseAlert(trx, workspaceId, { ...draft, driver_id: driver.id }, now)
  return undefined
}

/** A driver has read what dispatchers wrote. */
async function noteRead(work: RoadWork, { message_ids }: RoadData['messages_read']): Promise<Handled> {
  const { trx, author, driver, entry, now } = work
  const set = { read_at: entry.happenedAt, delivered_at: sql<Date>`coalesce(delivered_at, ${now})` }
  const read = await markUnread(
    trx,
    author.workspaceId,
    { driverId: driver.id, from: 'dispatcher', ids: message_ids },
    set,
  )
  await tell(trx, author, 'message.read', read, now)
  return read.length ? undefined : { outcome: 'kept', code: 'already_so' }
}

/**
 * Takes the next positions of these drivers, and locks their messages until the transaction ends, so that nobody sees a
 * later position before an earlier one.
 * @returns the first of each driver's
 */
async function takePositions(
  trx: Trx,
  workspaceId: string,
  driverIds: string[],
  count: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ driver_id: string; position: number }>`
    insert into message_threads as t (workspace_id, driver_id, position)
      select ${workspaceId}, d.id, ${count}::bigint from unnest(${driverIds}::uuid[]) as d(id) order by d.id
    on conflict (workspace_id, driver_id) do update set position = t.position + excluded.position
    returning driver_id, position`.execute(trx)
  return new Map(rows.map(({ driver_id, position }) => [driver_id, position - count + 1]))
}

async function noteLast(trx: Trx, workspaceId: string, now: Date, last: { id: string; driverId: string }[]) {
  await sql`
    update message_threads t set last_id = m.id, last_at = ${now}
    from unnest(${last.map(({ driverId }) => driverId)}::uuid[], ${last.map(({ id }) => id)}::uuid[]) as m(driver_id, id)
    where t.workspace_id = ${workspaceId} and t.driver_id = m.driver_id`.execute(trx)
}

type Unread = { driverId: string; from: 'driver' | 'dispatcher'; ids?: string[] }

/** Marks unread messages of one side, and gives them new positions, so that phones learn of it. */
async function markUnread(
  trx: Trx,
  workspaceId: string,
  { driverId, from, ids }: Unread,
  set: { read_at: Date; read_by?: string; delivered_at?: ReturnType<typeof sql<Date>> },
): Promise<string[]> {
  let wanted = trx
    .selectFrom('driver_messages')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('sender', '=', from)
    .where('read_at', 'is', null)
  if (ids) wanted = wanted.where(sql<boolean>`id = any(${ids}::uuid[])`)
  if (!(await wanted.executeTakeFirst())) return []
  // Locks the driver's messages, so what is unread is looked up again.
  await takePositions(trx, workspaceId, [driverId], 0)
  const unread = (await wanted.orderBy('position').execute()).map(({ id }) => id)
  if (!unread.length) return []
  const first = (await takePositions(trx, workspaceId, [driverId], unread.length)).get(driverId)!
  await trx
    .updateTable('driver_messages')
    .set((eb) => ({
      ...set,
      position: sql<number>`${first}::bigint + array_position(${unread}::uuid[], id) - 1`,
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${unread}::uuid[])`)
    .execute()
  return unread
}

type Type = 'message.sent' | 'message.delivered' | 'message.read' | 'message.erased'

async function tell(trx: Trx, author: Author, type: Type, ids: string[], now: Date): Promise<Message[]> {
  const messages = await readMessagesOf(trx, author.workspaceId, ids)
  if (!messages.length) return messages
  const depots = await checkDrivers(trx, author.workspaceId, [...new Set(messages.map(({ driver_id }) => driver_id))])
  const drafts = messages.map((message) => {
    const data = noteOf(message, depots.get(message.driver_id) ?? null)
    return { type, id: message.id, data }
  })
  await appendEvents(trx, author, drafts, now)
  return messages
}

/**
 * Writes to a driver. It waits here until a phone fetches it.
 * @throws AppError `driver_not_found`, `photo_not_found`
 */
export async function sendMessage(
  trx: Trx,
  actor: Actor,
  driverId: string,
  message: NewMessage,
  now: Date,
): Promise<Message> {
  await checkDrivers(trx, actor.workspaceId, [driverId])
  const [id] = await write(trx, actor, [driverId], { ...message, broadcastId: null }, now)
  const [sent] = await tell(trx, actor, 'message.sent', [id!], now)
  return sent!
}

/** Writes to a driver as Karta itself, such as that the goods are getting warm. */
export async function writeToDriver(
  trx: Trx,
  author: Author,
  driverId: string,
  text: string,
  now: Date,
): Promise<void> {
  const [id] = await write(trx, author, [driverId], { text, photo: null, broadcastId: null }, now)
  await tell(trx, author, 'message.sent', [id!], now)
}

/**
 * Writes the same to chosen drivers, or to everybody who is on shift.
 * @throws AppError `driver_not_found`, `photo_not_found`, `nobody_on_shift`, `too_many_drivers`
 */
export async function broadcast(trx: Trx, actor: Actor, { driver_ids, ...message }: NewBroadcast, now: Date) {
  const { workspaceId } = actor
  const drivers = driver_ids ? [...new Set(driver_ids)] : await driversOnShift(trx, workspaceId, mostWrittenTo)
  if (!drivers.length) throw new AppError('nobody_on_shift')
  if (drivers.length > mostWrittenTo) throw new AppError('too_many_drivers', { most: mostWrittenTo })
  await checkDrivers(trx, workspaceId, drivers)
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(trx)
  const broadcastId = rows[0]!.id
  const ids = await write(trx, actor, drivers, { ...message, broadcastId }, now)
  await tell(trx, actor, 'message.sent', ids, now)
  return { broadcast_id: broadcastId, driver_ids: drivers.toSorted() }
}

async function write(
  trx: Trx,
  actor: Author & Partial<Pick<Actor, 'isApiKey'>>,
  driverIds: string[],
  { text, photo, broadcastId }: NewMessage & { broadcastId: string | null },
  now: Date,
): Promise<string[]> {
  const { workspaceId, userId, name } = actor
  const objectId = photo === null ? null : await findImage(trx, actor, photo)
  const positions = await takePositions(trx, workspaceId, driverIds, 1)
  const rows = driverIds.map((driver_id) => ({
    workspace_id: workspaceId,
    id: sql<string>`new_id()`,
    driver_id,
    sender: 'dispatcher' as const,
    author_id: userId,
    author_name: name,
    text,
    has_photo: objectId !== null,
    object_id: objectId,
    broadcast_id: broadcastId,
    sent_at: now,
    received_at: now,
    position: positions.get(driver_id)!,
  }))
  const added = await trx.insertInto('driver_messages').values(rows).returning(['id', 'driver_id']).execute()
  await noteLast(
    trx,
    workspaceId,
    now,
    added.map(({ id, driver_id }) => ({ id, driverId: driver_id })),
  )
  return added.map(({ id }) => id)
}

/**
 * A picture that its sender uploaded for a message. Not what proves a delivery: erasing the message would delete it.
 * @throws AppError `photo_not_found`
 */
async function findImage(
  trx: Trx,
  { workspaceId, userId, isApiKey }: Author & Partial<Pick<Actor, 'isApiKey'>>,
  name: string,
): Promise<string> {
  // A key has no folder of its own.
  if (!isApiKey && !name.startsWith(`${userId}/`)) throw new AppError('photo_not_found')
  const file = await trx
    .selectFrom('storage.objects as o')
    .select(['o.id', 'o.shown_type'])
    .where('o.workspace_id', '=', workspaceId)
    .where('o.bucket_id', '=', 'proofs')
    .where('o.name', '=', name)
    .where(sql<boolean>`not exists (select from photos p where p.object_id = o.id or p.original_id = o.id)`)
    .executeTakeFirst()
  if (!file || !isImage(file.shown_type)) throw new AppError('photo_not_found')
  return file.id
}

/**
 * A dispatcher has read what a driver wrote.
 * @throws AppError `driver_not_found`
 */
export async function readThread(trx: Trx, actor: Actor, driverId: string, now: Date): Promise<{ read: number }> {
  const { workspaceId, name } = actor
  await checkDrivers(trx, workspaceId, [driverId])
  const read = await markUnread(trx, workspaceId, { driverId, from: 'driver' }, { read_at: now, read_by: name })
  await tell(trx, actor, 'message.read', read, now)
  if (read.length) await settleAlert(trx, workspaceId, alertKey(driverId), now)
  return { read: read.length }
}

/** A phone has everything up to a position. */
export async function confirmDelivered(trx: Trx, author: Author, driverId: string, upTo: number, now: Date) {
  const { workspaceId } = author
  if (upTo === 0) return
  const rows = await trx
    .updateTable('driver_messages')
    .set((eb) => ({ delivered_at: now, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('sender', '=', 'dispatcher')
    .where('read_at', 'is', null)
    .where('delivered_at', 'is', null)
    .where('position', '<=', upTo)
    .returning('id')
    .execute()
  await tell(
    trx,
    author,
    'message.delivered',
    rows.map(({ id }) => id),
    now,
  )
}

/**
 * Erases what a message says.
 * @throws AppError `message_not_found`
 */
export async function eraseMessage(trx: Trx, actor: Actor, id: string, now: Date): Promise<Message> {
  const [before] = await readMessagesOf(trx, actor.workspaceId, [id])
  if (!before) throw new AppError('message_not_found')
  if (before.erased_at) return before
  await eraseTexts(trx, actor, [id], now)
  return (await readMessagesOf(trx, actor.workspaceId, [id]))[0]!
}

/** Erases what messages say, here and in the logs of phones, and their photos. */
export async function eraseTexts(trx: Trx, author: Author, ids: string[], now: Date): Promise<void> {
  if (!ids.length) return
  const { workspaceId } = author
  await dropBeside(trx, workspaceId, ids, now)
  const rows = await trx
    .selectFrom('driver_messages')
    .select(['id', 'driver_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('driver_id')
    .execute()
  for (const { id, driver_id } of rows) {
    const position = (await takePositions(trx, workspaceId, [driver_id], 1)).get(driver_id)!
    await trx
      .updateTable('driver_messages')
      .set((eb) => ({ text: '', erased_at: now, position, version: eb('version', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  }
  await tell(trx, author, 'message.erased', ids, now)
}

/** Deletes messages that are too old. */
export async function forgetMessages(trx: Trx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  if (!ids.length) return
  await dropBeside(trx, workspaceId, ids, now)
  await sql`delete from driver_messages where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(trx)
  await sql`
    update message_threads set last_id = null, last_at = null
    where workspace_id = ${workspaceId} and last_id = any(${ids}::uuid[])`.execute(trx)
}

/**
 * Photos of messages, and what phones' entries say of them. A file of a broadcast goes with its last message, and one that
 * proves something stays.
 */
async function dropBeside(trx: Trx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select object_id as id from driver_messages
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and object_id is not null
    union select unnest(array_remove(array[object_id, original_id], null)) from photos
      where workspace_id = ${workspaceId} and about = 'message' and about_id = any(${ids}::uuid[])`.execute(trx)
  // Without its folder, what arrives later is nobody's photo.
  await sql`
    update photos set lat = null, lng = null, accuracy_m = null, user_id = null
    where workspace_id = ${workspaceId} and about = 'message' and about_id = any(${ids}::uuid[])`.execute(trx)
  await sql`
    delete from storage.objects o where o.id = any(${rows.map(({ id }) => id)}::uuid[])
      and not exists (select from driver_messages m where m.object_id = o.id and m.id <> all(${ids}::uuid[]))
      and not exists (select from photos p where o.id in (p.object_id, p.original_id)
        and not (p.about = 'message' and p.about_id = any(${ids}::uuid[])))`.execute(trx)
  await sql`
    update road_entries set data = null, erased_at = ${now}
    where workspace_id = ${workspaceId} and erased_at is null and id in (
      select entry_id from driver_messages where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]))`.execute(
    trx,
  )
}

/**
 * Changes the ready-made answers.
 * @throws AppError `version_conflict`
 */
export async function changeMessageSettings(
  trx: Trx,
  actor: Actor,
  change: MessageSettingsPatch,
  seen: Seen,
  now: Date,
): Promise<MessageSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readMessageSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const values = { ...change, version: before.version + 1 }
  const { id, ...changed } = await trx
    .insertInto('message_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning(['id', 'driver_answers', 'dispatcher_answers', 'version'])
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type: 'message_settings.updated', id, data: changed, before }], now)
  return changed
}
