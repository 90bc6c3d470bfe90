import type { VroomInput } from '#solver/index.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { EngineAnswer } from './engine-answer.ts'
import type { RouteStop } from './route-stop.ts'

/** The part of a Web Worker that is needed here. */
export type EngineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** The engine gave no route; the message is for the visitor. */
export class EngineError extends Error {}

const sentences = {
  cannotStart: 'Our engine could not start in this browser. The nearest-neighbor route below is not affected.',
  failed: 'Our engine found no answer for these stops. The nearest-neighbor route below is not affected.',
}

/** A worker that says nothing for so long is not going to. */
const patienceMilliseconds = 15_000

/** One vehicle that drives from the depot to every stop and back, by the same distances as nearest neighbor. */
export function toProblem(stops: readonly RouteStop[]): VroomInput {
  // Travel times are what the engine shortens. At one speed for all, lengths in decimeters order routes alike and are
  // finer than whole seconds.
  const lengths = stops.map((from) => stops.map((to) => Math.round(distanceKm(from.position, to.position) * 10_000)))
  return {
    vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
    jobs: stops.slice(1).map((_stop, index) => ({ id: index + 1, location_index: index + 1 })),
    matrices: { car: { durations: lengths } },
  }
}

/**
 * The order in which our engine drives the stops: indices of `stops`, the depot (0) first. It runs in a thread of its own,
 * which ends with the answer or with the signal. Rejects with an EngineError, or with the signal's reason.
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
  // Its file is kept once it has come; asking for it without a connection would only make the browser complain.
  if (!navigator.onLine && !hasAnswered) throw new EngineError(sentences.cannotStart)
  return new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' })
}

/** Browsers without workers, and policies that forbid them, throw at once. */
function tryToStart(makeWorker: () => EngineWorker): EngineWorker {
  try {
    return makeWorker()
  } catch {
    throw new EngineError(sentences.cannotStart)
  }
}

/** A route that leaves a stop out must not be shown as a saving. */
function isOrderOf(stops: readonly RouteStop[], order: readonly number[]): boolean {
  return order.length === stops.length && order[0] === 0 && new Set(order).size === stops.length
}
