import { afterEach, expect, test, vi } from 'vitest'
import type { DropAnswer } from '#domain/drop/drop-board.ts'
import { createDropEngine, type EngineThread } from './drop-engine.ts'
import type { DropReply, DropRequest } from './drops.worker.ts'

/** An engine whose threads do what the test says. */
function rig() {
  const threads: { sent: DropRequest[]; reply: (reply: DropReply) => void; crash: () => void; isOver: boolean }[] = []
  const start = (): EngineThread => {
    const heard: { message?: (event: { data: DropReply }) => void; error?: () => void } = {}
    const thread = {
      sent: [] as DropRequest[],
      reply: (data: DropReply) => heard.message!({ data }),
      crash: () => heard.error!(),
      isOver: false,
    }
    threads.push(thread)
    return {
      postMessage: (request: DropRequest) => void thread.sent.push(request),
      terminate: () => void (thread.isOver = true),
      addEventListener: (type: 'message' | 'error', listener: never) => void (heard[type] = listener),
    } as EngineThread
  }
  const engine = createDropEngine(start)
  engine.show([{ id: 'r', stops: [] } as never])
  engine.tell({ problem: {} as never, travel: null, midnight: 0 })
  return { engine, threads }
}
const dragged = { stop_ids: ['a'], delivery_ids: [] }
const over = (before: string) => ({ kind: 'place' as const, route_id: 'r', before })
const refused: DropAnswer = { kind: 'refused', code: 'driver_is_ahead' }
const asked = (sent: readonly DropRequest[]) => sent.flatMap((each) => (each.type === 'ask' ? [each] : []))

afterEach(() => void vi.useRealTimers())

test('one question is open at a time, and of those that wait only the newest is asked', async () => {
  const { engine, threads } = rig()
  const [{ sent, reply }] = threads as [(typeof threads)[number]]
  expect(sent.map(({ type }) => type)).toEqual(['problem', 'routes'])
  const answers = ['x', 'y', 'z'].map((before) => engine.ask(dragged, over(before)))
  expect(asked(sent)).toHaveLength(1)
  expect(await answers[1]).toEqual({ kind: 'unknown' })
  reply({ type: 'answer', number: 1, answer: refused })
  expect(asked(sent).map(({ target }) => target)).toEqual([over('x'), over('z')])
  reply({ type: 'answer', number: 2, answer: refused })
  expect(await Promise.all([answers[0], answers[2]])).toEqual([refused, refused])
})

test('an engine that crashes leaves nobody waiting, and a new one starts with the next problem and all routes', async () => {
  const { engine, threads } = rig()
  const answers = [engine.ask(dragged, over('x')), engine.ask(dragged, over('y'))]
  const marks = engine.marks(dragged)
  threads[0]!.crash()
  expect([...(await Promise.all(answers)), await marks]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }, []])
  expect([engine.state(), threads[0]!.isOver]).toEqual(['failed', true])
  expect(await engine.ask(dragged, over('x'))).toEqual({ kind: 'unknown' })

  engine.tell({ problem: {} as never, travel: null, midnight: 0 })
  expect(threads[1]!.sent.map(({ type }) => type)).toEqual(['problem', 'routes'])
  threads[0]!.reply({ type: 'ready' })
  expect(engine.state()).toBe('loading')
  threads[1]!.reply({ type: 'ready' })
  expect(engine.state()).toBe('ready')
})

test('an engine that never answers is given up', async () => {
  vi.useFakeTimers()
  const { engine } = rig()
  const answer = engine.ask(dragged, over('x'))
  vi.advanceTimersByTime(10_000)
  expect(await answer).toEqual({ kind: 'unknown' })
  expect(engine.state()).toBe('failed')
})
