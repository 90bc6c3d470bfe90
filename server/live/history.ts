import { sql } from 'kysely'
import { readTopic } from '#domain/live-topics.ts'
import { inOneStatement, inWorkspace, type Db, type Trx } from '../db/connect.ts'
import type { BroadcastHistory, Persist } from '../realtime/history.ts'
import type { Message } from '../realtime/message.ts'
import { mostReplayed } from '../realtime/settings.ts'
import type { Around } from './workspace-feed.ts'

/** How long messages are kept whose sender did not ask for it, and at most. */
const keptSeconds = { usual: 600, most: 3 * 24 * 3600 }
/** A larger message is not kept. */
const mostBytes = 64 * 1024
/** Of a workspace, on all its channels. */
const mostOfWorkspace = 1000
/** What is sent within this time is written together. */
const togetherMs = 20

type Kept = { message: Message; workspaceId: string; at: Date; expiresAt: Date }

/**
 * Keeps the broadcasts of rooms, the newest of each, as many as a client may ask for. It is written behind the sender's
 * back: a crash may lose the last moment.
 */
export function openHistory({
  db,
  now,
  lane,
  writer,
  report,
}: Pick<Around, 'db' | 'now' | 'lane' | 'report'> & { writer: Db }): BroadcastHistory & {
  settled: () => Promise<void>
} {
  const waiting = new Map<string, Kept[]>()
  let isScheduled = false
  let written: Promise<void> = Promise.resolve()

  function keep(message: Message, persist: Persist | undefined): void {
    const workspaceId = readTopic(message.topic)?.workspaceId
    if (!workspaceId || Buffer.byteLength(message.payload) > mostBytes) return
    const seconds = persist ? Math.min(persist.ttlSeconds ?? keptSeconds.most, keptSeconds.most) : keptSeconds.usual
    const at = now()
    const kept = { message, workspaceId, at, expiresAt: new Date(at.getTime() + seconds * 1000) }
    // However many are sent, only the newest could be asked for.
    waiting.set(message.topic, [...(waiting.get(message.topic) ?? []), kept].slice(-mostReplayed))
    if (isScheduled) return
    isScheduled = true
    written = written.then(() => new Promise((resolve) => setTimeout(resolve, togetherMs))).then(write)
  }

  async function write(): Promise<void> {
    const all = [...waiting.values()].flat()
    waiting.clear()
    isScheduled = false
    for (const [workspaceId, kept] of Map.groupBy(all, (each) => each.workspaceId)) {
      await inWorkspace(writer, workspaceId, (trx) => store(trx, workspaceId, kept)).catch((error: unknown) =>
        report(error, 'keeping broadcasts'),
      )
    }
  }

  return {
    keep,
    settled: () => written,
    async read(topic, { sinceMs, limit }) {
      const workspaceId = readTopic(topic)?.workspaceId
      if (!workspaceId) return []
      await written
      const rows = await lane(() =>
        inWorkspace(db, workspaceId, (trx) =>
          trx
            .selectFrom('realtime.messages')
            .select(['id', 'event', 'payload', 'binary_payload'])
            .where('topic', '=', topic)
            .where('inserted_at', '>=', new Date(sinceMs).toISOString())
            .where('expires_at', '>', now().toISOString())
            .orderBy('position', 'desc')
            .limit(limit)
            .execute(),
        ),
      )
      return rows.reverse().map(({ id, event, payload, binary_payload: bytes }) => ({
        id,
        topic,
        isPrivate: true,
        event,
        payload: payload ?? bytes!,
      }))
    },
  }
}

async function store(trx: Trx, workspaceId: string, kept: Kept[]): Promise<void> {
  await trx
    .insertInto('realtime.messages')
    .values(
      kept.map(({ message: { id, topic, event, payload }, at, expiresAt }) => ({
        id,
        workspace_id: workspaceId,
        topic,
        event,
        payload: typeof payload === 'string' ? payload : null,
        binary_payload: typeof payload === 'string' ? null : payload,
        inserted_at: at,
        expires_at: expiresAt,
      })),
    )
    .execute()
  const topics = [...new Set(kept.map(({ message }) => message.topic))]
  await sql`delete from realtime.messages where position in (
    select position from (
      select position, row_number() over (partition by topic order by position desc) as place
      from realtime.messages where topic = any(${topics}::text[])) newest where place > ${mostReplayed}
    union all
    (select position from realtime.messages order by position desc offset ${mostOfWorkspace}))`.execute(trx)
}

/** Deletes what was kept long enough, in all workspaces. */
export async function forgetMessages(db: Db, now: Date): Promise<void> {
  await sql`select realtime.forget_messages(${now})`.execute(inOneStatement(db))
}
