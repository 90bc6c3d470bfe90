import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { exchangeBy } from '#server/solver-pool/exchange.ts'
import { solve, SolverInputError } from '#solver/index.ts'
import type { SolveProgress, VroomInput, VroomOutput } from '#solver/index.ts'

export type OptimizeRequest = {
  problem: VroomInput
  timeLimitSeconds?: number | undefined
  iterationLimit?: number | undefined
  seed: number
  /** Whether the time limit counts only the processor time of this thread. */
  clock?: 'wall' | 'processor'
  /** To and from other searches, when there are several. */
  to?: MessagePort | undefined
  from?: MessagePort | undefined
}

export type OptimizeResult = { progress: SolveProgress } | { plan: VroomOutput } | { inputError: string }

const tell = (result: OptimizeResult) => parentPort!.postMessage(result)
const { problem, to, from, clock, ...options } = workerData as OptimizeRequest

try {
  const onProgress = (progress: SolveProgress) => tell({ progress })
  const talk = to && from && { exchange: exchangeBy(to, from) }
  tell({
    plan: solve(problem, {
      ...options,
      ...talk,
      now: clock === 'processor' ? processorMilliseconds : () => performance.now(),
      onProgress,
    }),
  })
} catch (error) {
  if (!(error instanceof SolverInputError)) throw error
  tell({ inputError: error.message })
}

function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
