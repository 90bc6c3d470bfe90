import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { EditFacts, EditRoute } from './edit-route.ts'
import { applyEdit, type SettledEdit } from './edit.ts'
import { keepStep, replay, type ReplayRules } from './replay.ts'

/** Deliveries by their letters; what is done is followed by a dot. */
const route = (id: string, letters: string): EditRoute => ({
  id,
  driver_id: id,
  vehicle_id: null,
  stops: [...letters.matchAll(/(\w)(\.?)/g)].map(([, letter, dot]) => ({
    id: letter!,
    kind: 'delivery',
    delivery_id: letter!,
    isDone: dot === '.',
    locked: false,
  })),
})
const said = (routes: readonly EditRoute[]) => routes.map(({ stops }) => stops.map(({ id }) => id).join('')).join(' ')
const facts: EditFacts = {
  kindsOf: () => ['delivery'],
  vehicleOf: () => null,
  nameOf: (id) => id,
  numberOf: (id) => id.codePointAt(0)!,
  newId: () => 'n',
}
const rules = (gone = ''): ReplayRules => ({
  factsOf: () => facts,
  check: () => undefined,
  isGone: (_, id) => gone.includes(id),
})

/** Makes edits on some routes, and then once more on others. */
function again(before: EditRoute[], edits: SettledEdit[], now: EditRoute[], gone = '') {
  let routes = before
  const steps = edits.map((edit, index) => {
    routes = applyEdit(routes, edit, facts)
    return keepStep(routes, edit, index)
  })
  const made = replay(now, [{ id: 'change', steps }], rules(gone))
  return { routes: said(made.routes), failed: made.failures.get('change')?.map(({ error }) => error.code) }
}
const move = (id: string, route_id: string, position: number): SettledEdit => ({
  type: 'move',
  delivery_ids: [id],
  route_id,
  position,
})

test('a stop goes behind the same stop, wherever that is by now', () => {
  const before = [route('r', 'ab'), route('s', 'cd')]
  expect(again(before, [move('a', 's', 2)], [route('r', 'ab'), route('s', 'xcd')]).routes).toBe('b xcad')
  expect(again(before, [move('a', 's', 2)], [route('r', 'ab'), route('s', 'xd')]).routes).toBe('b xad')
  expect(again(before, [move('a', 's', 1)], [route('r', 'ab'), route('s', 'xcd')]).routes).toBe('b axcd')
  // One that was put behind another of the same change follows it.
  expect(again(before, [move('a', 's', 2), move('b', 's', 3)], before).routes).toBe(' cabd')
})

test('an order is kept without what has left, and with what has come', () => {
  const before = [route('r', 'abcd')]
  const reorder: SettledEdit = { type: 'reorder', route_id: 'r', stop_ids: ['d', 'c', 'b', 'a'] }
  expect(again(before, [reorder], [route('r', 'acxd')]).routes).toBe('dcxa')
  expect(again(before, [reorder], [route('r', 'a.bcd')])).toEqual({ routes: 'abcd', failed: ['driver_is_ahead'] })
})

test('an arrangement keeps what it does not know, and leaves out what is gone', () => {
  const before = [route('r', 'abc'), route('s', 'de')]
  const stops = (letters: string) => [...letters].map((id) => ({ delivery_id: id, kind: 'delivery' as const }))
  const arrange: SettledEdit = {
    type: 'arrange',
    routes: [
      { route_id: 'r', stops: stops('a') },
      { route_id: 's', stops: stops('dcbe') },
    ],
    remove: [],
  }
  expect(again(before, [arrange], [route('r', 'axc'), route('s', 'de')], 'b').routes).toBe('ax dce')
})

test('what fails is told, and the rest is done', () => {
  const before = [route('r', 'ab'), route('s', 'c')]
  const now = [route('r', 'a.b'), route('s', 'c')]
  expect(again(before, [move('a', 's', 1), move('b', 's', 1)], now)).toEqual({
    routes: 'a bc',
    failed: ['driver_is_ahead'],
  })
  const broken: ReplayRules = {
    ...rules(),
    check: () => {
      throw new TypeError('a bug is no problem of a change')
    },
  }
  expect(() => replay(now, [{ id: 'x', steps: [keepStep(before, move('b', 's', 1), 0)] }], broken)).toThrow(TypeError)
  const refused = {
    ...rules(),
    check: () => {
      throw new AppError('driver_not_found')
    },
  }
  expect(replay(now, [{ id: 'x', steps: [{ edit: move('b', 's', 1), index: 0 }] }], refused).failures.size).toBe(1)
})
