import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import {
  check,
  checkPlanMode,
  plan,
  rank,
  solve,
  SolverInputError,
  type VroomInput,
  type VroomOutput,
} from '#solver/index.ts'
import { exchangeBy } from './exchange.ts'
import { refusalOf } from './refusal.ts'
import type { SearchMessage, SearchRequest } from './optimizer.ts'

type Ports = { to: MessagePort | undefined; from: MessagePort | undefined }

const request = workerData as SearchRequest & Ports
const send = (message: SearchMessage) => parentPort!.postMessage(message)

function search(problem: VroomInput): VroomOutput {
  const { timeLimitSeconds, iterationLimit, seed, stopped, to, from } = request
  const flag = new Int32Array(stopped)
  return solve(problem, {
    timeLimitSeconds,
    ...(iterationLimit !== undefined && { iterationLimit }),
    seed,
    ...(to && from && { exchange: exchangeBy(to, from) }),
    now: () => performance.now(),
    isCancelled: () => Atomics.load(flag, 0) === 1,
    onProgress: ({ plan: _, ...progress }) => send({ kind: 'progress', progress }),
  })
}

try {
  const problem = JSON.parse(new TextDecoder().decode(gunzipSync(request.packed))) as VroomInput
  const answer = request.planMode ? plan(problem) : search(problem)
  const { errors } = request.planMode ? checkPlanMode(problem, answer) : check(problem, answer)
  if (errors.length) throw new Error(`The solver's plan is not sound: ${errors.slice(0, 5).join('; ')}`)
  const { cost, routes, unassigned, computing_times } = answer.summary
  const elapsedSeconds = (computing_times.loading + computing_times.solving) / 1000
  send({
    kind: 'done',
    plan: JSON.stringify(answer),
    rank: rank(problem, answer),
    progress: { cost, routes, unassigned, elapsedSeconds },
  })
} catch (error) {
  if (!(error instanceof SolverInputError)) throw error
  send({ kind: 'refused', ...refusalOf(error) })
}
