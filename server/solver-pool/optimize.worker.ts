import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { check, rank, solve, SolverInputError, type VroomInput } from '#solver/index.ts'
import { exchangeBy } from './exchange.ts'
import { refusalOf } from './refusal.ts'
import type { SearchMessage, SearchRequest } from './optimizer.ts'

type Ports = { to: MessagePort | undefined; from: MessagePort | undefined }

const { packed, timeLimitSeconds, iterationLimit, seed, stopped, to, from } = workerData as SearchRequest & Ports
const send = (message: SearchMessage) => parentPort!.postMessage(message)

try {
  const problem = JSON.parse(new TextDecoder().decode(gunzipSync(packed))) as VroomInput
  const flag = new Int32Array(stopped)
  const plan = solve(problem, {
    timeLimitSeconds,
    ...(iterationLimit !== undefined && { iterationLimit }),
    seed,
    ...(to && from && { exchange: exchangeBy(to, from) }),
    now: () => performance.now(),
    isCancelled: () => Atomics.load(flag, 0) === 1,
    onProgress: ({ plan: _, ...progress }) => send({ kind: 'progress', progress }),
  })
  const { errors } = check(problem, plan)
  if (errors.length) throw new Error(`The solver's plan is not sound: ${errors.slice(0, 5).join('; ')}`)
  const { cost, routes, unassigned, computing_times } = plan.summary
  const elapsedSeconds = (computing_times.loading + computing_times.solving) / 1000
  send({
    kind: 'done',
    plan: JSON.stringify(plan),
    rank: rank(problem, plan),
    progress: { cost, routes, unassigned, elapsedSeconds },
  })
} catch (error) {
  if (!(error instanceof SolverInputError)) throw error
  send({ kind: 'refused', ...refusalOf(error) })
}
