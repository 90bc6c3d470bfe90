import { gunzipSync } from 'node:zlib'
import { check, checkPlanMode, planMode, rank, solve, type VroomInput, type VroomOutput } from '#solver/index.ts'
import { exchangeBy } from './exchange.ts'
import { refusalForMemory } from './memory-need.ts'
import type { Clock, Progress, Solution, SolveRequest, ThreadMessage } from './protocol.ts'

/**
 * Solves a problem and has the plan checked, inside a thread.
 * @throws SolverInputError
 */
export function solveProblem(request: SolveRequest, tell: (message: ThreadMessage) => void): Solution {
  const problem = unpack(request.problem)
  const refusal = refusalForMemory(problem, request.memoryBytes)
  if (refusal) return refusal
  const answer = request.planMode ? planMode(problem) : search(problem, request, tell)
  confirmSound(problem, answer, request.planMode)
  const { cost, routes, unassigned, computing_times } = answer.summary
  const elapsedSeconds = (computing_times.loading + computing_times.solving) / 1000
  const progress = { cost, routes, unassigned, elapsedSeconds }
  return { kind: 'solved', plan: JSON.stringify(answer), rank: rank(problem, answer), progress }
}

/** Throws unless the independent check finds nothing wrong with a plan. */
export function confirmSound(problem: VroomInput, answer: VroomOutput, planMode: boolean): void {
  const { errors } = planMode ? checkPlanMode(problem, answer) : check(problem, answer)
  if (errors.length) throw new Error(`The solver's plan is not sound: ${errors.slice(0, 5).join('; ')}`)
}

function unpack(problem: VroomInput | Uint8Array): VroomInput {
  return problem instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(gunzipSync(problem))) : problem
}

function search(problem: VroomInput, request: SolveRequest, tell: (message: ThreadMessage) => void): VroomOutput {
  const { timeLimitSeconds, iterationLimit, untilSettled, initial, seed, clock, stopFlag, ring } = request
  const flag = new Int32Array(stopFlag)
  const isNews = newsOf(request)
  return solve(problem, {
    ...(timeLimitSeconds !== undefined && { timeLimitSeconds }),
    ...(iterationLimit !== undefined && { iterationLimit }),
    untilSettled,
    ...(initial && { initial }),
    seed,
    ...(ring && { exchange: exchangeBy(ring.to, ring.from) }),
    now: clocks[clock],
    isCancelled: () => Atomics.load(flag, 0) === 1,
    onProgress: ({ plan, ...progress }) => tell({ kind: 'progress', progress, ...(isNews(progress) && { plan }) }),
  })
}

/** Whether a plan is better than the last one that was told, if plans are told at all. */
function newsOf({ tellsPlans }: SolveRequest): (progress: Pick<Progress, 'cost' | 'unassigned'>) => boolean {
  let told = ''
  return ({ cost, unassigned }) => {
    const mark = `${unassigned} ${cost}`
    const isNews = tellsPlans && mark !== told
    told = mark
    return isNews
  }
}

const clocks: Record<Clock, () => number> = {
  wall: () => performance.now(),
  processor() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
}
