import { parentPort, workerData } from 'node:worker_threads'
import { solve, SolverInputError } from '#solver/index.ts'
import type { SolveProgress, VroomInput, VroomOutput } from '#solver/index.ts'

export interface OptimizeRequest {
  problem: VroomInput
  timeLimitSeconds: number | undefined
  iterationLimit: number | undefined
  seed: number
}

export type OptimizeResult = { progress: SolveProgress } | { plan: VroomOutput } | { inputError: string }

const tell = (result: OptimizeResult) => parentPort!.postMessage(result)
const { problem, ...options } = workerData as OptimizeRequest

try {
  const onProgress = (progress: SolveProgress) => tell({ progress })
  tell({ plan: solve(problem, { ...options, now: () => performance.now(), onProgress }) })
} catch (error) {
  if (!(error instanceof SolverInputError)) throw error
  tell({ inputError: error.message })
}
