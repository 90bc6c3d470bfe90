import { MessageChannel } from 'node:worker_threads'
import { compareRanks, type PlannedRoute } from '#solver/index.ts'
import type { EngineAnswer } from './answer.ts'
import type { Interruption } from './interruption.ts'
import type { Progress, Solution, SolveRequest } from './protocol.ts'
import type { EngineRequest, Watch } from './request.ts'
import type { Thread } from './thread.ts'

type WithinMemory = EngineRequest & { memoryBytes: number }

/** The last plan that a thread has told. */
type Told = { plan: PlannedRoute[]; progress: Progress }

/**
 * Lets every thread search, until all of them have answered or the search is interrupted. If a thread is lost, `onLost` hears of
 * it, and the plan that it told last counts like those of the others.
 */
export async function solveTogether(
  threads: Thread[],
  request: WithinMemory,
  { onProgress, onLost }: Pick<Watch, 'onProgress' | 'onLost'>,
  interruption: Interruption,
): Promise<EngineAnswer> {
  let best: Progress | undefined
  const told = new Map<number, Told>()
  const hear = (progress: Progress, thread: number, plan?: PlannedRoute[]) => {
    const isBest = !best || isNoWorse(progress, best)
    if (isBest) best = progress
    if (plan) told.set(thread, { plan, progress })
    onProgress?.(progress, thread, isBest, request.tellsPlans ? plan : undefined)
  }
  const requests = requestsFor(request, threads.length, interruption.stopFlag)
  const answers = threads.map(async (thread, i) => {
    const { ring } = requests[i]!
    const transfer = ring ? [ring.to, ring.from] : []
    return thread.ask(requests[i]!, { transfer, onProgress: (progress, plan) => hear(progress, i, plan) })
  })
  return Promise.race([interruption.early, answer()])

  async function answer(): Promise<EngineAnswer> {
    const { solutions, lost, alive } = await settle(answers, onLost)
    const answered = bestOf(solutions, best)
    const [left] = lost
      .flatMap((thread) => told.get(thread) ?? [])
      .toSorted((a, b) => a.progress.unassigned - b.progress.unassigned || a.progress.cost - b.progress.cost)
    if (!left || answered.kind !== 'plan' || isNoWorse(answered.progress, left.progress)) return answered
    return bestOf([...solutions, ...(await writeDown(threads[alive]!, requests[alive]!, left))], best)
  }
}

/** The answers of the threads that gave one, the first of these, and those that were lost. Rejects if none answered. */
async function settle(answers: Promise<Solution>[], onLost: Watch['onLost']) {
  const settled = await Promise.allSettled(answers)
  const solutions = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const lost = [...settled.keys()].filter((thread) => settled[thread]!.status === 'rejected')
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (solutions.length === 0) throw reasons[0]
  for (const reason of reasons) onLost?.(reason)
  return { solutions, lost, alive: settled.findIndex(({ status }) => status === 'fulfilled') }
}

/** Has a thread write down the plan of one that is lost. None if that fails. */
async function writeDown(thread: Thread, request: SolveRequest, { plan }: Told): Promise<Solution[]> {
  const stopFlag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const limits = { timeLimitSeconds: 0, iterationLimit: undefined, ring: undefined, stopFlag }
  return thread.ask({ ...request, ...limits, initial: plan }).then(
    (solution) => [solution],
    () => [],
  )
}

/**
 * One request for each thread. Under a time limit alone the searches exchange plans in a ring. With an iteration limit they do
 * not, so that the same request gives the same plan. Several threads tell their plans, so that none is lost with a thread.
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
    tellsPlans: tellsPlans || count > 1,
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
