import { parentPort, workerData } from 'node:worker_threads'
import { solve } from '#solver/index.ts'
import type { SolveRequest, ThreadMessage } from './pool.ts'

const { problem, timeLimitSeconds, seed } = workerData as SolveRequest
const send = (message: ThreadMessage) => parentPort!.postMessage(message)

try {
  const solution = solve(problem, {
    timeLimitSeconds,
    seed,
    now: () => performance.now(),
    onProgress: (progress) => send({ kind: 'progress', progress }),
  })
  send({ kind: 'done', solution })
} catch (error) {
  send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
