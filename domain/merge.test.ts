import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const base = { name: 'Budi', phone: '1', skills: ['cold'], place: { lat: 1, lng: 2 }, notes: null as string | null }

test('changes of different fields both survive', () => {
  const merged = merge(base, { ...base, name: 'Budi S' }, { ...base, phone: '2', notes: 'Ring twice' })
  expect(merged).toEqual({ values: { ...base, name: 'Budi S', phone: '2', notes: 'Ring twice' }, conflicts: [] })
})

test('the same field changed differently has to be decided, and keeps mine until then', () => {
  const merged = merge(base, { ...base, phone: '2', name: 'B' }, { ...base, phone: '3', notes: 'x' })
  expect(merged).toEqual({ values: { ...base, phone: '2', name: 'B', notes: 'x' }, conflicts: [['phone']] })
})

test('a field that both cleared, or that both changed alike, needs no decision', () => {
  const alike = { ...base, place: { lng: 4, lat: 3 }, skills: [] }
  expect(merge(base, { ...base, place: { lat: 3, lng: 4 }, skills: [] }, alike).conflicts).toEqual([])
})

test('a value that I changed back to what it was is not my change', () => {
  expect(merge(base, { ...base }, { ...base, phone: '3' }).values.phone).toBe('3')
})

test('fields that make sense only together are decided together', () => {
  const groups = [['name', 'place'] as (keyof typeof base)[]]
  const [mine, theirs] = [
    { ...base, name: 'Sari' },
    { ...base, place: { lat: 3, lng: 4 } },
  ]
  expect(merge(base, mine, theirs, groups)).toEqual({ values: mine, conflicts: [['name', 'place']] })
  expect(merge(base, base, theirs, groups).values).toEqual(theirs)
})

test('an empty number is a value like any other', () => {
  const [full, empty] = [{ weight: 3 }, { weight: Number.NaN }]
  expect(merge(full, empty, { weight: 3 })).toEqual({ values: empty, conflicts: [] })
  expect(merge(empty, empty, full)).toEqual({ values: full, conflicts: [] })
})
