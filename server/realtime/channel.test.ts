import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLocalBus } from '../bus/bus.ts'
import type { Credential } from './callers.ts'
import { Channel, type ChannelSocket } from './channel.ts'
import type { RealtimeContext } from './context.ts'
import { newCounters } from './counters.ts'
import { openHub } from './hub.ts'
import { openPresences } from './presence/presences.ts'
import { allRights, noRights } from './rules.ts'
import { usualRealtime } from './settings.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** Joins a private channel with a token that ends after so many seconds. */
async function join({ endsAfter, authorize }: { endsAfter: number; authorize: RealtimeContext['authorize'] }) {
  const bus = openLocalBus(() => {})
  const credential: Credential = { token: 'a', caller: { kind: 'operator' }, expiresAt: Date.now() / 1000 + endsAfter }
  const context: RealtimeContext = {
    bus,
    authorize,
    source: { open: async () => ({ ids: [], start() {}, renew() {}, close() {} }) },
    history: { keep() {}, read: async () => [] },
    now: () => new Date(),
    report: () => {},
    settings: usualRealtime,
    readCredential: async (token) => ({ ...credential, token, expiresAt: Date.now() / 1000 + 3600 }),
    hub: openHub(bus),
    presences: openPresences({ bus, now: () => Date.now(), soon: (work) => work() }),
    counters: newCounters(),
    isStopping: () => false,
  }
  const sent: unknown[] = []
  const socket: ChannelSocket = {
    version: '2.0.0',
    credential,
    workspaceId: undefined,
    address: null,
    sendText: (_topic, event, payload) => sent.push([event, (payload as { message?: string }).message]),
    sendShared: () => {},
    forget: () => {},
  }
  const frame = {
    topic: 'realtime:x',
    event: 'phx_join',
    ref: '1',
    joinRef: '1',
    payload: { config: { private: true } },
  }
  const channel = new Channel(context, socket, frame)
  channel.join('1')
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.splice(0)).toEqual([['phx_reply', undefined]])
  const show = (token: string) => channel.receive({ ...frame, event: 'access_token', payload: { access_token: token } })
  return { sent, show }
}

test('a channel ends at the second at which its token ends', async () => {
  const { sent } = await join({ endsAfter: 3600, authorize: async () => allRights })
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([
    ['system', 'Token has expired 0 seconds ago'],
    ['phx_close', undefined],
  ])
})

test('a renewed token counts from then on', async () => {
  const { sent, show } = await join({ endsAfter: 60, authorize: async () => allRights })
  await vi.advanceTimersByTimeAsync(50_000)
  show('b')
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent[0]).toEqual(['system', 'Token has expired 0 seconds ago'])
})

test('rights are asked again every five minutes; while nobody can say, the channel stays', async () => {
  const answers = [allRights, new Error('Connection terminated'), allRights, noRights]
  const { sent } = await join({
    endsAfter: 86_400,
    authorize: async () => {
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  await vi.advanceTimersByTimeAsync(2 * 300_000)
  expect([answers.length, sent]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(300_000)
  expect(sent[0]).toEqual(['system', 'You no longer have permission to read from this Channel topic: x'])
})

test('servers agree on who is present, and the clients of one that is gone are gone', () => {
  const bus = openLocalBus(() => {})
  let now = 0
  const soon: (() => void)[] = []
  const open = () => openPresences({ bus, now: () => now, soon: (work) => void soon.push(work) })
  const flush = () => soon.splice(0).forEach((work) => work())
  const servers = [open(), open(), open()]
  const told: string[] = []
  const receiver = {
    id: randomUUID(),
    version: '1.0.0' as const,
    deliver: (frame: Buffer) => void told.push(frame.toString('utf8', frame.indexOf('{'))),
  }
  const [one, two, three] = servers.map((server, index) => server.enter('public:room', receiver, `key ${index}`))
  const keys = (state: string) => Object.keys(JSON.parse(state)).toSorted()
  one!.track({ n: 1 })
  two!.track({ n: 2 })
  expect(keys(three!.watch())).toEqual(['key 0', 'key 1'])
  // Somebody who comes later learns of those who are there.
  const late = open()
  servers.push(late)
  expect(keys(late.enter('public:room', { ...receiver, deliver: () => {} }, 'late').watch())).toEqual([
    'key 0',
    'key 1',
  ])
  flush()
  told.length = 0
  two!.track({ n: 2 })
  flush()
  expect(told).toEqual([])
  two!.track({ n: 3 })
  flush()
  const { payload } = JSON.parse(told[0]!)
  expect(payload.leaves['key 1'].metas).toEqual([{ n: 2, phx_ref: expect.any(String) }])
  expect(payload.joins['key 1'].metas).toMatchObject([{ n: 3, phx_ref_prev: payload.leaves['key 1'].metas[0].phx_ref }])
  // The second one dies without a word.
  const alive = [servers[0]!, servers[2]!, late]
  for (now = 0; now <= 60_000; now += 10_000) for (const server of alive) server.beat()
  expect(keys(three!.watch())).toEqual(['key 0'])
})

test('servers that could not hear each other agree again, whoever comes back first', () => {
  const shared = openLocalBus(() => {})
  let isCut = false
  let now = 0
  const open = () => {
    const gaps: (() => void)[] = []
    const bus = {
      ...shared,
      publish: (topic: string, message: string) => void (isCut || shared.publish(topic, message)),
      onGap(listener: () => void) {
        gaps.push(listener)
        return () => {}
      },
    }
    const presences = openPresences({ bus, now: () => now, soon: (work) => work() })
    const receiver = { id: randomUUID(), version: '1.0.0' as const, deliver: () => {} }
    return {
      presences,
      comeBack: () => gaps.forEach((tell) => tell()),
      enter: (key: string) => presences.enter('public:room', receiver, key),
    }
  }
  const [one, other] = [open(), open()]
  const [mine, theirs] = [one.enter('mine'), other.enter('theirs')]
  mine.track({})
  isCut = true
  theirs.track({})
  mine.untrack()
  one.comeBack()
  isCut = false
  other.comeBack()
  const seen = () => [mine, theirs].map((each) => Object.keys(JSON.parse(each.watch())))
  expect(seen()).toEqual([['theirs'], ['theirs']])
  for (now = 0; now <= 60_000; now += 10_000) for (const { presences } of [one, other]) presences.beat()
  expect(seen()).toEqual([['theirs'], ['theirs']])
})
