import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { stepDrives } from './commands.ts'

const everySeconds = 120
const mostAtOnce = 100

/** Adds up how far vehicles were driven. */
export function workOnOdometers({ db, now, queue }: Pick<Deps, 'db' | 'now' | 'queue'>): void {
  queue.every(everySeconds, async () => {
    while ((await again(() => stepDrives(db, now(), mostAtOnce))) === mostAtOnce) continue
  })
}
