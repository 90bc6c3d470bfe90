import { expect, test } from 'vitest'
import { proofOf } from './rules.ts'

type Proofs = Parameters<typeof proofOf>[0]
type Photos = Parameters<typeof proofOf>[1]

const photo = (id: string) => ({ id, about: 'proof', state: 'stored', object_id: `${id}-file`, taken_at: '2026-03-16' })
const photos = ['door', 'ink'].map(photo) as unknown as Photos
const proofs = [
  { kind: 'photo', photo_id: 'door', flags: [], data: {} },
  { kind: 'signature', photo_id: 'ink', flags: [], data: { name: 'Siti' } },
] as unknown as Proofs

test('recipients see who signed and the photos, but nobody’s signature; of a confidential one, only that it was signed', () => {
  expect(proofOf(proofs, photos, false)).toEqual({
    received_by: 'Siti',
    has_signature: true,
    photos: [{ url: 'photos/door', taken_at: '2026-03-16' }],
  })
  expect(proofOf(proofs, photos, true)).toEqual({ received_by: null, has_signature: true, photos: [] })
})
