import { expect, test } from 'vitest'
import { decide, draftOf, openParts, rebase, type Draft } from './draft.ts'
import { partsOf } from './part.ts'

const stored = { name: 'Budi', phone: '1', notes: '' }
type Values = typeof stored
const { text } = partsOf<Values>()
const parts = [text('Name', 'name'), text('Phone', 'phone'), text('Notes', 'notes')]

const typed = (change: Partial<Values>): Draft<Values> => ({
  ...draftOf({ values: stored, version: 1 }),
  values: { ...stored, ...change },
})
const saved = (change: Partial<Values>, version = 2) => ({ values: { ...stored, ...change }, version })

test('what was not touched follows the other person at once, and what was typed stays', () => {
  const { draft, taken } = rebase(typed({ phone: '2' }), saved({ notes: 'Ring twice' }), parts)
  expect(draft).toEqual({
    base: saved({ notes: 'Ring twice' }),
    values: { ...stored, phone: '2', notes: 'Ring twice' },
    open: [],
  })
  expect(taken).toEqual(['Notes'])
})

test('what both changed keeps what was typed and is open until somebody decides', () => {
  const { draft, taken } = rebase(typed({ phone: '2' }), saved({ phone: '3', name: 'Sari' }), parts)
  expect(draft).toMatchObject({ values: { name: 'Sari', phone: '2' }, open: ['Phone'] })
  expect(taken).toEqual(['Name'])
  const [phone] = openParts(draft, parts)
  expect(decide(draft, phone!, 'mine')).toMatchObject({ values: { phone: '2' }, open: [] })
  expect(decide(draft, phone!, 'theirs')).toMatchObject({ values: { phone: '3' }, open: [] })
})

test('a part stays open through changes of other parts, and is asked again when it changes again', () => {
  const first = rebase(typed({ phone: '2' }), saved({ phone: '3' }), parts).draft
  expect(rebase(first, saved({ phone: '3', notes: 'x' }, 3), parts).draft.open).toEqual(['Phone'])
  const decided = decide(first, parts[1]!, 'mine')
  expect(rebase(decided, saved({ phone: '3', notes: 'x' }, 3), parts).draft.open).toEqual([])
  expect(rebase(decided, saved({ phone: '4' }, 3), parts).draft.open).toEqual(['Phone'])
})

test('typing what the other person saved, or their taking it back, needs no decision', () => {
  const { draft } = rebase(typed({ phone: '2' }), saved({ phone: '3' }), parts)
  expect(openParts({ ...draft, values: { ...draft.values, phone: '3' } }, parts)).toEqual([])
  expect(rebase(typed({ phone: '2' }), saved({ phone: '2' }), parts)).toMatchObject({ draft: { open: [] }, taken: [] })
})
