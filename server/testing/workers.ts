import { afterAll } from 'vitest'
import type { Deps } from '../deps.ts'
import { operationSearches } from '../features/optimize/tasks.ts'
import { planSearches } from '../features/planning/tasks.ts'
import { readRevision } from '../features/revisions/queries.ts'
import { openQueue, type Queue } from '../queue/queue.ts'
import { workOnSearches } from '../queue/turns.ts'

export const workOnPlans = (deps: Deps) => workOnSearches(deps, [planSearches(deps, readRevision)])
export const workOnOperations = (deps: Deps) => workOnSearches(deps, [operationSearches(deps)])

/**
 * Starts workers on the same database, as after a restart. The app itself only adds work.
 * @param work starts working on the tasks or searches in question
 */
export function workersOf(deps: Deps, work: (deps: Deps) => unknown) {
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
