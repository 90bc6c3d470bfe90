import type { DropAnswer, DropMark, DropQuestion } from '#domain/drop/drop-board.ts'
import type { Dragged } from '#domain/drop/drop-edits.ts'
import type { DropRoute } from '#domain/drop/drop-plan.ts'
import type { PlanProblem } from '#domain/schema/plan-problem.ts'
import type { DropReply, DropRequest } from './drops.worker.ts'

type Told = { problem: PlanProblem; travel: ArrayBuffer | null; midnight: number }

type State = 'loading' | 'ready' | 'failed'

/** The engine in the background, which works out drops. It starts with the first problem; once it fails, it says so. */
export function createDropEngine() {
  let worker: Worker | null = null
  const waiting = new Map<number, (reply: DropReply) => void>()
  const listeners = new Set<() => void>()
  let known = new Map<string, DropRoute>()
  let number = 0
  let state: State = 'loading'
  const become = (next: State) => {
    if (state === next) return
    state = next
    for (const tell of listeners) tell()
  }
  const fail = () => {
    become('failed')
    for (const answer of waiting.values()) answer({ type: 'answer', number: 0, answer: { kind: 'unknown' } })
    waiting.clear()
  }
  const start = () => {
    const started = new Worker(new URL('./drops.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<DropReply>) => {
      if (data.type === 'ready') return become('ready')
      waiting.get(data.number)?.(data)
      waiting.delete(data.number)
    })
    started.addEventListener('error', fail)
    return started
  }
  const send = (request: DropRequest) => {
    if (state !== 'failed') (worker ??= start()).postMessage(request)
  }
  const asked = (request: (number: number) => DropRequest) => {
    if (state === 'failed') return Promise.resolve(undefined)
    const { promise, resolve } = Promise.withResolvers<DropReply>()
    waiting.set(++number, resolve)
    send(request(number))
    return promise
  }
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (told: Told) => send({ type: 'problem', ...told }),
    /** Hands over the routes that are not the same objects as before. */
    show: (routes: readonly DropRoute[]) => {
      const changed = routes.filter((route) => known.get(route.id) !== route)
      if (!changed.length && routes.length === known.size) return
      known = new Map(routes.map((route) => [route.id, route]))
      send({ type: 'routes', changed, ids: routes.map(({ id }) => id) })
    },
    ask: async (dragged: Dragged, target: DropQuestion): Promise<DropAnswer> => {
      const start = performance.now()
      const reply = await asked((each) => ({ type: 'ask', number: each, dragged, target, now: Date.now() }))
      // What `npm run bench -- board drag` reads, and a developer sees in the browser's own tools.
      performance.measure('drop cost', { start })
      return reply?.type === 'answer' ? reply.answer : { kind: 'unknown' }
    },
    marks: async (dragged: Dragged): Promise<DropMark[]> => {
      const reply = await asked((each) => ({ type: 'marks', number: each, dragged, now: Date.now() }))
      return reply?.type === 'marks' ? reply.marks : []
    },
    stop: () => {
      worker?.terminate()
      worker = null
      known = new Map()
      state = 'loading'
    },
  }
}

export type DropEngine = ReturnType<typeof createDropEngine>
