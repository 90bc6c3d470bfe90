import { expect, test } from 'vitest'
import type { Json } from './chain/canonical-json.ts'
import { entryHash, type Entry, type EntryContent } from './chain/entry.ts'
import { sealAll } from './chain/seal.ts'
import { noPickupPlace, orderDefaults } from './orders/order-defaults.ts'
import { chainedChanges, fieldsThatDiffer, isSealed, shownEntries, type ChainedDelivery } from './delivery-chain.ts'

const row = {
  ...orderDefaults,
  ...noPickupPlace,
  status: 'pending',
  source: 'manual',
  weight_kg: 1,
  notes: 'Ring twice',
  recipient_name: null,
  skills: ['cold'],
  delivery_location: { lat: 1, lng: 2 },
  wishes: null,
  rating: null,
  rating_comment: null,
  rated_at: null,
  has_prescription: false,
} as unknown as ChainedDelivery

/** Entries with these kinds and changes, written as Karta does. */
function entries(...writes: [kind: string, all: Record<string, Json>][]): Entry[] {
  return writes.map(([kind, all], index) => {
    const names = Object.keys(all)
    const pick = (sealed: boolean) =>
      Object.fromEntries(
        names.filter((name) => isSealed(name, all[name]!) === sealed).map((name) => [name, all[name]!]),
      )
    const { sealed, opened } = sealAll({ actor: { id: null, name: 'Sari' }, ...pick(true) }, () => 'salt')
    const place = { workspace_id: 'w', subject: 'delivery', subject_id: 'd', sequence: index + 1 }
    const at = '2026-03-15T00:00:00.000Z'
    const said = { kind, at, changes: pick(false), sealed, detail: {}, previous_hash: null }
    const content: EntryContent = { format: 2, ...place, ...said }
    return { ...content, opened, hash: entryHash(content) }
  })
}

test('a change names exactly the fields that differ, and a new delivery all of them', () => {
  const after = { ...row, weight_kg: 2, skills: ['cold'], delivery_location: { lng: 2, lat: 1 } }
  expect(chainedChanges(row, after)).toEqual({ weight_kg: 2 })
  expect(chainedChanges(undefined, row)).toMatchObject({ weight_kg: 1, recipient_name: null, skills: ['cold'] })
})

test('what an order does not say is not said when it is created, and yet compared', () => {
  const changes = chainedChanges(undefined, { ...row, units: 3 })
  expect(changes).toMatchObject({ units: 3 })
  for (const field of ['kind', 'parcels', 'custom', 'worth', 'pickup_name']) expect(changes).not.toHaveProperty(field)
  const chain = entries(['created', { weight_kg: 1, units: 3 }])
  expect(fieldsThatDiffer(chain, { ...row, units: 3, pickup_depot_id: 'd' })).toEqual([])
  expect(fieldsThatDiffer(chain, { ...row, units: 3, cash_amount: 100, tags: ['x'] })).toEqual(['cash_amount', 'tags'])
})

test('what is about the recipient is sealed, unless there is nothing', () => {
  expect(isSealed('notes', 'x')).toBe(true)
  expect(isSealed('notes', null)).toBe(false)
  expect(isSealed('weight_kg', 1)).toBe(false)
})

test('a row is compared with what its chain says, and only with that', () => {
  const chain = entries(['created', { weight_kg: 1, notes: 'Ring twice' }], ['updated', { weight_kg: 2 }])
  expect(fieldsThatDiffer(chain, { ...row, weight_kg: 2 })).toEqual([])
  expect(fieldsThatDiffer(chain, { ...row, weight_kg: 1, notes: 'Ring once' })).toEqual(['weight_kg', 'notes'])
})

test('a shown entry says what each field was before, and hides what was erased', () => {
  const [created, updated] = entries(
    ['created', { source: 'csv', notes: 'a', weight_kg: 1 }],
    ['updated', { notes: 'b' }],
  )
  const shown = shownEntries([updated!, created!]).map((each) => each.shown)
  expect(shown.map(({ kind, actor_name, detail }) => [kind, actor_name, detail])).toEqual([
    ['created', 'Sari', { source: 'csv' }],
    ['updated', 'Sari', { notes: { from: 'a', to: 'b' } }],
  ])
  const [, erased] = shownEntries([created!, { ...updated!, opened: {} }])
  expect(erased!.shown).toMatchObject({ actor_name: 'Erased', detail: { notes: { from: 'a', to: { erased: true } } } })
})

test('what was noted on the road is sealed, shown, and hidden once erased', () => {
  const [proved] = entries(['proved', { said: { name: 'Budi' }, carrier_name: 'Eka' }])
  expect(Object.keys(proved!.sealed)).toEqual(['actor', 'said', 'carrier_name'])
  expect(JSON.stringify(proved!.changes)).not.toContain('Budi')
  const detail = (entry: Entry) => shownEntries([entry])[0]!.shown.detail
  expect(detail({ ...proved!, detail: { proof: 'name' } })).toEqual({
    proof: 'name',
    said: { name: 'Budi' },
    carrier_name: 'Eka',
  })
  const { said: _, ...opened } = proved!.opened
  expect(detail({ ...proved!, opened }).said).toEqual({ erased: true })
})
