import { afterAll } from 'vitest'
import type { Deps } from '../deps.ts'
import { openQueue, type Queue } from '../queue/queue.ts'

/** Makes a task look as if its worker had died while working on it. */
export const dead = `state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'`

/**
 * Starts workers on the same database, as after a restart. The app itself only adds tasks.
 * @param work starts working on the tasks in question
 */
export function workersOf(deps: Deps, work: (deps: Deps) => Promise<void>) {
  const opened: Queue[] = []
  afterAll(async () => {
    for (const queue of opened) await queue.stop()
  })
  return async function startWorker(change: Partial<Deps> = {}): Promise<Queue> {
    const queue = await openQueue(deps.pool, () => {})
    opened.push(queue)
    await work({ ...deps, queue, ...change })
    return queue
  }
}
