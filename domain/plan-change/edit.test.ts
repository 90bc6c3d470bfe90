import { expect, test } from 'vitest'
import type { PlanEdit } from '../schema/plan-change.ts'
import type { EditFacts, EditRoute } from './edit-route.ts'
import { applyEdit, type SettledEdit } from './edit.ts'

/** Stops by their letters: a delivery is small, its pickup large; what is done is followed by a dot. */
function route(id: string, letters: string): EditRoute {
  const stops = [...letters.matchAll(/(\w)(\.?)/g)].map(([, letter = '', dot]) => ({
    id: letter,
    kind: letter === letter.toLowerCase() ? ('delivery' as const) : ('pickup' as const),
    delivery_id: letter.toLowerCase(),
    isDone: dot === '.',
    locked: false,
  }))
  return { id, driver_id: `driver of ${id}`, vehicle_id: `van of ${id}`, stops }
}

let made = 0
const facts: EditFacts = {
  kindsOf: (id) => (id === 'x' ? ['pickup', 'delivery'] : ['delivery']),
  vehicleOf: (id) => (id === 'walker' ? null : `van of ${id}`),
  nameOf: () => 'Ana',
  numberOf: () => 7,
  newId: () => `new ${++made}`,
}

const said = (stops: EditRoute['stops']) =>
  stops.map(({ kind, delivery_id }) => (kind === 'pickup' ? delivery_id.toUpperCase() : delivery_id)).join('')
const after = (routes: EditRoute[], edit: SettledEdit) =>
  Object.fromEntries(applyEdit(routes, edit, facts).map((each) => [each.id, said(each.stops)]))

test('a delivery cannot come before its pickup', () => {
  const reorder = { type: 'reorder' as const, route_id: 'r', stop_ids: ['a', 'x', 'X'] }
  expect(() => after([route('r', 'Xxa')], reorder)).toThrow('Put the pickup first')
  expect(after([route('r', 'Xxa')], { ...reorder, stop_ids: ['a', 'X', 'x'] })).toEqual({ r: 'aXx' })
  const insert = { type: 'insert' as const, delivery_id: 'x', route_id: 'r' }
  expect(() => after([route('r', 'ab')], { ...insert, position: 1, pickup_position: 2 })).toThrow(
    'Put the pickup first',
  )
})

test('a shipment goes in with its pickup where it is asked for, or right before it', () => {
  const insert = { type: 'insert' as const, delivery_id: 'x', route_id: 'r' }
  expect(after([route('r', 'abc')], { ...insert, position: 2 })).toEqual({ r: 'aXxbc' })
  expect(after([route('r', 'abc')], { ...insert, position: 4, pickup_position: 1 })).toEqual({ r: 'Xabxc' })
  expect(after([route('r', 'abc')], { ...insert, position: 99 })).toEqual({ r: 'abcXx' })
})

test('reversing a route turns its open stops around, and picks up first', () => {
  expect(after([route('r', 'a.bXcx')], { type: 'reverse', route_id: 'r' })).toEqual({ r: 'aXcxb' })
})

test('both ends of a shipment move, split and merge together', () => {
  const routes = [route('r', 'aXbxc'), route('s', 'd')]
  expect(after(routes, { type: 'move', delivery_ids: ['x'], route_id: 's', position: 1 })).toEqual({
    r: 'abc',
    s: 'Xxd',
  })
  const split = applyEdit(routes, { type: 'split', route_id: 'r', stop_id: 'b', driver_id: 'walker' }, facts)
  // It was picked up before the split, so it stays.
  expect(split.map(({ stops }) => said(stops))).toEqual(['aXx', 'd', 'bc'])
  expect(split[2]).toMatchObject({ driver_id: 'walker', vehicle_id: null })
  expect(after([route('r', 'X.axb'), route('s', 'd')], { type: 'merge', route_id: 'r', into_route_id: 's' })).toEqual({
    r: 'Xx',
    s: 'dab',
  })
})

test.each<SettledEdit>([
  { type: 'insert', delivery_id: 'n', route_id: 'r', position: 2 },
  { type: 'move', delivery_ids: ['d'], route_id: 'r', position: 1 },
  { type: 'move', delivery_ids: ['a'], route_id: 's', position: 1 },
  { type: 'remove', delivery_ids: ['b'] },
  { type: 'reorder', route_id: 'r', stop_ids: ['b', 'a', 'c'] },
  { type: 'split', route_id: 'r', stop_id: 'b', driver_id: 'walker' },
])('nothing goes before what is done, nor does that move: %o', (edit) => {
  expect(() => after([route('r', 'a.b.c'), route('s', 'd')], edit)).toThrow('already passed')
})

test.each<PlanEdit['type']>(['driver', 'swap_drivers'])(
  '%s: a vehicle with goods in it stays with its route',
  (type) => {
    const edit = (
      type === 'driver'
        ? { type, route_id: 'r', driver_id: 'driver of s' }
        : { type, route_id: 'r', other_route_id: 's' }
    ) as SettledEdit
    const vehicle = (letters: string) => applyEdit([route('r', letters), route('s', 'd')], edit, facts)[0]!.vehicle_id
    expect(vehicle('a.b')).toBe('van of r')
    expect(vehicle('ab')).not.toBe('van of r')
  },
)

test('the other routes stay the same objects, so that nobody writes them', () => {
  const routes = [route('r', 'ab'), route('s', 'd')]
  expect(applyEdit(routes, { type: 'reverse', route_id: 'r' }, facts)[1]).toBe(routes[1])
  expect(() => applyEdit(routes, { type: 'reverse', route_id: 't' }, facts)).toThrow('That route does not exist')
  expect(() => applyEdit(routes, { type: 'lock', stop_ids: ['z'] }, facts)).toThrow('not the stops')
})

const placed = (letters: string) =>
  [...letters].map((letter) => ({
    delivery_id: letter.toLowerCase(),
    kind: letter === letter.toLowerCase() ? ('delivery' as const) : ('pickup' as const),
  }))
const arrange = (routes: Record<string, string>, remove = '') => ({
  type: 'arrange' as const,
  routes: Object.entries(routes).map(([id, letters]) => ({
    ...(id.length > 1 ? { driver_id: id } : { route_id: id }),
    stops: placed(letters),
  })),
  remove: [...remove],
})

test('an arrangement puts stops on routes of the plan and on new ones, and keeps what is done in front', () => {
  const routes = [route('r', 'a.bXx'), route('s', 'cd'), route('t', 'ef')]
  const arranged = applyEdit(routes, arrange({ r: 'dab', s: 'Xxn', walker: 'e' }, 'c'), facts)
  expect(arranged.map(({ stops }) => said(stops))).toEqual(['adb', 'Xxn', 'f', 'e'])
  expect(arranged[3]).toMatchObject({ driver_id: 'walker', vehicle_id: null })
  // Stops that stay on the plan keep their ids, and routes that keep their order are the same objects.
  expect(arranged[0]!.stops[1]!.id).toBe('d')
  expect(applyEdit(routes, arrange({ r: 'bXx' }), facts)).toEqual(routes)
  expect(applyEdit(routes, arrange({ r: 'bXx' }), facts)[0]).toBe(routes[0])
})

test('an arrangement forgets, doubles and tears apart nothing', () => {
  const routes = [route('r', 'a.bXx'), route('s', 'cd')]
  const wrong = (edit: ReturnType<typeof arrange>) => (says: string) =>
    expect(() => applyEdit(routes, edit, facts)).toThrow(says)
  wrong(arrange({ r: 'b' }))('needs one place')
  wrong(arrange({ r: 'bbXx' }))('needs one place')
  wrong(arrange({ r: 'bX', s: 'xcd' }))('needs one place')
  wrong(arrange({ r: 'b', s: 'xcd' }, 'x'))('needs one place')
  wrong(arrange({ s: 'xcd' }))('needs one place')
  wrong(arrange({ r: 'bxX' }))('Put the pickup first')
  wrong(arrange({ s: 'acd' }))('already passed')
  wrong(arrange({ r: 'bXx' }, 'a'))('already passed')
  wrong(arrange({ r: 'bXx' }, 'q'))('no route of this plan')
})
