import { setTimeout as delay } from 'node:timers/promises'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { forgetFixes, forgetPositions, makeDays } from './commands.ts'

const everySeconds = 3600
/** So many fixes are deleted in one transaction at most. */
const mostAtOnce = 20_000

/** Makes the tables of the coming days, and forgets what is older than workspaces keep it. */
export function workOnPositions(deps: Deps): void {
  deps.queue.run(async (signal) => {
    while (!signal.aborted) {
      await tidyPositions(deps, () => signal.aborted).catch((error: unknown) =>
        deps.report(error, 'making days of positions'),
      )
      await delay(everySeconds * 1000, undefined, { signal }).catch(() => {})
    }
  })
}

export async function tidyPositions({ db, now }: Pick<Deps, 'db' | 'now'>, isStopping = () => false): Promise<void> {
  await again(() => makeDays(db, now()))
  for (const forget of [forgetPositions, forgetFixes]) {
    while ((await again(() => forget(db, now(), mostAtOnce))) > 0) if (isStopping()) return
  }
}
