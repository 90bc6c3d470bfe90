import { expect, test } from 'vitest'
import { missingProofs, neededProofs, type Asking } from './requirements.ts'

const plain: Asking = {
  number: 17,
  requirements: [],
  temperature_min_c: null,
  temperature_max_c: null,
  parcels: [{ code: 'A' }, { code: 'B' }],
}
const nothing = { requirements: [], ask_name: false }
const kinds = (...of: Parameters<typeof missingProofs>) => missingProofs(...of).map(({ kind }) => kind)

test('a delivery needs what it asks for and what the workspace always asks for, each once', () => {
  expect(neededProofs(plain, nothing)).toEqual([])
  const asking = { ...plain, requirements: ['photo', 'pin'], temperature_max_c: 8 }
  expect(neededProofs(asking, { requirements: ['photo', 'signature'], ask_name: true })).toEqual([
    'pin',
    'temperature',
    'name',
    'signature',
    'photo',
  ])
})

test('what is there is not missing, unless it proves nothing', () => {
  const asking = { ...plain, requirements: ['photo', 'pin', 'signature', 'age'] }
  const taken = [
    { kind: 'photo', flags: ['far_from_pin'] as const },
    { kind: 'pin', flags: ['wrong_pin'] as const },
    { kind: 'signature', flags: ['thin_signature'] as const },
    { kind: 'age', flags: ['too_young'] as const },
  ]
  expect(kinds(asking, nothing, taken)).toEqual(['age', 'pin', 'signature'])
  expect(kinds(asking, nothing, [...taken, { kind: 'pin' }, { kind: 'signature' }, { kind: 'age' }])).toEqual([])
})

test('every parcel that was brought has to be scanned, and twice is once', () => {
  const asking = { ...plain, requirements: ['scan'] }
  const scan = (code: string) => ({ kind: 'scan', code })
  expect(missingProofs(asking, nothing, [])).toEqual([{ kind: 'scan', codes: ['A', 'B'] }])
  expect(missingProofs(asking, nothing, [scan('a'), scan('A')])).toEqual([{ kind: 'scan', codes: ['B'] }])
  expect(missingProofs(asking, nothing, [scan('A'), scan('B')])).toEqual([])
  expect(missingProofs(asking, nothing, [scan('A')], [0])).toEqual([])
  expect(missingProofs({ ...asking, parcels: [] }, nothing, [])).toEqual([{ kind: 'scan', codes: ['17-1'] }])
})
