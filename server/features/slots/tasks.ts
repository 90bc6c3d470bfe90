import type { Deps } from '../../deps.ts'
import { forgetSlotHolds } from './commands.ts'

/** Forgets holds that ended. */
export function workOnSlots({ db, queue, now }: Deps): void {
  queue.every(3600, () => forgetSlotHolds(db, now()))
}
