import type { Problem } from './problem.ts'
import type { Snapshot } from './snapshot.ts'
import type { UnassignedReason } from './vroom.ts'

export function explainUnassigned(_problem: Problem, _plan: Snapshot): (job: number) => UnassignedReason {
  return () => ({ code: 'stopped_early', message: '' })
}
