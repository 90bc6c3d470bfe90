import type { Deps } from '../../deps.ts'
import { tellExcursions } from './commands.ts'

const everySeconds = 15

/** Watches compartments that are out of range. */
export function workOnTemperatures(deps: Pick<Deps, 'db' | 'now' | 'queue'>): void {
  deps.queue.every(everySeconds, () => tellExcursions(deps))
}
