import { fromKysely, PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { z } from 'zod'
import type { Trx } from '../db/connect.ts'
import { appRole } from '../db/connect.ts'
import { allTasks, type Task } from './tasks.ts'

const schema = 'pgboss'

/** Background work that survives restarts. Tasks are added inside the transaction that makes them necessary. */
export type Queue = {
  /** Adds a task; it becomes visible to workers when `trx` commits. */
  add<P extends z.ZodType>(trx: Trx, task: Task<P>, payload: z.input<P>): Promise<void>
  /**
   * Works on tasks of one kind, up to `concurrency` at a time. When `work` rejects, the task is tried again later.
   * The signal aborts when the server stops: then hand back quickly by rejecting.
   */
  work<P extends z.ZodType>(
    task: Task<P>,
    concurrency: number,
    work: (payload: z.output<P>, context: { signal: AbortSignal; lastAttempt: boolean }) => Promise<void>,
  ): Promise<void>
  /** Whether the queue's tables answer. */
  isReady(): Promise<boolean>
  /** Stops taking tasks and waits for running ones to end or be handed back. */
  stop(): Promise<void>
}

/** Creates or updates the queue's tables, as their owner, and lets the server's role use them. */
export async function prepareQueue(owner: pg.Pool): Promise<void> {
  const boss = new PgBoss({ db: adapter(owner), schema, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const { name, retries, heartbeatSeconds, expireSeconds } of allTasks) {
    const options = {
      retryLimit: retries,
      retryDelay: 1,
      heartbeatSeconds,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: 7 * 24 * 3600,
    }
    await ((await boss.getQueue(name)) ? boss.updateQueue(name, options) : boss.createQueue(name, options))
  }
  await boss.stop({ graceful: false })
  await owner.query(`
    grant usage on schema ${schema} to ${appRole};
    grant select, insert, update, delete on all tables in schema ${schema} to ${appRole};
    grant execute on all functions in schema ${schema} to ${appRole}`)
}

/** Opens the queue for the server's role. */
export async function openQueue(pool: pg.Pool, onError: (error: Error) => void): Promise<Queue> {
  const boss = new PgBoss({
    db: adapter(pool),
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Index rebuilds need the owner; the tables stay small, since finished tasks are deleted.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  return {
    async add(trx, task, payload) {
      await boss.send(task.name, task.payload.parse(payload) as object, { db: fromKysely(trx) })
    },
    async work(task, concurrency, work) {
      const run = async ([job]: { data: unknown; retryCount: number; retryLimit: number }[]) => {
        if (!job) return
        const attempt = work(task.payload.parse(job.data), {
          signal: stopping.signal,
          lastAttempt: job.retryCount >= job.retryLimit,
        })
        running.add(attempt)
        try {
          await attempt
        } finally {
          running.delete(attempt)
        }
      }
      await boss.work(
        task.name,
        { pollingIntervalSeconds: 0.5, localConcurrency: concurrency, includeMetadata: true },
        run,
      )
    },
    async isReady() {
      return Boolean(await boss.getQueue(allTasks[0]!.name))
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(running)
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** pg-boss on our pool, so that its errors and connections are ours to watch. */
function adapter(pool: pg.Pool) {
  return {
    async executeSql(text: string, values?: unknown[]) {
      return pool.query(text, values)
    },
  }
}
