import type { Deps } from '../../deps.ts'
import { foldChanges, recount } from './commands.ts'
import { workspacesToRecount } from './queries.ts'

const foldEverySeconds = 10
const lookEverySeconds = 60
const recountAfterHours = 24

/** Adds up the counts all the time, and counts everything anew once a day. */
export function workOnQuotas(deps: Deps): void {
  deps.queue.every(foldEverySeconds, () => foldChanges(deps.db))
  deps.queue.every(lookEverySeconds, () => recountDue(deps))
}

/** Counts anew where this is due: also after an upgrade or a restore, whose rows were not counted. */
export async function recountDue({ db, now, report }: Pick<Deps, 'db' | 'now' | 'report'>): Promise<void> {
  const since = new Date(now().getTime() - recountAfterHours * 3_600_000)
  for (const id of await workspacesToRecount(db, since)) {
    for (const { name, was_off_by } of await recount(db, id, now())) {
      report(new Error(`${name} of workspace ${id} was off by ${was_off_by}, and is right now`), 'quotas')
    }
  }
}
