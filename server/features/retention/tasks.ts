import { setTimeout as delay } from 'node:timers/promises'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { applyPart } from './commands.ts'
import { workspacesToClean } from './queries.ts'

/** How often workspaces are found where a night has begun. */
const sweepEverySeconds = 600

/** Removes what is too old, once a night in each workspace: from 2 in the morning, or as soon as a server runs again. */
export function workOnRetention(deps: Deps): void {
  deps.queue.run(async (signal) => {
    while (!signal.aborted) {
      await applyRetention(deps, () => signal.aborted).catch((error: unknown) =>
        deps.report(error, 'removing what is too old'),
      )
      await delay(sweepEverySeconds * 1000, undefined, { signal }).catch(() => {})
    }
  })
}

/** @throws AggregateError if it failed in some workspaces; the next run goes on there */
export async function applyRetention({ db, now }: Pick<Deps, 'db' | 'now'>, isStopping = () => false): Promise<void> {
  const failures: unknown[] = []
  for (const due of await workspacesToClean(db, now())) {
    const part = () => again(() => inWorkspace(db, due.workspaceId, (trx) => applyPart(trx, due, now())))
    const toTheEnd = async () => {
      while (!(await part())) if (isStopping()) return
    }
    await toTheEnd().catch((error: unknown) => failures.push(error))
  }
  if (failures.length) throw new AggregateError(failures, `What is too old stayed in ${failures.length} workspaces`)
}
