import { expect, test } from 'vitest'
import type { DrivenDayRoute } from '#domain/schema/driver-day.ts'
import { countLoads, findLoad, loadList } from './load-list.ts'

const stop = (id: string, { kind = 'delivery', of = 'delivery', status = 'dispatched', delivery = id } = {}) => ({
  id,
  kind,
  done_at: null,
  delivery: {
    id: delivery,
    kind: of,
    status,
    number: 7,
    parcels: [
      { code: null, description: 'Box', place: null },
      { code: `${id}-2`, description: null, place: null },
    ],
    progress: [{ index: 1, loaded: 'missing', end: null }],
  },
})
const route = (...stops: unknown[]) => ({ stops }) as DrivenDayRoute

test('the last stop is loaded first', () => {
  const list = loadList(route({ id: 's', kind: 'start', delivery: null }, stop('a'), stop('b')))
  expect(list.map(({ stop: { id } }) => id)).toEqual(['b', 'a'])
  expect(list[0]!.loads.map(({ code, loaded }) => [code, loaded])).toEqual([
    ['7-1', null],
    ['b-2', 'missing'],
  ])
  expect(countLoads(list)).toEqual({ all: 4, loaded: 0, missing: 2 })
})

test('what is collected on the way, returned, or done is not in the depot', () => {
  const list = loadList(
    route(
      stop('p', { kind: 'pickup', delivery: 'd' }),
      stop('d'),
      stop('r', { of: 'return' }),
      stop('x', { status: 'cancelled' }),
      stop('e', { of: 'exchange' }),
    ),
  )
  expect(list.map(({ stop: { id } }) => id)).toEqual(['e'])
})

test('a code finds its parcel however it was written, and of two alike the one that is left', () => {
  const list = loadList(route(stop('a'), stop('b')))
  expect(findLoad(list, ' B-2 ')).toMatchObject({ stop: { id: 'b' }, index: 1 })
  expect(findLoad(list, '7-1')).toMatchObject({ stop: { id: 'b' } })
  list[0]!.loads[0]!.loaded = 'loaded'
  expect(findLoad(list, '7-1')).toMatchObject({ stop: { id: 'a' } })
  expect(findLoad(list, '999')).toBeUndefined()
})
