import type { Deps } from '../../deps.ts'
import { forgetEvents, keepSpans } from './commands.ts'

const everySeconds = 3600
const dayMs = 86_400_000
/** Forgotten events stay on the disk for no longer than this share of the time for which events are kept. */
const spansKept = 6

/** Forgets events once they are as old as the operator wants. */
export function workOnEvents({ db, queue, now, config }: Deps): void {
  const { eventRetentionDays: days } = config
  queue.every(everySeconds, async () => {
    await forgetEvents(db, new Date(now().getTime() - days * dayMs))
    await keepSpans(db, Math.ceil(days / spansKept))
  })
}
