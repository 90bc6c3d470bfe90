import { expect, test, vi } from 'vitest'
import { liveTopic, type EtasMessage, type PositionsMessage } from '#domain/live.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import { openLocalBus } from '../bus/bus.ts'
import { followMoves, sayMoves } from '../events/moves.ts'
import { busTopicOf, readMessage, roomOf } from '../realtime/message.ts'
import { openMaps } from './maps.ts'

test('what several servers say of a workspace is one message, and nothing is said that nobody here follows', () => {
  vi.useFakeTimers()
  const bus = openLocalBus(() => {})
  const maps = openMaps({ bus, now: () => new Date() })
  const stop = followMoves(bus, (moves) => maps.hearMoves(moves))
  const heard: Record<string, string[][]> = {}
  const follow = (topic: string) =>
    bus.subscribe(busTopicOf(roomOf({ topic, isPrivate: true })), (text) => {
      const { positions } = JSON.parse(readMessage(text).payload as string) as PositionsMessage
      heard[topic] = [...(heard[topic] ?? []), positions.map(({ driver_id, lat }) => `${driver_id} ${lat}`)]
    })
  const say = (workspaceId: string, driver: string, lat: number, depotId: string | null = null) =>
    sayMoves(bus, [{ workspaceId, depotId, position: { driver_id: driver, lat } as unknown as LivePosition }])
  const [all, none, depot] = [liveTopic.positions('w'), liveTopic.positions('w', 'none'), liveTopic.positions('w', 'd')]
  const stops = [follow(all), follow(none)]

  say('w', 'ann', 1)
  say('w', 'ben', 2, 'd')
  say('w', 'ann', 3)
  say('other', 'cem', 4)
  vi.advanceTimersByTime(1)
  expect(heard).toEqual({ [all]: [['ann 3', 'ben 2']], [none]: [['ann 3']] })

  const late = follow(depot)
  say('w', 'ben', 5, 'd')
  vi.advanceTimersByTime(1)
  expect(heard[depot]).toEqual([['ben 5']])
  vi.advanceTimersByTime(500)
  expect(heard[all]).toEqual([['ann 3', 'ben 2'], ['ben 5']])

  for (const end of [...stops, late]) end()
  say('w', 'ben', 6, 'd')
  stop()
  maps.close()
  vi.advanceTimersByTime(5000)
  expect(heard[all]).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('arrivals go to the maps of everybody, and those of a depot only to its own', () => {
  const bus = openLocalBus(() => {})
  const maps = openMaps({ bus, now: () => new Date() })
  const heard: Record<string, string[]> = {}
  for (const topic of [liveTopic.positions('w'), liveTopic.positions('w', 'd'), liveTopic.positions('w', 'none')]) {
    bus.subscribe(busTopicOf(roomOf({ topic, isPrivate: true })), (text) => {
      const { event, payload } = readMessage(text)
      const { routes } = JSON.parse(payload as string) as EtasMessage
      heard[topic] = routes.map((route) => `${event} ${Object.keys(route).join()} ${route.route_id}`)
    })
  }
  maps.hearEtas({
    workspaceId: 'w',
    at: '2026-11-29T12:00:00Z',
    routes: [
      { route_id: '1', depotId: 'd', etas: [] },
      { route_id: '2', depotId: null, etas: [] },
    ],
  })
  const said = (id: string) => `etas route_id,etas ${id}`
  expect(heard).toEqual({
    [liveTopic.positions('w')]: [said('1'), said('2')],
    [liveTopic.positions('w', 'd')]: [said('1')],
    [liveTopic.positions('w', 'none')]: [said('2')],
  })
  maps.close()
})
