import { sql } from 'kysely'
import { canonicalJson, type Json } from '#domain/chain/canonical-json.ts'
import { concernsAccess } from '#domain/events/access.ts'
import { clientOf, depotsOf, driversOf } from '#domain/events/concerned.ts'
import { subjectOf, type DataOf, type EventType } from '#domain/events/types.ts'
import { noteChanges } from '../audit/note.ts'
import type { Role } from '#domain/permissions.ts'
import { noteEvents, type Trx } from '../db/connect.ts'
import { mapInTurns } from '../db/in-turns.ts'
import { writtenColumn } from '../db/json-column.ts'
import { preparedOnce } from '../db/prepared.ts'
import { withoutNulls } from './nulls.ts'

/** Who changes something: a member, a program, or Karta itself on someone's behalf. */
export type Author = {
  workspaceId: string
  userId: string | null
  name: string
  isApiKey?: boolean
  /** The app that acts for the member. */
  app?: { id: string; name: string }
  role?: Role | 'recipient'
  /** Whose deliveries somebody with the role `client` has to do with. */
  clientId?: string | null
  /** The only depots that a member has to do with; null for all. */
  depotIds?: string[] | null
}

/** What an author is, as events and changes keep it. */
export const authorKind = ({ userId, isApiKey }: Pick<Author, 'userId' | 'isApiKey'>) =>
  userId === null ? 'system' : isApiKey ? 'api_key' : 'member'

/** An event that is to be appended. */
export type EventDraft<T extends EventType = EventType> = {
  [Type in T]: {
    type: Type
    id: string
    /** The record after the change. */
    data: DataOf<Type>
    /** The record before it, or those of its fields that changed. */
    before?: Partial<DataOf<Type>> | undefined
    why?: string | undefined
    /** Drivers whom it concerns, besides those that the record names. */
    driverIds?: string[]
    /** Depots whose business it is, besides those that the record names. */
    depotIds?: string[]
  }
}[T]

/** Batches of running transactions: one for each workspace, so that its log moves once for each commit. */
const batches = new WeakMap<Trx, Map<string, { id: number; length: number }>>()

/** Events as they enter the log, except for their places there. */
export type PreparedEvents = { draft: EventDraft; row: ReturnType<typeof toRow> }[]

/** Writes events out, without the database. Those of a large batch take long. */
export const prepareEvents = (drafts: EventDraft[]): Promise<PreparedEvents> =>
  mapInTurns(drafts, (draft) => ({ draft, row: toRow(draft) }))

/**
 * Appends events to the workspace's log, in the transaction of the change and after it. A commit without the event of a
 * change is refused (`server/db/event-log.ts`). Whoever reads the log is woken after the commit.
 */
export async function appendEvents(trx: Trx, author: Author, drafts: EventDraft[], at: Date): Promise<void> {
  await appendPrepared(trx, author, await prepareEvents(drafts), at)
}

/** The same with events that were prepared before. */
export async function appendPrepared(trx: Trx, author: Author, events: PreparedEvents, at: Date): Promise<void> {
  if (!events.length) return
  const { workspaceId, userId, name, isApiKey, role } = author
  const known = batches.get(trx) ?? new Map<string, { id: number; length: number }>()
  const batch = known.get(workspaceId)
  const { id: batchId, length } = batch ?? { length: 0 }
  // As columns, because PostgreSQL would read the records twice if they were part of a larger JSON.
  const of = (column: Exclude<keyof PreparedEvents[number]['row'], 'data' | 'previous' | 'changed'>) =>
    events.map(({ row }) => row[column])
  const written = (column: 'data' | 'previous') => writtenColumn(events.map(({ row }) => row[column]))
  const places = events.map((_, place) => length + place + 1)
  const actorKind = role === 'recipient' ? 'recipient' : authorKind({ userId, ...(isApiKey && { isApiKey }) })
  const from = batch
    ? sql`(select ${batchId}::bigint as id)`
    : sql`(insert into event_batches (workspace_id, at) values (${workspaceId}, ${at}) returning id)`
  const appended = await sql<{ batch_id: number }>`${preparedOnce}
    with batch as ${from},
    written as (
      insert into events (workspace_id, batch_id, index, type, subject_kind, subject_id, version, data, previous, why,
        driver_ids, client_id, depot_ids, actor_kind, actor_id, actor_name, at)
      select ${workspaceId}, batch.id, r.index, r.type, r.subject_kind, r.subject_id, r.version, r.data::json,
        r.previous::json, r.why, r.driver_ids::uuid[], r.client_id, r.depot_ids::uuid[], ${actorKind}, ${userId}, ${name}, ${at}
      from batch, unnest(${places}::integer[], ${of('type')}::text[], ${of('subject_kind')}::text[],
          ${of('subject_id')}::uuid[], ${of('version')}::integer[], ${written('data')}, ${written('previous')},
          ${of('why')}::text[], ${of('driver_ids')}::text[], ${of('client_id')}::uuid[], ${of('depot_ids')}::text[])
        as r(index, type, subject_kind, subject_id, version, data, previous, why, driver_ids,
          client_id, depot_ids))
    select id as batch_id from batch`.execute(trx)
  const told = events.map(({ draft: { type, id, why, data }, row }) => ({
    type,
    id,
    why: why ?? null,
    data,
    previous: row.changed,
  }))
  noteChanges(trx, author, told, at)
  known.set(workspaceId, { id: appended.rows[0]!.batch_id, length: length + events.length })
  batches.set(trx, known)
  noteEvents(trx, workspaceId, { isAboutAccess: events.some(({ draft }) => concernsAccess(subjectOf(draft.type))) })
}

function toRow({ type, id, data, before, why, driverIds = [], depotIds = [] }: EventDraft) {
  const kind = subjectOf(type)
  const concerned = new Set([...driversOf(kind, data), ...driversOf(kind, before), ...driverIds])
  const depots = new Set([...depotsOf(kind, id, data), ...depotsOf(kind, id, before), ...depotIds])
  const changed = before ? changedFrom(before, data) : {}
  return {
    type,
    subject_kind: kind,
    subject_id: id,
    version: 'version' in data ? data.version : null,
    data: JSON.stringify(withoutNulls(kind, data)),
    previous: JSON.stringify(changed),
    changed,
    why: why ?? null,
    driver_ids: `{${[...concerned].join()}}`,
    client_id: clientOf(kind, data),
    depot_ids: `{${[...depots].join()}}`,
  }
}

/** They change along with the others. */
const counters = ['updated_at', 'version']

/** The fields that differ, with what they were before. Fields that only one of the two has are not compared. */
export function changedFrom(before: object, after: object): Record<string, unknown> {
  const now = after as Record<string, Json>
  const changed = Object.entries(before as Record<string, Json>).filter(([field, was]) => {
    const is = now[field]
    if (is === was || is === undefined || was === undefined || counters.includes(field)) return false
    return canonicalJson(is) !== canonicalJson(was)
  })
  return Object.fromEntries(changed)
}
