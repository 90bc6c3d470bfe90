import type { DropAnswer, DropMark, DropQuestion } from '#domain/drop/drop-board.ts'
import type { Dragged } from '#domain/drop/drop-edits.ts'
import type { DropRoute } from '#domain/drop/drop-plan.ts'
import type { PlanProblem } from '#domain/schema/plan-problem.ts'
import type { DropReply, DropRequest } from './drops.worker.ts'

type Told = { problem: PlanProblem; travel: ArrayBuffer | null; midnight: number }

type State = 'loading' | 'ready' | 'failed'

/** What runs the engine, as far as it is used here. */
export type EngineThread = Pick<Worker, 'postMessage' | 'terminate'> & {
  addEventListener(type: 'message', listener: (event: { data: DropReply }) => void): void
  addEventListener(type: 'error', listener: () => void): void
}

type Question = { request: (number: number) => DropRequest; answer: (reply: DropReply | undefined) => void }

/** A question takes milliseconds, and reading a problem a second or two. Whoever takes longer will not answer. */
const patienceMilliseconds = 8000

const startWorker = (): EngineThread =>
  new Worker(new URL('./drops.worker.ts', import.meta.url), { type: 'module' }) as EngineThread

/**
 * The engine in the background, which works out drops. It starts with the first problem. Once it fails or no longer answers,
 * it says so, and starts again with the next problem. Of the places that are asked about while it is busy, only the last
 * is worked out.
 */
export function createDropEngine(start = startWorker) {
  let worker: EngineThread | null = null
  let routes: readonly DropRoute[] = []
  let known = new Map<string, DropRoute>()
  let number = 0
  let state: State = 'loading'
  let asking = false
  let next: Question | null = null
  const waiting = new Map<number, { answer: Question['answer']; timer: ReturnType<typeof setTimeout> }>()
  const listeners = new Set<() => void>()

  const become = (to: State) => {
    if (state === to) return
    state = to
    for (const tell of listeners) tell()
  }
  const leave = () => {
    worker?.terminate()
    worker = null
    known = new Map()
    for (const { answer, timer } of waiting.values()) {
      clearTimeout(timer)
      answer(undefined)
    }
    waiting.clear()
  }
  const fail = () => {
    become('failed')
    leave()
  }
  const hear = (reply: DropReply) => {
    if (reply.type === 'ready') return become('ready')
    const open = waiting.get(reply.number)
    waiting.delete(reply.number)
    clearTimeout(open?.timer)
    open?.answer(reply)
  }
  const begin = () => {
    const started = start()
    // One that was given up is no longer heard.
    started.addEventListener('message', ({ data }) => worker === started && hear(data))
    started.addEventListener('error', () => worker === started && fail())
    return started
  }
  /** Hands over the routes that are not the same objects as before. */
  const handOver = () => {
    const changed = routes.filter((route) => known.get(route.id) !== route)
    if (!worker || (!changed.length && routes.length === known.size)) return
    known = new Map(routes.map((route) => [route.id, route]))
    worker.postMessage({ type: 'routes', changed, ids: routes.map(({ id }) => id) } satisfies DropRequest)
  }
  const post = ({ request, answer }: Question) => {
    if (!worker) return answer(undefined)
    waiting.set(++number, { answer, timer: setTimeout(fail, patienceMilliseconds) })
    worker.postMessage(request(number))
  }
  const reply = (request: Question['request']) =>
    new Promise<DropReply | undefined>((answer) => post({ request, answer }))
  const answered = () => {
    asking = false
    const following = next
    next = null
    if (following) askNow(following)
  }
  const askNow = ({ request, answer }: Question) => {
    asking = true
    post({
      request,
      answer: (told) => {
        answer(told)
        answered()
      },
    })
  }
  /** One at a time. Of those that wait, the newest is next, and the others are given up. */
  const newest = (request: Question['request']) =>
    new Promise<DropReply | undefined>((answer) => {
      next?.answer(undefined)
      next = { request, answer }
      if (!asking) answered()
    })

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (told: Told) => {
      if (state === 'failed') become('loading')
      worker ??= begin()
      worker.postMessage({ type: 'problem', ...told } satisfies DropRequest)
      handOver()
    },
    show: (shown: readonly DropRoute[]) => {
      routes = shown
      handOver()
    },
    ask: async (dragged: Dragged, target: DropQuestion): Promise<DropAnswer> => {
      const begun = performance.now()
      const told = await newest((each) => ({ type: 'ask', number: each, dragged, target, now: Date.now() }))
      if (told?.type !== 'answer') return { kind: 'unknown' }
      // What `npm run bench -- board drag` reads, and a developer sees in the browser's own tools.
      performance.measure('drop cost', { start: begun })
      return told.answer
    },
    marks: async (dragged: Dragged): Promise<DropMark[]> => {
      const told = await reply((each) => ({ type: 'marks', number: each, dragged, now: Date.now() }))
      return told?.type === 'marks' ? told.marks : []
    },
    stop: () => {
      leave()
      state = 'loading'
    },
  }
}

export type DropEngine = ReturnType<typeof createDropEngine>
