import type { Deps } from '../../deps.ts'
import { forgetTravel } from './commands.ts'

const usualDays = 30

/** Keeps what routing engines answered within its limits. */
export function workOnTravel({ db, queue, now, travel }: Deps): void {
  queue.every(3600, () => forgetTravel(db, now(), travel?.cacheDays ?? usualDays))
}
