import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { watchTransfers } from './commands.ts'
import { workspacesWithTransfers } from './queries.ts'

const everySeconds = 60

/** Watches what should have left or arrived. */
export function workOnTransfers(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'report'>): void {
  deps.queue.every(everySeconds, () => watchAllTransfers(deps))
}

/** Looks at every workspace with transfers under way. */
export async function watchAllTransfers({ db, now, report }: Pick<Deps, 'db' | 'now' | 'report'>): Promise<void> {
  for (const id of await workspacesWithTransfers(db)) {
    await again(() => inWorkspace(db, id, (trx) => watchTransfers(trx, id, now()))).catch((error: unknown) =>
      report(error, 'watching transfers'),
    )
  }
}
