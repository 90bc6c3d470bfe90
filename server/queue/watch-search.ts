import { sql } from 'kysely'
import { inWorkspace, type Db, type Trx } from '../db/connect.ts'
import type { Observer } from '../observability/observer.ts'
import { inTask } from '../observability/tasks.ts'

/** What is told of a search: when it was asked for, how long it may take, and of which trace it is. */
type Asked = { created_at: string; limit_seconds: number; traceparent: string | null }

/** A search whose turn it is. */
type Turn = { kind: 'plan' | 'operation'; workspaceId: string; id: string; attempts: number }

type Parts = { db: Db; observer: Observer; now: () => Date }

/** Runs one attempt at a search as a part of the trace that asked for it, and notes how long it waited and took. */
export async function watchSearch(
  { db, observer, now }: Parts,
  turn: Turn,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  const claimedAt = now().getTime()
  const asked = await inWorkspace(db, turn.workspaceId, (trx) => readAsked(trx, turn))
  // A search that waits for another turn was looked at before.
  const waited = asked && turn.attempts === 1 ? (claimedAt - Date.parse(asked.created_at)) / 1000 : undefined
  if (waited !== undefined) observer.meters.searchWaits.observe({ kind: turn.kind }, Math.max(0, waited))
  let took = 0
  const outcome = (outcome: string, seconds: number) => {
    took = seconds
    observer.meters.searches.observe({ kind: turn.kind, outcome }, seconds)
  }
  const name = `search ${turn.kind}`
  try {
    await inTask(observer, { name, traceparent: asked?.traceparent, outcome, signal }, run)
  } finally {
    if (asked) tellIfSlow(observer, turn, { limit: asked.limit_seconds, waited: waited ?? 0, took })
  }
}

type Times = { limit: number; waited: number; took: number }

/** What comes before and after a search, such as measuring roads, and what waits for a turn that others have. */
const patienceSeconds = 30

/** Whether a search waited, or took, much longer than the limit that it was given. */
export const isSlowSearch = ({ limit, waited, took }: Times): boolean =>
  Math.max(waited, took) > 2 * limit + patienceSeconds

function tellIfSlow(observer: Observer, { kind, id }: Turn, times: Times): void {
  if (!isSlowSearch(times)) return
  observer.meters.slowSearches.inc({ kind })
  observer.warn(
    {
      [kind]: id,
      waited_seconds: Math.round(times.waited),
      took_seconds: Math.round(times.took),
      limit_seconds: times.limit,
    },
    'slow search',
  )
}

async function readAsked(trx: Trx, { kind, id, workspaceId }: Turn): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`select created_at, time_limit_seconds as limit_seconds, traceparent
    from ${sql.table(kind === 'plan' ? 'plans' : 'operations')}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx)
  return rows[0]
}
