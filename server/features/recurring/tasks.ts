import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { growRecurring } from './commands.ts'
import { dueRecurring } from './queries.ts'

const sweepEverySeconds = 3600

/** Makes coming deliveries of recurring orders, soon after midnight in each workspace. */
export async function workOnRecurring(deps: Deps): Promise<void> {
  deps.queue.every(sweepEverySeconds, () => growAll(deps))
}

/** @throws AggregateError if it failed for some orders; the next run tries again */
export async function growAll({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<void> {
  const failures: unknown[] = []
  for (const { workspaceId, id } of await dueRecurring(db)) {
    const author = { workspaceId, userId: null, name: 'Karta' }
    const quotas = { limits: config.quotas, now: now() }
    await again(() => inWorkspace(db, workspaceId, (trx) => growRecurring(trx, author, id, quotas))).catch(
      (error: unknown) => failures.push(error),
    )
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} recurring orders were not made`)
}
