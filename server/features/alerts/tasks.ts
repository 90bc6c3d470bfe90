import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { forgetAlerts } from './commands.ts'

const everySeconds = 3600
const mostAtOnce = 5000

/** Deletes alerts that were over long ago. */
export function workOnAlerts({ db, now, queue }: Pick<Deps, 'db' | 'now' | 'queue'>): void {
  queue.every(everySeconds, async () => {
    while ((await again(() => forgetAlerts(db, now(), mostAtOnce))) === mostAtOnce) continue
  })
}
