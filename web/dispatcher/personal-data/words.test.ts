import { expect, test } from 'vitest'
import { groupWords, heldWords, listed, removedIn, tonightWords } from './words.ts'

const group = {
  key: { name: 'sari', phone: '+6281234567891', email: null, address: null },
  name: 'Sari',
  phone: '+6281234567891',
  email: null,
  address: 'Jl. Cempaka 4',
  deliveries: 2,
  open_deliveries: 0,
  addresses: 1,
  first_day: '2027-01-05',
  last_day: '2027-01-06',
}

test('what is held is said kind by kind, without those of which there is nothing', () => {
  const words = heldWords({ deliveries: 3, notes: 0, files: 1, addresses: 1 })
  expect(listed(words)).toBe('3 deliveries, 1 file, such as proof, and 1 entry of the address book')
  expect(heldWords({})).toEqual([])
})

test('a spelling is called by its name, or by what else is known', () => {
  expect(groupWords(group)).toEqual({ title: 'Sari', detail: '+6281234567891 · Jl. Cempaka 4' })
  expect(groupWords({ ...group, name: null })).toEqual({ title: '+6281234567891', detail: 'Jl. Cempaka 4' })
  expect(groupWords({ ...group, name: null, phone: null })).toEqual({ title: 'Jl. Cempaka 4', detail: '' })
})

test('a night says what it removed of the kinds that have a limit, and the next one what it will', () => {
  const removed = { recipients: 214, proofs: 0, messages: 3, audit: 1 }
  expect(removedIn(removed, ['recipients', 'proofs'])).toBe('214 recipients, 0 proofs')
  expect(tonightWords('recipients', 1204, 100_000)).toBe('This will erase 1,204 recipients tonight.')
  expect(tonightWords('proofs', 1, 100_000)).toBe('This will delete 1 proof tonight.')
  expect(tonightWords('audit', 2, 100_000)).toBe('The personal values of 2 audit entries go tonight.')
  expect(tonightWords('messages', 0, 100_000)).toBe('Nothing is older than that.')
  expect(tonightWords('recipients', 100_001, 100_000)).toBe('This will erase more than 100,000 recipients tonight.')
})
