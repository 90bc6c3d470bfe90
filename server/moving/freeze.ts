import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { noteAudit } from '../audit/note.ts'
import { inWorkspace, type Db } from '../db/connect.ts'
import { StartError } from '../start-error.ts'

type Freezing = {
  /** As the owner of the tables. */
  owner: pg.Pool
  /** As the server's role. */
  db: Db
  workspaceId: string
  now: () => Date
}

const waitMs = 250
/** Longer than the server lets a message or a transaction take. */
const patienceMs = 150_000

/**
 * Stops everything in a workspace: first nothing new is sent or begun, and what is under way ends; then nothing can be
 * changed any more. When this returns, no transaction that could change something is left.
 * @throws StartError if something is still under way after minutes
 */
export async function freeze({ owner, db, workspaceId, now }: Freezing, movesTo: string | null): Promise<void> {
  const { rowCount } = await owner.query(
    `insert into frozen_workspaces (workspace_id, since, moves_to) values ($1, $2, $3) on conflict do nothing`,
    [workspaceId, now(), movesTo],
  )
  if (rowCount) {
    await inWorkspace(db, workspaceId, async (trx) => {
      noteAudit(trx, { workspaceId, userId: null, name: 'Karta' }, { action: 'workspace.frozen' }, now())
    })
  }
  try {
    await until(async () => !(await isSending(owner, workspaceId)), 'Messages of the workspace are still being sent.')
    await owner.query('update frozen_workspaces set holds = true where workspace_id = $1', [workspaceId])
    await untilOthersEnd(owner)
  } catch (error) {
    if (rowCount) await release({ owner, db, workspaceId, now })
    throw error
  }
}

/** Lets a workspace go on. @returns whether it was frozen */
export async function release({ owner, db, workspaceId, now }: Freezing): Promise<boolean> {
  const { rowCount } = await owner.query('delete from frozen_workspaces where workspace_id = $1', [workspaceId])
  if (!rowCount) return false
  await inWorkspace(db, workspaceId, async (trx) => {
    noteAudit(trx, { workspaceId, userId: null, name: 'Karta' }, { action: 'workspace.released' }, now())
  })
  return true
}

async function isSending(owner: pg.Pool, workspaceId: string): Promise<boolean> {
  const { rows } = await owner.query<{ is_sending: boolean }>(
    `select exists (select from notifications where workspace_id = $1 and state = 'handing_over')
        or exists (select from webhook_calls where workspace_id = $1 and state = 'sending')
        or exists (select from plans where workspace_id = $1 and state = 'optimizing'
          and heartbeat_at > clock_timestamp() - interval '1 minute')
      as is_sending`,
    [workspaceId],
  )
  return rows[0]!.is_sending
}

/** Waits for the transactions that began before, since they may not have seen that the workspace is frozen. */
async function untilOthersEnd(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ pid: number; began: string }>(
    `select pid, xact_start::text as began from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        and backend_type = 'client backend' and application_name <> 'karta-export'`,
  )
  const [pids, times] = [rows.map(({ pid }) => pid), rows.map(({ began }) => began)]
  await until(async () => {
    const { rows: left } = await owner.query(
      `select from pg_stat_activity a join unnest($1::int[], $2::timestamptz[]) o (pid, began) on o.pid = a.pid and o.began = a.xact_start`,
      [pids, times],
    )
    return left.length === 0
  }, 'A transaction from before is still running.')
}

async function until(isDone: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let waited = 0; !(await isDone()); waited += waitMs) {
    if (waited > patienceMs) throw new StartError(`${otherwise} Try again in a while.`)
    await delay(waitMs)
  }
}
