import { expect, test } from 'vitest'
import type { EditFacts, EditRoute } from '../plan-change/edit-route.ts'
import { applyEdit } from '../plan-change/edit.ts'
import { dropEdits, type DropTarget } from './drop-edits.ts'

/** Stops by their letters: a delivery is small, its pickup large; what is done is followed by a dot. */
function route(id: string, letters: string): EditRoute {
  const stops = [...letters.matchAll(/(\w)(\.?)/g)].map(([, letter = '', dot]) => ({
    id: letter,
    kind: letter === letter.toLowerCase() ? ('delivery' as const) : ('pickup' as const),
    delivery_id: letter.toLowerCase(),
    isDone: dot === '.',
    locked: false,
  }))
  return { id, driver_id: `driver of ${id}`, vehicle_id: null, stops }
}

let made = 0
const facts: EditFacts = {
  kindsOf: (id) => (id === 'n' ? ['pickup', 'delivery'] : ['delivery']),
  vehicleOf: () => null,
  nameOf: () => 'Ana',
  numberOf: () => 7,
  newId: () => `new ${++made}`,
}
const routes = [route('r', 'abXcx'), route('s', 'de.f')]

function drop(stops: string, target: DropTarget, waiting = '') {
  const edits = dropEdits(routes, { stop_ids: [...stops], delivery_ids: [...waiting] }, target, facts)
  const after = edits.reduce<EditRoute[]>((before, edit) => applyEdit(before, edit, facts), routes)
  const said = after.map(({ stops: all }) =>
    all.map(({ kind, delivery_id }) => (kind === 'pickup' ? delivery_id.toUpperCase() : delivery_id)).join(''),
  )
  return [edits.map(({ type }) => type).join(' '), ...said]
}
const before = (route_id: string, stop: string | null) => ({ kind: 'place' as const, route_id, before: stop })

test('within a route, the order changes; between routes, stops move together, with their pickups', () => {
  expect(drop('c', before('r', 'a'))).toEqual(['reorder', 'cabXx', 'def'])
  expect(drop('ac', before('r', null))).toEqual(['reorder', 'bXxac', 'def'])
  expect(drop('b', before('r', 'X'))).toEqual(['', 'abXcx', 'def'])
  expect(drop('ab', before('s', 'f'))).toEqual(['move', 'Xcx', 'deabf'])
  expect(drop('x', before('s', 'f'))).toEqual(['move', 'abc', 'deXxf'])
  expect(drop('axc', before('s', null))).toEqual(['move', 'b', 'defaXcx'])
  expect(drop('fa', before('s', null))).toEqual(['move', 'bXcx', 'deaf'])
})

test('what waits is put in, and what is dropped elsewhere leaves', () => {
  expect(drop('', before('s', 'f'), 'mn')).toEqual(['insert insert', 'abXcx', 'demNnf'])
  expect(drop('fb', { kind: 'unassigned' })).toEqual(['remove', 'aXcx', 'de'])
  expect(drop('b', { kind: 'day', day: '2026-03-17' })).toEqual(['remove', 'aXcx', 'def'])
  expect(drop('ab', { kind: 'driver', driver_id: 'z' })).toEqual(['move', 'Xcx', 'def', 'ab'])
  expect(drop('abXcx', { kind: 'driver', driver_id: 'z' })).toEqual(['driver', 'abXcx', 'def'])
  expect(drop('', { kind: 'unassigned' }, 'm')).toEqual(['', 'abXcx', 'def'])
})

test('nothing goes before what is done, and what is done does not move', () => {
  expect(() => drop('a', before('s', 'd'))).toThrow('already passed')
  expect(drop('e', before('r', 'a'))).toEqual(['', 'abXcx', 'def'])
  expect(() => drop('a', before('s', 'zz'))).toThrow('not the stops')
})
