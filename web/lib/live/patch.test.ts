import { expect, test } from 'vitest'
import { patched, recordOf } from './patch.ts'

const [old, other] = [
  { id: 'a', version: 1, name: 'Budi' },
  { id: 'b', version: 1, name: 'Sari' },
]
const changed = { id: 'a', version: 2, name: 'Budi S' }

test('a record is replaced wherever it is shown in an older version', () => {
  expect(patched(old, changed)).toEqual(changed)
  expect(patched([old, other], changed)).toEqual([changed, other])
  expect(patched({ data: [other, old], total: 2 }, changed)).toEqual({ data: [other, changed], total: 2 })
  expect(patched({ pages: [{ data: [old] }], pageParams: [] }, changed)).toEqual({
    pages: [{ data: [changed] }],
    pageParams: [],
  })
})

test('what is as new, or is not there, stays the same object', () => {
  const cached = { data: [changed, other], total: 2 }
  expect(patched(cached, changed)).toBe(cached)
  expect(patched(cached, { ...changed, id: 'c' })).toBe(cached)
  expect(patched(undefined, changed)).toBeUndefined()
  expect(patched(7, changed)).toBe(7)
})

test('a member, whose id is that of the user, is shown in the list too', () => {
  const member = { user_id: 'u', version: 2, role: 'viewer' }
  const list = { data: [{ user_id: 'u', version: 1, role: 'admin', email: 'a@example.com' }] }
  expect(patched(list, recordOf(member, 'u')!)).toEqual({ data: [{ ...member, id: 'u', email: 'a@example.com' }] })
})

test('only data with the ID and a version is a record', () => {
  expect(recordOf(changed, 'a')).toBe(changed)
  for (const data of [null, 'a', { id: 'a' }, { ...changed, id: 'x' }]) expect(recordOf(data, 'a')).toBeUndefined()
})
