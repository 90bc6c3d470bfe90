import { parentPort } from 'node:worker_threads'
import { SolverInputError } from '#solver/index.ts'
import type { ThreadMessage, ThreadRequest } from './protocol.ts'
import { readProblem } from './read-problem.ts'
import { refusalOf } from './refusal.ts'
import { solveProblem } from './solve-problem.ts'

const tell = (message: ThreadMessage) => parentPort!.postMessage(message)

parentPort!.on('message', (request: ThreadRequest) => {
  try {
    tell(request.kind === 'read' ? readProblem(request) : solveProblem(request, tell))
  } catch (error) {
    if (!(error instanceof SolverInputError)) throw error
    tell(refusalOf(error))
  }
})
