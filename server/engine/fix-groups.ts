import { fixTogether } from '#solver/index.ts'
import type { Fixes, FixRequest } from './protocol.ts'

/** Tries changes for each group, inside a thread. Each group may take the same share of the time that is left. */
export function fixGroups({ problem, plan, groups, timeLimitSeconds, stopFlag }: FixRequest): Fixes {
  const flag = new Int32Array(stopFlag)
  const until = performance.now() + timeLimitSeconds * 1000
  const fixes = groups.map(({ jobs, changes }, i) => {
    const startedAt = performance.now()
    const share = (until - startedAt) / (groups.length - i)
    const isOver = () => Atomics.load(flag, 0) === 1 || performance.now() - startedAt >= share
    return fixTogether(problem, plan, jobs, changes, isOver)
  })
  return { kind: 'fixes', fixes }
}
