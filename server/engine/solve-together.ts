import { MessageChannel } from 'node:worker_threads'
import { compareRanks, type PlannedRoute } from '#solver/index.ts'
import type { EngineAnswer } from './answer.ts'
import type { Interruption } from './interruption.ts'
import type { Progress, Solution, SolveRequest } from './protocol.ts'
import type { EngineRequest, Watch } from './request.ts'
import type { Thread } from './thread.ts'

type WithinMemory = EngineRequest & { memoryBytes: number }

/**
 * Lets every thread search, until all of them have answered or the search is interrupted. If a thread is lost, the plan of the
 * others counts; `onLost` hears of it.
 */
export async function solveTogether(
  threads: Thread[],
  request: WithinMemory,
  { onProgress, onLost }: Pick<Watch, 'onProgress' | 'onLost'>,
  interruption: Interruption,
): Promise<EngineAnswer> {
  let best: Progress | undefined
  const hear = (progress: Progress, thread: number, plan?: PlannedRoute[]) => {
    const isBest = !best || isNoWorse(progress, best)
    if (isBest) best = progress
    onProgress?.(progress, thread, isBest, plan)
  }
  const requests = requestsFor(request, threads.length, interruption.stopFlag)
  const answers = threads.map(async (thread, i) => {
    const { ring } = requests[i]!
    const transfer = ring ? [ring.to, ring.from] : []
    return thread.ask(requests[i]!, { transfer, onProgress: (progress, plan) => hear(progress, i, plan) })
  })
  return Promise.race([interruption.early, settle(answers, onLost).then((all) => bestOf(all, best))])
}

/** The answers of the threads that gave one. Rejects if none did. */
async function settle(answers: Promise<Solution>[], onLost: Watch['onLost']): Promise<Solution[]> {
  const settled = await Promise.allSettled(answers)
  const solutions = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (solutions.length === 0) throw reasons[0]
  for (const reason of reasons) onLost?.(reason)
  return solutions
}

/**
 * One request for each thread. Under a time limit alone the searches exchange plans in a ring. With an iteration limit they do
 * not, so that the same request gives the same plan.
 */
function requestsFor(request: WithinMemory, count: number, stopFlag: SharedArrayBuffer): SolveRequest[] {
  const {
    problem,
    planMode = false,
    timeLimitSeconds,
    iterationLimit,
    untilSettled = false,
    tellsPlans = false,
  } = request
  const { seed, clock = 'wall', memoryBytes } = request
  const together = count > 1 && iterationLimit === undefined && timeLimitSeconds !== undefined
  const channels = Array.from({ length: together ? count : 0 }, () => new MessageChannel())
  return Array.from({ length: count }, (_, i) => ({
    kind: 'solve',
    problem,
    planMode,
    timeLimitSeconds,
    iterationLimit,
    untilSettled,
    tellsPlans,
    seed: seed + i,
    clock,
    memoryBytes,
    stopFlag,
    ring: together ? { to: channels[i]!.port1, from: channels[(i + 1) % count]!.port2 } : undefined,
  }))
}

/** The best of the threads' plans; of equal ones that of the lowest seed. */
function bestOf(solutions: Solution[], seen: Progress | undefined): EngineAnswer {
  const plans: Extract<Solution, { kind: 'solved' }>[] = []
  for (const solution of solutions) {
    if (solution.kind === 'refused') return solution
    plans.push(solution)
  }
  const { plan, progress } = plans.reduce((best, next) => (compareRanks(next.rank, best.rank) < 0 ? next : best))
  return { kind: 'plan', plan, progress: { iterations: seen?.iterations ?? 0, ...progress } }
}

function isNoWorse(a: Progress, b: Progress): boolean {
  return a.unassigned < b.unassigned || (a.unassigned === b.unassigned && a.cost <= b.cost)
}
