import { webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SentEntry } from '#domain/road/entry.ts'
import { pinHash, type PinCrypto } from '#domain/road/pin-check.ts'
import type { CarriedDelivery } from '#domain/schema/driver-day.ts'
import { ownProofs, stillMissing } from './judge-taken.ts'

const crypto = webcrypto.subtle as unknown as PinCrypto
const settings = { requirements: [], ask_name: false }
const delivery = {
  id: 'd1',
  number: 17,
  parcels: [{ code: 'A' }, { code: 'B' }],
  requirements: ['pin', 'scan', 'age'],
  minimum_age: 18,
  temperature_min_c: null,
  temperature_max_c: null,
  has_proofs: [],
  handed_to: null,
  pin_check: null,
} as unknown as CarriedDelivery

const entry = (proof: unknown, delivery_id = 'd1') =>
  ({ id: JSON.stringify(proof), kind: 'proof_taken', data: { delivery_id, proof }, fix: null }) as unknown as SentEntry
const own = async (entries: SentEntry[], of = delivery) =>
  ownProofs(entries, { delivery: of, location: null }, 250, crypto)
const kinds = (...of: Parameters<typeof stillMissing>) => stillMissing(...of).map(({ kind }) => kind)

test('what this phone took counts without a network, unless it proves nothing', async () => {
  const taken = await own([
    entry({ kind: 'age', years: 17, document: 'id_card' }),
    entry({ kind: 'scan', code: 'a', by: 'hand' }),
    entry({ kind: 'pin', code: '1234' }, 'another'),
  ])
  expect(stillMissing(delivery, settings, taken)).toEqual([
    { kind: 'scan', codes: ['B'] },
    { kind: 'age', codes: [] },
    { kind: 'pin', codes: [] },
  ])
  expect(kinds(delivery, settings, taken, [0])).toEqual(['age', 'pin'])
})

test('a PIN is checked on the phone, and wrong ones are kept as tries', async () => {
  const how = { salt: 'salt', iterations: 10 }
  const asking = { ...delivery, pin_check: { ...how, hash: await pinHash(crypto, '4711', how) } }
  const wrong = await own([entry({ kind: 'pin', code: '0000' }), entry({ kind: 'pin', code: '1111' })], asking)
  expect(wrong.map(({ flags }) => flags.includes('wrong_pin'))).toEqual([true, true])
  expect(kinds(asking, settings, wrong)).toContain('pin')
  expect(kinds(asking, settings, await own([entry({ kind: 'pin', code: ' 4711 ' })], asking))).not.toContain('pin')
})

test('what another phone took is there as the server says', async () => {
  const there = { ...delivery, has_proofs: ['pin', 'scan'] }
  expect(kinds(there, settings, [])).toEqual(['age'])
  // The kind is there because of what this phone took, which was the wrong code.
  expect(kinds(there, settings, await own([entry({ kind: 'scan', code: 'A', by: 'camera' })]))).toEqual(['scan', 'age'])
})
