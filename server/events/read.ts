import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Event } from '#domain/events/event.ts'
import { eventTypeNames, type EventType, type SubjectKind } from '#domain/events/types.ts'
import type { Trx } from '../db/connect.ts'
import { beginning, readCursor as placeOf, writeCursor, type Place } from './cursor.ts'
import { withNulls } from './nulls.ts'

/** Where reading begins: after this event, at the oldest one that is kept, with the newest ones, or from now on. */
export type After = { cursor: string } | 'oldest' | 'latest' | 'now'

export type EventPage = {
  events: Event[]
  /** Where the next reading goes on. It moves even over events of other types. */
  cursor: string
  /** Whether there may be more at this moment. */
  has_more: boolean
}

type Asked = {
  workspaceId: string
  after: After
  limit: number
  types: EventType[]
  /** The transaction sees some of the events only, so that the end of the log says how far there is nothing. */
  isPartial?: boolean
}

/** How many events one reading looks at, to find those of the wanted types. */
const mostLookedAt = 2000

/**
 * Events of the workspace in the order of their commits. What is returned is complete: no event that commits later comes
 * before the cursor.
 * @throws AppError `event_cursor_unknown`, `events_forgotten`, both saying where the log begins and ends
 */
export async function readEvents(
  trx: Trx,
  { workspaceId, after, limit, types, isPartial = false }: Asked,
): Promise<EventPage> {
  if (after === 'now') {
    return { events: [], cursor: writeCursor((await readHead(trx, workspaceId)).newest), has_more: false }
  }
  if (after === 'latest') return readLatest(trx, { workspaceId, limit, types })
  const from = after === 'oldest' ? beginning : placeOf(after.cursor)
  const most = types.length < eventTypeNames.length ? mostLookedAt : limit
  const end = isPartial ? (await readHead(trx, workspaceId)).newest : undefined
  const places = from ? await placesAfter(trx, workspaceId, from, most) : []
  // Looked at last: what is forgotten while this reads must not be missing without a word.
  const head = await readHead(trx, workspaceId, from?.position)
  if (after !== 'oldest') check(from, head)
  const wanted = new Set<EventType>(types)
  const found = places.filter(({ type }) => wanted.has(type)).slice(0, limit)
  const isCutOff = found.length === limit
  const hasMore = isCutOff || places.length === most
  const seen = (isCutOff ? found : places).at(-1)
  const last = end && !hasMore && (seen ?? from!).position < end.position ? end : seen
  return {
    events: await readWhole(trx, workspaceId, found),
    cursor: writeCursor(last ?? (after === 'oldest' ? head.forgotten : from!)),
    has_more: hasMore,
  }
}

/** The newest events of these types among the last ones of the log, oldest first. */
async function readLatest(
  trx: Trx,
  { workspaceId, limit, types }: Pick<Asked, 'workspaceId' | 'limit' | 'types'>,
): Promise<EventPage> {
  const { newest } = await readHead(trx, workspaceId)
  const { rows } = await sql<FoundPlace>`
    select b.position, b.mark, e.index, e.batch_id, e.type
    from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
    where b.workspace_id = ${workspaceId} and b.position <= ${newest.position}
    order by b.position desc, e.index desc limit ${mostLookedAt}`.execute(trx)
  const wanted = new Set<EventType>(types)
  const found = rows.filter(({ type }) => wanted.has(type)).slice(0, limit)
  return { events: await readWhole(trx, workspaceId, found), cursor: writeCursor(newest), has_more: false }
}

async function placesAfter(trx: Trx, workspaceId: string, from: Place, most: number): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    select b.position, b.mark, e.index, e.batch_id, e.type
    from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
    where b.workspace_id = ${workspaceId} and b.position >= ${from.position}
      and (b.position > ${from.position} or e.index > ${from.index})
    order by b.position, e.index limit ${most}`.execute(trx)
  return rows
}

type FoundPlace = Place & { batch_id: number; type: EventType }

/** Events as they are now, by the batches and places where they stand. Those that were forgotten are missing. */
export async function readEventsAt(
  trx: Trx,
  workspaceId: string,
  at: { batch_id: number; index: number }[],
): Promise<Event[]> {
  if (!at.length) return []
  const { rows } = await sql<FoundPlace>`
    select b.position, b.mark, r.index, b.id as batch_id
    from json_to_recordset(${JSON.stringify(at.map(({ batch_id, index }) => ({ batch_id, index })))}::json)
        as r(batch_id bigint, index integer)
      join event_batches b on b.workspace_id = ${workspaceId} and b.id = r.batch_id`.execute(trx)
  return readWhole(trx, workspaceId, rows)
}

async function readWhole(trx: Trx, workspaceId: string, places: Omit<FoundPlace, 'type'>[]): Promise<Event[]> {
  if (!places.length) return []
  const wanted = places.map(({ batch_id, index, position, mark }) => ({ batch_id, index, position, mark }))
  const { rows } = await sql<Row>`
    select r.position, r.mark, e.index, e.id, e.type, e.subject_kind, e.subject_id, e.version, e.data, e.previous, e.why,
      e.actor_kind, e.actor_id, e.actor_name, e.at
    from json_to_recordset(${JSON.stringify(wanted)}::json)
        as r(batch_id bigint, index integer, position bigint, mark integer)
      join events e on e.workspace_id = ${workspaceId} and e.batch_id = r.batch_id and e.index = r.index
    order by r.position, r.index`.execute(trx)
  return rows.map(toEvent)
}

type Row = Place & {
  id: string
  type: EventType
  subject_kind: SubjectKind
  subject_id: string
  version: number | null
  data: object
  previous: object
  why: string | null
  actor_kind: string
  actor_id: string | null
  actor_name: string
  at: string
}

const toEvent = (row: Row) =>
  ({
    cursor: writeCursor(row),
    id: row.id,
    type: row.type,
    subject: { kind: row.subject_kind, id: row.subject_id },
    data: withNulls(row.subject_kind, row.data),
    version: row.version,
    previous: row.previous,
    why: row.why,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    at: row.at,
  }) as Event

type Head = {
  newest: Place
  /** The last event that was forgotten. */
  forgotten: Place
  /** The mark of the batch that was asked for, if it is kept. */
  mark: number | null
}

async function readHead(trx: Trx, workspaceId: string, position = 0): Promise<Head> {
  const head = await trx
    .selectFrom('event_heads as h')
    .selectAll('h')
    .select((eb) =>
      eb
        .selectFrom('event_batches as b')
        .select('b.mark')
        .whereRef('b.workspace_id', '=', 'h.workspace_id')
        .where('b.position', '=', position)
        .as('asked'),
    )
    .where('h.workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!head) return { newest: beginning, forgotten: beginning, mark: null }
  return {
    newest: { position: head.position, index: head.length, mark: head.mark },
    forgotten: { position: head.forgotten_position, index: head.forgotten_length, mark: head.forgotten_mark },
    mark: head.asked,
  }
}

/** Refuses a place of which nobody knows what came after it. */
function check(from: Place | undefined, { newest, forgotten, mark }: Head): void {
  const where = { oldest_cursor: writeCursor(forgotten), newest_cursor: writeCursor(newest) }
  if (!from) throw new AppError('event_cursor_unknown', where)
  if (from.position < forgotten.position) throw new AppError('events_forgotten', where)
  const known = from.position === forgotten.position ? forgotten.mark : mark
  if (known !== from.mark) throw new AppError('event_cursor_unknown', where)
}
