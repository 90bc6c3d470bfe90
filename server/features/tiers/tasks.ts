import { inWorkspace } from '../../db/connect.ts'
import { beginTierMonth } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import { noteUsage } from './commands.ts'
import { monthsOver } from './queries.ts'

const lookEverySeconds = 60
const noteEverySeconds = 600
const mostAtOnce = 200

/** Begins months, so that what waited for them can be planned, and notes what is used. */
export function workOnTiers(deps: Deps): void {
  deps.queue.every(lookEverySeconds, () => beginMonths(deps))
  deps.queue.every(noteEverySeconds, () => noteUsage(deps.db, deps.now()))
}

export async function beginMonths({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (const id of await monthsOver(db, now(), mostAtOnce)) {
    await inWorkspace(db, id, (trx) => beginTierMonth(trx, id, now()))
  }
}
