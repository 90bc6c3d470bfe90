import { expect, test } from 'vitest'
import { judgeEnd, type Known } from './judge-end.ts'

const at = new Date('2026-03-16T05:00:00Z')
const usual: Known = {
  status: 'arrived',
  isDeleted: false,
  isErased: false,
  route: { driver_id: 'me', state: 'dispatched' },
  correctedAt: undefined,
}
const judge = (known: Partial<Known>) => {
  const { outcome, code } = judgeEnd({ ...usual, ...known }, { status: 'delivered', driverId: 'me', at })
  return code === null ? outcome : `${outcome}: ${code}`
}

test('the driver’s word stands, whatever the plan says by then', () => {
  expect(judge({})).toBe('applied')
  expect(judge({ status: 'dispatched' })).toBe('applied')
  expect(judge({ status: 'cancelled' })).toBe('conflict: was_cancelled')
  expect(judge({ status: 'pending', route: null })).toBe('conflict: was_taken_back')
  expect(judge({ status: 'planned', route: { driver_id: 'me', state: 'approved' } })).toBe('conflict: was_taken_back')
  expect(judge({ route: { driver_id: 'other', state: 'dispatched' } })).toBe('conflict: was_moved')
  expect(judge({ status: 'failed' })).toBe('conflict: was_ended')
  expect(judge({ status: 'cancelled', isDeleted: true })).toBe('conflict: was_deleted')
})

test('what is so already, was corrected since, or is erased stays as it is', () => {
  expect(judge({ status: 'delivered' })).toBe('kept: already_so')
  expect(judge({ status: 'failed', correctedAt: new Date('2026-03-16T05:00:01Z') })).toBe('kept: corrected_meanwhile')
  expect(judge({ status: 'failed', correctedAt: new Date('2026-03-16T04:59:59Z') })).toBe('conflict: was_ended')
  expect(judge({ status: 'cancelled', isErased: true })).toBe('kept: was_erased')
})
