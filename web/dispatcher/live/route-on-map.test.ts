import { expect, test } from 'vitest'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { drivenStops, routeLines } from './route-on-map.ts'

const stop = (id: string, kind: Stop['kind'], lng: number, delivery_status: Stop['delivery_status'] = null) =>
  ({ id, kind, sequence: 1, name: id, address: '', location: { lat: 0, lng }, delivery_status }) as Stop
const route = {
  stops: [
    stop('depot', 'start', 0),
    stop('a', 'delivery', 1, 'delivered'),
    stop('b', 'delivery', 2, 'failed'),
    stop('c', 'delivery', 3, 'in_transit'),
    stop('d', 'delivery', 4, 'dispatched'),
    stop('home', 'end', 0),
  ],
} as Route

test('each stop says what has become of it', () => {
  const states = (near: Parameters<typeof drivenStops>[2]) => drivenStops(route, 'c', near).map(({ state }) => state)
  expect(states(null)).toEqual(['done', 'failed', 'next', 'left'])
  expect(states({ stop_id: 'c', since: '', left_at: null })).toEqual(['done', 'failed', 'here', 'left'])
})

test('the way behind is pale and ends where the way ahead begins', () => {
  const [done, ahead] = routeLines(route, drivenStops(route, 'c', null))
  expect(done).toMatchObject({ muted: true, path: [{ lng: 0 }, { lng: 1 }, { lng: 2 }] })
  expect(ahead!.path.map(({ lng }) => lng)).toEqual([2, 3, 4, 0])
  const over = { stops: route.stops.map((each) => ({ ...each, delivery_status: 'delivered' as const })) } as Route
  expect(routeLines(over, drivenStops(over, undefined, null)).map(({ id }) => id)).toEqual(['done'])
})
