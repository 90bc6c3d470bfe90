import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, PgBoss, type JobWithMetadata } from 'pg-boss'
import type pg from 'pg'
import type { z } from 'zod'
import { openLocalBus, type Bus } from '../bus/bus.ts'
import { appRole } from '../db/app-role.ts'
import type { Trx } from '../db/connect.ts'
import { observerOf, type Observer } from '../observability/observer.ts'
import { currentTraceparent } from '../observability/spans.ts'
import { watchStatement } from '../observability/statements.ts'
import { inTask } from '../observability/tasks.ts'
import { allTasks, type Task } from './tasks.ts'

const schema = 'pgboss'
/** Queues of earlier versions. What waited in them is also in the tables of plans and operations. */
const formerQueues = ['optimise-plan', 'optimize-plan', 'run-operation']

/** Background work that survives restarts. Tasks are added inside the transaction that makes them necessary. */
export type Queue = {
  /** Adds a task; it becomes visible to workers when `trx` commits. */
  add<P extends z.ZodType>(trx: Trx, task: Task<P>, payload: z.input<P>): Promise<void>
  /**
   * Works on tasks of one kind, at most `concurrency` at a time. When `work` rejects, the task is tried again later.
   * The signal aborts when the server stops or another worker has the task now; then reject at once.
   */
  work<P extends z.ZodType>(
    task: Task<P>,
    concurrency: number,
    work: (payload: z.output<P>, context: { signal: AbortSignal; lastAttempt: boolean }) => Promise<void>,
  ): Promise<void>
  /** Makes the workers of all servers look for tasks of one kind at once. Call it after a transaction that added one. */
  wake(task: Task): void
  /** Deletes waiting tasks with this payload, because the caller does their work now. */
  absorb<P extends z.ZodType>(task: Task<P>, payload: z.input<P>): Promise<void>
  /** The payloads of the tasks of one kind that wait or run, on any server, oldest first. */
  unfinished<P extends z.ZodType>(task: Task<P>): Promise<z.output<P>[]>
  /** Runs `work` at this interval, never twice at the same time, until the queue stops. */
  every(seconds: number, work: () => Promise<void>): void
  /** Runs `work` until the queue stops. It should then return soon, because stopping waits for it. */
  run(work: (signal: AbortSignal) => Promise<void>): void
  /** How many tasks of each kind wait and run, on all servers, as of a few seconds ago. */
  depths(): Promise<{ name: string; waiting: number; running: number }[]>
  /** How long the task of each kind that has been due for longest has waited, on all servers. */
  oldest(): Promise<{ name: string; seconds: number }[]>
  /** Tasks that failed for good, by kind and reason; after a week they are forgotten. */
  failed(): Promise<{ name: string; reason: string; count: number; last_at: string }[]>
  /** Does tasks of one kind again that failed for good. Returns how many. */
  retryFailed(name: string): Promise<number>
  /** Whether the queue's tables can be read, through a connection of the server's role. */
  isReady(through: pg.Pool): Promise<boolean>
  /** Stops taking tasks and waits for running ones to end or be handed back. Tasks can still be added, for other servers. */
  handBack(): Promise<void>
  /** Hands tasks back, and ends. */
  stop(): Promise<void>
}

/** Creates or updates the queue's tables, as their owner, and lets the server's role use them. */
export async function prepareQueue(owner: pg.Pool): Promise<void> {
  const boss = new PgBoss({ db: adapter(owner), schema, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const { name, retries, backOffSeconds, heartbeatSeconds, expireSeconds } of allTasks) {
    const options = {
      retryLimit: retries,
      retryDelay: backOffSeconds ?? 1,
      ...(backOffSeconds && { retryBackoff: true, retryDelayMax: 3600 }),
      heartbeatSeconds,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: 7 * 24 * 3600,
    }
    await ((await boss.getQueue(name)) ? boss.updateQueue(name, options) : boss.createQueue(name, options))
  }
  for (const name of formerQueues) if (await boss.getQueue(name)) await boss.deleteQueue(name)
  await boss.stop({ graceful: false })
  await owner.query(`
    grant usage on schema ${schema} to ${appRole};
    grant select, insert, update, delete on all tables in schema ${schema} to ${appRole};
    grant execute on all functions in schema ${schema} to ${appRole}`)
}

const wakeTopic = ({ name }: Task) => `task ${name}`

/**
 * Opens the queue for the server's role.
 * @param bus on which servers wake each other's workers
 */
export async function openQueue(
  pool: pg.Pool,
  onError: (error: Error) => void,
  bus: Pick<Bus, 'publish' | 'subscribe'> = openLocalBus((error) => onError(error as Error)),
): Promise<Queue> {
  const observer = observerOf(pool)
  const boss = new PgBoss({
    db: adapter(pool, observer),
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Only the owner may rebuild indexes. The tables stay small anyway, since finished tasks are deleted.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const deaf: (() => void)[] = []
  const worked = new Set<string>()
  let handingBack: Promise<void> | undefined

  function handBack(): Promise<void> {
    handingBack ??= (async () => {
      for (const stop of deaf) stop()
      // No new task may start while the running ones are handed back: that would use up one of its attempts.
      const stopped = [...worked].map((name) => boss.offWork(name))
      stopping.abort()
      await Promise.allSettled([...running, ...stopped])
    })()
    return handingBack
  }

  return {
    async add(trx, task, payload) {
      const traceparent = currentTraceparent()
      // Beside the payload, which does not know it: whoever reads a task parses it.
      const data = { ...(task.payload.parse(payload) as object), ...(traceparent && { traceparent }) }
      await boss.send(task.name, data, { db: fromKysely(trx) })
    },
    async work(task, concurrency, work) {
      const run = async ([job]: JobWithMetadata[]) => {
        if (!job) return
        const signal = AbortSignal.any([stopping.signal, job.signal])
        const { traceparent } = job.data as { traceparent?: unknown }
        observer?.meters.taskWaits.observe({ task: task.name }, secondsBetween(job.startAfter, job.startedOn))
        const outcome = (outcome: string, seconds: number) =>
          observer?.meters.tasks.observe({ task: task.name, outcome }, seconds)
        const attempt = inTask(observer, { name: task.name, traceparent, outcome, signal }, async () =>
          work(task.payload.parse(job.data), { signal, lastAttempt: job.retryCount >= job.retryLimit }),
        )
        running.add(attempt)
        try {
          await attempt
        } finally {
          running.delete(attempt)
        }
      }
      const options = { pollingIntervalSeconds: 0.5, includeMetadata: true as const }
      worked.add(task.name)
      // One worker at a time, because only the first of several has a name by which it can be woken.
      for (let i = 0; i < concurrency; i++) {
        const id = await boss.work(task.name, options, run)
        deaf.push(bus.subscribe(wakeTopic(task), () => boss.notifyWorker(id)))
      }
    },
    wake: (task) => bus.publish(wakeTopic(task), ''),
    async absorb(task, payload) {
      await pool.query(
        `delete from ${schema}.job where name = $1 and state = 'created' and data - 'traceparent' = $2`,
        [task.name, JSON.stringify(task.payload.parse(payload))],
      )
    },
    async unfinished(task) {
      const { rows } = await pool.query<{ data: unknown }>(
        `select data from ${schema}.job where name = $1 and state in ('created', 'retry', 'active')
          order by created_on`,
        [task.name],
      )
      return rows.map(({ data }) => task.payload.parse(data))
    },
    every(seconds, work) {
      const repeat = async () => {
        while (true) {
          await delay(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {})
          if (stopping.signal.aborted) return
          await work().catch(onError)
        }
      }
      running.add(repeat())
    },
    run(work) {
      running.add(work(stopping.signal).catch(onError))
    },
    async depths() {
      const queues = await boss.getQueues()
      return queues.map(({ name, queuedCount, activeCount }) => ({ name, waiting: queuedCount, running: activeCount }))
    },
    async oldest() {
      const { rows } = await pool.query<{ name: string; seconds: number }>(
        `select name, extract(epoch from now() - min(start_after))::float8 as seconds
          from ${schema}.job where state in ('created', 'retry') and start_after <= now() group by name`,
      )
      return rows
    },
    async failed() {
      const { rows } = await pool.query<{ name: string; reason: string; count: number; last_at: string }>(
        `select name, coalesce(output ->> 'message', 'unknown') as reason, count(*)::int as count,
            max(completed_on) as last_at
          from ${schema}.job where state = 'failed' group by 1, 2 order by last_at desc limit 100`,
      )
      return rows
    },
    async retryFailed(name) {
      const { rows } = await pool.query<{ id: string }>(
        `select id from ${schema}.job where name = $1 and state = 'failed'`,
        [name],
      )
      if (rows.length > 0)
        await boss.retry(
          name,
          rows.map(({ id }) => id),
        )
      return rows.length
    },
    async isReady(through) {
      const { rowCount } = await through.query(`select from ${schema}.queue where name = $1`, [allTasks[0]!.name])
      return rowCount === 1
    },
    handBack,
    async stop() {
      await handBack()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Lets pg-boss use our pool, so that we see its errors and connections. */
function adapter(pool: pg.Pool, observer?: Observer) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const run = () => pool.query(text, values)
      return observer ? watchStatement(observer, undefined, { text, values }, run) : run()
    },
  }
}

/** The pool reads instants as texts, whatever pg-boss says. */
const secondsBetween = (from: Date, to: Date) => Math.max(0, (new Date(to).getTime() - new Date(from).getTime()) / 1000)
