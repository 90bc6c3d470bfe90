import { expect, test } from 'vitest'
import type { Route } from '#domain/schema/plan.ts'
import { previewLines, previewStops } from './preview-lines.ts'

const route = (id: string, ...lats: number[]) =>
  ({ id, stops: lats.map((lat) => ({ id: `stop ${lat} of ${id}`, location: { lat, lng: 0 } })) }) as Route
const line = ({ id, stops }: Route) => ({ id, color: 'red', path: stops.map((stop) => stop.location!) })

test('a changed route stands out, and what it leaves is dashed; what stays is pale', () => {
  const before = [route('a', 0, 1, 2, 0), route('b', 0, 5), route('c', 0, 9)]
  const after = [route('a', 0, 2, 0), route('b', 0, 5)]
  const tried = { routes: [after[0]!], removed_route_ids: ['c'] }
  const lines = previewLines(before, after.map(line), tried)
  expect(
    lines.map(({ id, muted, dashed, path }) => [
      id,
      muted ? 'pale' : dashed ? 'dashed' : '',
      path.map(({ lat }) => lat),
    ]),
  ).toEqual([
    ['a', '', [0, 2, 0]],
    ['b', 'pale', [0, 5]],
    ['a', 'dashed', [0, 1]],
    ['a', 'dashed', [1, 2]],
    ['c', 'dashed', [0, 9]],
  ])
})

test('only stops of changed routes stand out', () => {
  const mark = (id: string) => ({ id, position: { lat: 1, lng: 0 }, label: '1', color: 'red', title: id })
  const stops = previewStops([mark('stop 1 of a'), mark('stop 1 of b')], {
    routes: [route('a', 1)],
    removed_route_ids: [],
  })
  expect(stops.map(({ muted }) => muted)).toEqual([false, true])
})
