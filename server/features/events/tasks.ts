import type { Deps } from '../../deps.ts'
import { forgetEvents } from './commands.ts'

const everySeconds = 3600
const dayMs = 86_400_000

/** Forgets events once they are as old as the operator wants. */
export function workOnEvents({ db, queue, now, config }: Deps): void {
  queue.every(everySeconds, () => forgetEvents(db, new Date(now().getTime() - config.eventRetentionDays * dayMs)))
}
