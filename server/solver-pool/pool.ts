import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SolveProgress, VroomInput, VroomOutput } from '#solver/index.ts'

export type SolveRequest = { problem: VroomInput; timeLimitSeconds: number; seed: number }

/** Threads that run the solver, so that planning never blocks the server. */
export type SolverPool = {
  /** How many problems are solved at the same time. */
  threads: number
  /**
   * Solves one problem in a thread of its own; waits for a free one first.
   * @param signal aborting ends the thread at once and rejects with the signal's reason
   */
  solve(request: SolveRequest, onProgress: (progress: SolveProgress) => void, signal: AbortSignal): Promise<VroomOutput>
  /** Ends every thread. */
  stop(): Promise<void>
}

/** What a thread sends back. */
export type ThreadMessage =
  | { kind: 'progress'; progress: SolveProgress }
  | { kind: 'done'; solution: VroomOutput }
  | { kind: 'failed'; message: string }

/** @param threads how many problems are solved at the same time; at least one, at most the processors */
export function openSolverPool(threads: number): SolverPool {
  const limit = Math.max(1, Math.min(threads, availableParallelism()))
  const running = new Set<Worker>()
  const waiting: (() => void)[] = []

  return {
    threads: limit,
    async solve(request, onProgress, signal) {
      while (running.size >= limit && !signal.aborted) {
        await new Promise<void>((wake) => {
          waiting.push(wake)
          signal.addEventListener('abort', () => wake(), { once: true })
        })
      }
      signal.throwIfAborted()
      const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { workerData: request })
      running.add(worker)
      const end = Promise.withResolvers<VroomOutput>()
      const abort = () => end.reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'progress') onProgress(message.progress)
        else if (message.kind === 'done') end.resolve(message.solution)
        else end.reject(new Error(message.message))
      })
      worker.on('error', end.reject)
      worker.on('exit', () => end.reject(new Error('The solver thread ended without an answer.')))
      try {
        return await end.promise
      } finally {
        signal.removeEventListener('abort', abort)
        await worker.terminate()
        running.delete(worker)
        for (const wake of waiting.splice(0)) wake()
      }
    },
    async stop() {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}
