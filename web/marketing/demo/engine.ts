import type { VroomInput } from '#solver/index.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { EngineAnswer } from './engine-answer.ts'
import type { RouteStop } from './route-stop.ts'

/** The part of Web Worker we use. */
export type EngineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** The engine found no route. The message is for the visitor. */
export class EngineError extends Error {}

const sentences = {
  cannotStart: 'Our engine could not start in this browser. The nearest-neighbor route below is not affected.',
  failed: 'Our engine found no route for these stops. The nearest-neighbor route below is not affected.',
}

/** A worker that is silent for this long won't answer. */
const patienceMilliseconds = 15_000

/** One vehicle from the depot to every stop and back, with the same distances as nearest neighbor. */
export function toProblem(stops: readonly RouteStop[]): VroomInput {
  // The engine minimizes travel times in whole numbers. At constant speed, distances in decimeters rank routes the same
  // and are finer than seconds.
  const lengths = stops.map((from) => stops.map((to) => Math.round(distanceKm(from.position, to.position) * 10_000)))
  return {
    vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
    jobs: stops.slice(1).map((_stop, index) => ({ id: index + 1, location_index: index + 1 })),
    matrices: { car: { durations: lengths } },
  }
}

/**
 * Orders the stops with our engine. Returns indices of `stops`, the depot (0) first. Runs in its own thread, which ends
 * with the answer or the signal. Rejects with an EngineError or the signal's reason.
 */
export async function runEngine(
  stops: readonly RouteStop[],
  signal: AbortSignal,
  makeWorker: () => EngineWorker = startWorker,
): Promise<number[]> {
  signal.throwIfAborted()
  const end = Promise.withResolvers<number[]>()
  const worker = tryToStart(makeWorker)
  const abort = () => end.reject(signal.reason)
  const timer = setTimeout(() => end.reject(new EngineError(sentences.cannotStart)), patienceMilliseconds)
  signal.addEventListener('abort', abort)
  worker.addEventListener('message', ({ data }: MessageEvent<EngineAnswer>) => {
    hasAnswered = true
    if (data.kind === 'done' && isOrderOf(stops, data.order)) end.resolve(data.order)
    else end.reject(new EngineError(sentences.failed))
  })
  worker.addEventListener('error', () => end.reject(new EngineError(sentences.cannotStart)))
  try {
    worker.postMessage(toProblem(stops))
    return await end.promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}

let hasAnswered = false

function startWorker(): EngineWorker {
  // The file is cached once loaded. Requesting it offline would only log an error.
  if (!navigator.onLine && !hasAnswered) throw new EngineError(sentences.cannotStart)
  return new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' })
}

/** Throws in browsers without workers or with a policy against them. */
function tryToStart(makeWorker: () => EngineWorker): EngineWorker {
  try {
    return makeWorker()
  } catch {
    throw new EngineError(sentences.cannotStart)
  }
}

/** A route that skips a stop must not be shown as a saving. */
function isOrderOf(stops: readonly RouteStop[], order: readonly number[]): boolean {
  return order.length === stops.length && order[0] === 0 && new Set(order).size === stops.length
}
