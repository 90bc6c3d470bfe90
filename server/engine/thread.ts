import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads'
import type { PlannedRoute } from '#solver/index.ts'
import type { AnswerTo, Progress, ThreadMessage, ThreadRequest } from './protocol.ts'

/** A thread that answers one request after the other. */
export type Thread = {
  /** Rejects when the thread fails or is ended. */
  ask<R extends ThreadRequest>(request: R, options?: AskOptions): Promise<AnswerTo<R>>
  end(): Promise<void>
}

type AskOptions = {
  /** Buffers and ports that are given to the thread, not copied. */
  transfer?: Transferable[]
  onProgress?: (progress: Progress, plan?: PlannedRoute[]) => void
}

export function startThread(resourceLimits: ResourceLimits = {}): Thread {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { resourceLimits })
  return {
    async ask<R extends ThreadRequest>(request: R, { transfer = [], onProgress }: AskOptions = {}) {
      const answer = Promise.withResolvers<AnswerTo<R>>()
      const hear = (message: ThreadMessage) => {
        if (message.kind === 'progress') onProgress?.(message.progress, message.plan)
        // With --watch, Node says on the same channel which files were imported.
        else if (message.kind) answer.resolve(message as AnswerTo<R>)
      }
      const exit = () => answer.reject(new Error('A thread of the engine ended without an answer.'))
      worker.on('message', hear).on('error', answer.reject).on('exit', exit)
      try {
        worker.postMessage(request, transfer)
        return await answer.promise
      } finally {
        worker.off('message', hear).off('error', answer.reject).off('exit', exit)
      }
    },
    async end() {
      await worker.terminate()
    },
  }
}
