import { availableParallelism } from 'node:os'
import { MessageChannel, Worker } from 'node:worker_threads'
import { compareRanks, type SolveProgress } from '#solver/index.ts'
import { openReader, type Reader } from './reader.ts'
import { openSlots } from './slots.ts'

export type OptimizeRequest = {
  /** VROOM's JSON as the reader packed it. */
  packed: Uint8Array
  timeLimitSeconds: number
  iterationLimit: number | undefined
  seed: number
  /** Nothing is searched for: the vehicles' steps are kept, and what they break is reported. */
  planMode: boolean
  /** Searches at the same time, which tell each other of their best plans. */
  threads: number
}

/** How far the best of the searches is. */
export type OptimizeProgress = Omit<SolveProgress, 'plan'>

/** The plan as JSON, `refused` when the problem cannot be used, `stopped` when there was no plan yet. */
export type OptimizeAnswer =
  | { kind: 'plan'; plan: string; progress: OptimizeProgress }
  | { kind: 'refused'; path: string; message: string }
  | { kind: 'stopped' }

type Watch = {
  onProgress: (progress: OptimizeProgress) => void
  /** Ends the search with the best plan so far, and the wait for threads without one. */
  stop: AbortSignal
  /** Ends it at once; rejects with the signal's reason. */
  abandon: AbortSignal
}

/** Threads for problems that programs send. Planning has its own, so that neither waits for the other. */
export type Optimizer = {
  /** Most searches at the same time. */
  threads: number
  read: Reader['read']
  /** Solves one problem, when there are as many threads free as it asks for. The plan has been checked. */
  optimize(request: OptimizeRequest, watch: Watch): Promise<OptimizeAnswer>
  stop(): Promise<void>
}

export type SearchRequest = Omit<OptimizeRequest, 'threads'> & { stopped: SharedArrayBuffer }

/** What a search sends back. */
export type SearchMessage =
  | { kind: 'progress'; progress: OptimizeProgress }
  | { kind: 'done'; plan: string; rank: number[]; progress: Omit<OptimizeProgress, 'iterations'> }
  | { kind: 'refused'; path: string; message: string }

/** A search that was told to stop, or whose time is up, and goes on for longer than this is ended from outside. */
const graceMs = 10_000

/** @param threads at least one, at most the processors */
export function openOptimizer(threads: number): Optimizer {
  const limit = Math.max(1, Math.min(threads, availableParallelism()))
  const slots = openSlots(limit)
  const reader = openReader()
  const running = new Set<Worker>()

  return {
    threads: limit,
    read: reader.read,
    async optimize({ threads: count, ...request }, watch) {
      watch.abandon.throwIfAborted()
      if (!(await slots.take(count, AbortSignal.any([watch.stop, watch.abandon])))) {
        watch.abandon.throwIfAborted()
        return { kind: 'stopped' }
      }
      const workers = startSearches(request, count, watch.stop)
      for (const { worker } of workers) running.add(worker)
      try {
        return await bestOf(workers, request.timeLimitSeconds, watch)
      } finally {
        for (const { worker, stopped } of workers) {
          watch.stop.removeEventListener('abort', stopped)
          await worker.terminate()
          running.delete(worker)
        }
        slots.give(count)
      }
    },
    async stop() {
      await Promise.all([reader.stop(), ...[...running].map((worker) => worker.terminate())])
    },
  }
}

type Search = { worker: Worker; stopped: () => void }

/** Under a time limit alone the searches talk, in a ring; with an iteration limit the plan can be repeated. */
function startSearches(request: Omit<OptimizeRequest, 'threads'>, count: number, stop: AbortSignal): Search[] {
  const talk = count > 1 && request.iterationLimit === undefined
  const ring = Array.from({ length: talk ? count : 0 }, () => new MessageChannel())
  return Array.from({ length: count }, (_, i) => {
    const [to, from] = [ring[i]?.port1, ring[(i + 1) % count]?.port2]
    const flag = new SharedArrayBuffer(4)
    const stopped = () => void Atomics.store(new Int32Array(flag), 0, 1)
    if (stop.aborted) stopped()
    stop.addEventListener('abort', stopped, { once: true })
    const search: SearchRequest = { ...request, seed: request.seed + i, stopped: flag }
    const worker = new Worker(new URL('./optimize.worker.ts', import.meta.url), {
      workerData: { ...search, to, from },
      transferList: [to, from].filter((port) => port !== undefined),
    })
    return { worker, stopped }
  })
}

async function bestOf(
  searches: Search[],
  seconds: number,
  { onProgress, stop, abandon }: Watch,
): Promise<OptimizeAnswer> {
  const end = Promise.withResolvers<OptimizeAnswer>()
  const plans = new Map<Worker, Extract<SearchMessage, { kind: 'done' }>>()
  let best: OptimizeProgress | undefined
  const hear = (worker: Worker, message: SearchMessage) => {
    if (message.kind === 'refused') return end.resolve(message)
    if (message.kind === 'progress') {
      if (!best || isNoWorse(message.progress, best)) onProgress((best = message.progress))
      return
    }
    plans.set(worker, message)
    if (plans.size < searches.length) return
    const { plan, progress } = [...plans.values()].reduce((a, b) => (compareRanks(b.rank, a.rank) < 0 ? b : a))
    end.resolve({ kind: 'plan', plan, progress: { iterations: best?.iterations ?? 0, ...progress } })
  }
  for (const { worker } of searches) {
    worker.on('message', (message: SearchMessage) => hear(worker, message))
    worker.on('error', end.reject)
    worker.on('exit', () => {
      if (!plans.has(worker)) end.reject(new Error('A search ended without an answer.'))
    })
  }
  const abort = () => end.reject(abandon.reason)
  const giveUp = (outcome: () => void, ms: number) => setTimeout(outcome, ms)
  const tooLong = () => end.reject(new Error('A search did not keep to its time limit.'))
  const timers = [giveUp(tooLong, seconds * 1000 + graceMs * searches.length)]
  const stopping = () => void timers.push(giveUp(() => end.resolve({ kind: 'stopped' }), graceMs))
  if (stop.aborted) stopping()
  stop.addEventListener('abort', stopping, { once: true })
  abandon.addEventListener('abort', abort, { once: true })
  if (abandon.aborted) abort()
  try {
    return await end.promise
  } finally {
    for (const timer of timers) clearTimeout(timer)
    stop.removeEventListener('abort', stopping)
    abandon.removeEventListener('abort', abort)
  }
}

function isNoWorse(a: OptimizeProgress, b: OptimizeProgress): boolean {
  return a.unassigned < b.unassigned || (a.unassigned === b.unassigned && a.cost <= b.cost)
}
