import { expect, test } from 'vitest'
import { nextRedo, nextUndo, undoSteps } from './undo-order.ts'

type Entry = { id: string; undoes: string | null; undone_by: string | null; can_undo: boolean }

/** A history from words like `a b undo(b)`, oldest first, in which whatever was taken back cannot be again. */
function historyOf(words: string): Entry[] {
  const entries = words.split(' ').map((word): Entry => {
    const [, id = word, undoes = null] = /^(\w+)\((\w+)\)$/.exec(word) ?? []
    return { id, undoes, undone_by: null, can_undo: true }
  })
  const undoneBy = new Map(entries.map(({ id, undoes }) => [undoes, id]))
  return entries
    .map((entry) => ({ ...entry, undone_by: undoneBy.get(entry.id) ?? null, can_undo: !undoneBy.has(entry.id) }))
    .toReversed()
}

test('undo goes back one change after the other', () => {
  expect(nextUndo(historyOf('a b'))?.id).toBe('b')
  expect(nextUndo(historyOf('a b u1(b)'))?.id).toBe('a')
  expect(nextUndo(historyOf('a b u1(b) u2(a)'))).toBeUndefined()
})

test('redo goes forward again in the same order, and can itself be undone', () => {
  expect(nextRedo(historyOf('a b u1(b) u2(a)'))?.id).toBe('u2')
  expect(nextRedo(historyOf('a b u1(b) u2(a) r1(u2)'))?.id).toBe('u1')
  expect(nextUndo(historyOf('a b u1(b) u2(a) r1(u2)'))?.id).toBe('r1')
  expect(nextRedo(historyOf('a b u1(b) r1(u1)'))).toBeUndefined()
})

test('the steps back are what is done, without what was taken back', () => {
  const steps = (words: string) => undoSteps(historyOf(words)).map(({ id }) => id)
  expect(steps('a b c')).toEqual(['c', 'b', 'a'])
  expect(steps('a b u1(b) c')).toEqual(['c', 'a'])
  expect(steps('a b u1(b) r1(u1)')).toEqual(['r1', 'a'])
})

test('a new change ends what could be done again', () => {
  expect(nextRedo(historyOf('a u1(a) b'))).toBeUndefined()
  expect(nextRedo(historyOf('a'))).toBeUndefined()
})

test('what the server no longer takes back is passed over', () => {
  const [b, a] = historyOf('a b') as [Entry, Entry]
  expect(nextUndo([{ ...b, can_undo: false }, a])?.id).toBe('a')
})

test('an undoing whose change is not loaded still counts as one', () => {
  const lone = [{ id: 'u', undoes: 'long ago', can_undo: true }]
  expect(nextRedo(lone)?.id).toBe('u')
  expect(nextUndo(lone)).toBeUndefined()
})
