import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSocket } from './socket.ts'

/** Sockets that were opened, driven from the server's side. */
class Line {
  static all: Line[] = []
  listeners: Record<string, (event: object) => void> = {}
  sent: unknown[][] = []
  isClosed = false
  readonly url: string
  constructor(url: string) {
    this.url = url
    Line.all.push(this)
  }
  addEventListener(name: string, listener: (event: object) => void) {
    this.listeners[name] = listener
  }
  open() {
    this.listeners.open!({})
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.isClosed = true
    this.listeners.close!({})
  }
  say(event: string, payload: object, to = topic) {
    this.listeners.message!({ data: JSON.stringify([null, null, to, event, payload]) })
  }
}

const topic = 'realtime:tracking:d1'
const heard: unknown[] = []
const listener = {
  onUp: () => heard.push('up'),
  onDown: () => heard.push('down'),
  onMessage: (told: object) => heard.push(told),
}
const open = () => openSocket({ url: 'ws://karta/x', deliveryId: 'd1', token: 'secret' }, listener)
const last = () => Line.all.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  Line.all = []
  heard.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('it joins with the token of the link, and tells what the server says on that channel', () => {
  open()
  last().open()
  expect(last().sent[0]).toEqual(['1', '1', topic, 'phx_join', { config: { private: true }, access_token: 'secret' }])
  last().say('phx_reply', { status: 'ok', response: {} })
  last().say('broadcast', { event: 'start', payload: { version: 3 } })
  last().say('broadcast', { event: 'changed', payload: {} }, 'realtime:tracking:d2')
  last().say('broadcast', { event: 'something new', payload: {} })
  expect(heard).toEqual(['up', { event: 'start', payload: { version: 3 } }])
  vi.advanceTimersByTime(25_000)
  expect(last().sent[1]).toEqual([null, '2', 'phoenix', 'heartbeat', {}])
})

test('it comes back after a refusal, a lost socket, a closed channel and silence, and not once it was ended', () => {
  const end = open()
  const ends: (() => void)[] = [
    () => last().say('phx_reply', { status: 'error', response: {} }),
    () => last().close(),
    () => last().say('phx_close', {}),
    // The heartbeat has no answer.
    () => vi.advanceTimersByTime(35_001),
  ]
  for (const [index, lose] of ends.entries()) {
    last().open()
    if (index) last().say('phx_reply', { status: 'ok', response: {} })
    lose()
    // Longer than it waits, and shorter than it waits for an answer.
    vi.advanceTimersByTime(2_000)
    expect(Line.all).toHaveLength(index + 2)
  }
  expect(heard).toEqual(['up', 'down', 'up', 'down', 'up', 'down'])
  end()
  expect(last().isClosed).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(Line.all).toHaveLength(ends.length + 1)
})
