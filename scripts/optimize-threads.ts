import { MessageChannel, Worker } from 'node:worker_threads'
import { compareRanks, rank } from '#solver/index.ts'
import type { SolveProgress, VroomInput, VroomOutput } from '#solver/index.ts'
import type { OptimizeRequest, OptimizeResult } from './optimize.worker.ts'

/** A problem that the solver refused, with the sentence that says why. */
export class RefusedError extends Error {}

export type ThreadSettings = {
  threads: number
  /** Of the first thread; each further one has the next number. */
  seed: number
  timeLimitSeconds?: number | undefined
  iterationLimit?: number | undefined
  /** `processor` counts only the time that a thread really ran. */
  clock?: 'wall' | 'processor'
}

/**
 * One search per thread. Under a time limit each tells the next one of its best plans, in a ring; under an iteration
 * limit they keep to themselves and ties go to the lowest seed, so that the plan can be repeated. `show` is told of the
 * progress of each thread, by its number. Throws a RefusedError where the problem cannot be used.
 */
export async function optimizeInThreads(
  problem: VroomInput,
  { threads, seed, ...limits }: ThreadSettings,
  show: (progress: SolveProgress, thread: number) => void,
): Promise<VroomOutput> {
  const together = threads > 1 && limits.iterationLimit === undefined && limits.timeLimitSeconds !== undefined
  const ring = Array.from({ length: together ? threads : 0 }, () => new MessageChannel())
  const searches = Array.from({ length: threads }, (_, i) => {
    const ports = { to: ring[i]?.port1, from: ring[(i + 1) % threads]?.port2 }
    return runThread({ problem, ...limits, seed: seed + i, ...ports }, (progress) => show(progress, i))
  })
  const plans = await Promise.all(searches)
  return plans.reduce((best, plan) => (compareRanks(rank(problem, plan), rank(problem, best)) < 0 ? plan : best))
}

function runThread(request: OptimizeRequest, show: (progress: SolveProgress) => void): Promise<VroomOutput> {
  const worker = new Worker(new URL('./optimize.worker.ts', import.meta.url), {
    workerData: request,
    transferList: [request.to, request.from].filter((port) => port !== undefined),
  })
  return new Promise<VroomOutput>((resolve, reject) => {
    worker.on('message', (result: OptimizeResult) => {
      if ('progress' in result) show(result.progress)
      else if ('plan' in result) resolve(result.plan)
      else reject(new RefusedError(result.inputError))
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`A search thread ended with code ${code}`)))
  })
}
