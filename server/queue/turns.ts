import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { trialTier } from '#domain/tiers.ts'
import { runningSearches, shortSearchSeconds } from '#domain/search-limits.ts'
import { inWorkspace, type Db, type Trx } from '../db/connect.ts'
import type { Bell } from './bell.ts'
import { openLanes, type Lane } from './lanes.ts'
import type { Observer } from '../observability/observer.ts'
import type { Queue } from './queue.ts'
import { watchSearch } from './watch-search.ts'

type Kind = 'plan' | 'operation'

/** A search whose turn it is. Whoever holds its latest ticket works on it. */
export type Turn = { kind: Kind; workspaceId: string; id: string; ticket: string; attempts: number; lane: Lane }

/** How searches of one kind are made. */
export type Searches = {
  kind: Kind
  /** Makes one attempt and stores its answer. Safe to repeat. Rejects at once when the signal aborts. */
  search(turn: Turn, signal: AbortSignal): Promise<void>
  /** Lets it wait for another turn. An attempt that the server itself ended does not count. */
  putBack(trx: Trx, turn: Turn, counts: boolean): Promise<void>
  /** Ends it without an answer: its servers died too often, or its attempts failed. */
  fail(trx: Trx, turn: Turn, why: 'interrupted' | 'broken'): Promise<void>
}

type Parts = {
  db: Db
  queue: Queue
  bell: Bell
  engine: { threads: number }
  observer: Observer
  now: () => Date
  report: (error: unknown, what: string) => void
}

/** Rings when a search may have to start: one was added, or a turn ended. */
export const turnBell = 'turns'

/** How soon a server notices a search that another one added. */
const lookAgainMs = 500
const afterErrorMs = 3000
const beatEverySeconds = 2
/** A server that has given no sign of life for this long counts as dead. */
const silenceSeconds = 10
const mostAttempts = 4

/** Works on plans and operations, as many at a time as this server has room for, until the queue stops. */
export function workOnSearches(parts: Parts, kinds: Searches[]): void {
  const { db, queue, bell, engine, now, report } = parts
  const lanes = openLanes(engine.threads)
  const running = new Map<string, Promise<void>>()
  let beatenAt = now().getTime()

  const beat = async () => {
    if (running.size) await sql`select beat_turns(${[...running.keys()]}::uuid[])`.execute(db)
    beatenAt = now().getTime()
  }
  const take = async (turn: Turn, signal: AbortSignal) => {
    await attempt(
      parts,
      kinds.find(({ kind }) => kind === turn.kind)!,
      turn,
      signal,
    ).catch((error: unknown) => report(error, `${turn.kind} ${turn.id}, attempt ${turn.attempts}`))
    lanes.leave(turn.lane)
    running.delete(turn.ticket)
    bell.ring(turnBell)
  }
  queue.run(async (signal) => {
    while (!signal.aborted) {
      const news = bell.heard(turnBell, lookAgainMs, signal)
      try {
        // After the machine slept, its own searches look abandoned.
        if (now().getTime() - beatenAt > (silenceSeconds * 1000) / 2) await beat()
        const turn = await claimTurn(db, lanes.free(), kinds, now())
        if (turn) {
          lanes.enter(turn.lane)
          running.set(turn.ticket, take(turn, signal))
          continue
        }
      } catch (error) {
        report(error, 'turns')
        await bell.heard('', afterErrorMs, signal)
      }
      await news
    }
    await Promise.all(running.values())
  })
  queue.every(beatEverySeconds, beat)
}

/** Starts the search whose turn it is; undefined if none may start now. */
export async function claimTurn(
  db: Db,
  lanes: Lane[],
  kinds: Pick<Searches, 'kind'>[],
  now: Date,
): Promise<Turn | undefined> {
  if (!lanes.length) return undefined
  const ticket = randomUUID()
  const caps = JSON.stringify({ ...runningSearches, trial: runningSearches[trialTier] })
  type Claimed = { kind: Kind; workspace_id: string; id: string; attempts: number; lane: Lane }
  const { rows } = await sql<Claimed>`select * from claim_turn(${ticket}, ${now},
    ${kinds.map(({ kind }) => kind)}::text[], ${lanes}::text[], ${caps}::jsonb, ${shortSearchSeconds},
    make_interval(secs => ${silenceSeconds}))`.execute(db)
  if (!rows[0]) return undefined
  const { workspace_id: workspaceId, ...rest } = rows[0]
  return { ...rest, workspaceId, ticket }
}

/** One attempt. Whatever happens, the search then has an answer, waits for another turn or has failed. */
async function attempt(parts: Parts, searches: Searches, turn: Turn, signal: AbortSignal): Promise<void> {
  const { db, report } = parts
  const write = (work: (trx: Trx) => Promise<void>) => inWorkspace(db, turn.workspaceId, work)
  if (turn.attempts > mostAttempts) return write((trx) => searches.fail(trx, turn, 'interrupted'))
  try {
    signal.throwIfAborted()
    await watchSearch(parts, turn, signal, () => searches.search(turn, signal))
  } catch (error) {
    if (signal.aborted) return write((trx) => searches.putBack(trx, turn, false))
    report(error, `${turn.kind} ${turn.id}, attempt ${turn.attempts}`)
    const isLast = turn.attempts >= mostAttempts
    await write((trx) => (isLast ? searches.fail(trx, turn, 'broken') : searches.putBack(trx, turn, true)))
  }
}
