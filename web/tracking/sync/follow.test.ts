import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tracking } from '#domain/schema/tracking.ts'
import { readTracking } from './api.ts'
import { follow } from './follow.ts'
import { openSocket, type Listener } from './socket.ts'

vi.mock('./api.ts')
vi.mock('./socket.ts')

const page = { version: 1, id: 'd1', step: 'on_the_way', stops_before: 3, arrival: null, van: null } as Tracking
const shown: Partial<Tracking>[] = []
let socket: Listener
let read: ReturnType<typeof vi.fn>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  shown.length = 0
  read = vi.mocked(readTracking).mockReset().mockResolvedValue(page)
  vi.mocked(openSocket).mockImplementation((_, listener) => {
    socket = listener
    return () => {}
  })
  follow({ token: 't', socketUrl: 'ws://karta' }, page, { show: (tracking) => shown.push(tracking), say: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const progress = (stops_before: number, version = 1) =>
  socket.onMessage({
    event: 'progress',
    payload: { version, step: 'on_the_way', arrival: null, stops_before, van: null },
  })

test('it reads every half minute without a socket, and rests while it has one', async () => {
  await vi.advanceTimersByTimeAsync(30_000)
  expect(read).toHaveBeenCalledTimes(1)
  socket.onUp()
  socket.onMessage({ event: 'start', payload: { version: 1 } })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(read).toHaveBeenCalledTimes(1)
  socket.onDown()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('progress is shown as it comes; what changed otherwise, or was missed, is read', async () => {
  socket.onUp()
  progress(2)
  expect(shown.at(-1)).toMatchObject({ stops_before: 2 })
  for (const [happen, within] of [
    [() => socket.onMessage({ event: 'changed', payload: {} }), 1000],
    [() => socket.onMessage({ event: 'start', payload: { version: 2 } }), 1000],
    [() => (socket.onDown(), socket.onUp()), 10_000],
  ] as const) {
    read.mockClear()
    happen()
    await vi.advanceTimersByTimeAsync(within)
    expect(read).toHaveBeenCalledTimes(1)
  }
})

test('what comes during a reading counts unless what was read is newer, and a change during it is read again', async () => {
  socket.onUp()
  let answer!: (tracking: Tracking) => void
  const asked = () => read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const begin = async () => {
    asked()
    socket.onMessage({ event: 'changed', payload: {} })
    await vi.advanceTimersByTimeAsync(1000)
  }
  await begin()
  progress(1)
  answer(page)
  await vi.advanceTimersByTimeAsync(0)
  expect(shown.at(-1)).toMatchObject({ stops_before: 1 })

  await begin()
  progress(1)
  socket.onMessage({ event: 'changed', payload: {} })
  answer({ ...page, version: 2, step: 'delivered', stops_before: null })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown.at(-1)).toMatchObject({ step: 'delivered', stops_before: null })
  read.mockClear()
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toHaveBeenCalledTimes(1)
})
