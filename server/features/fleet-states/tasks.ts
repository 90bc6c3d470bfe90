import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { watchFleet } from './commands.ts'
import { workspacesWithFleet } from './queries.ts'

const everySeconds = 1800

/** Watches what becomes due. */
export function workOnFleet(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'report'>): void {
  deps.queue.every(everySeconds, () => watchFleets(deps))
}

/** Looks at every workspace in which something may become due. */
export async function watchFleets({ db, now, report }: Pick<Deps, 'db' | 'now' | 'report'>): Promise<void> {
  for (const id of await workspacesWithFleet(db)) {
    await again(() => inWorkspace(db, id, (trx) => watchFleet(trx, id, now()))).catch((error: unknown) =>
      report(error, 'watching the fleet'),
    )
  }
}
