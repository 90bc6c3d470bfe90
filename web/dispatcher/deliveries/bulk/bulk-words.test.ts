import { expect, test } from 'vitest'
import type { BulkResult } from '#domain/api/bulk-result.ts'
import { copiedWords, copyProblem } from './copy-words.ts'
import { changeWords, refusalLines, resultWords } from './bulk-words.ts'

const id = '0199aa11-2222-7333-8444-555566667777'
const changed = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id, number: index + 1, event_id: id }))
const refusal = (number: number | null, status: BulkResult['refused'][0]['status'], code = 'delivery_on_route') => ({
  id,
  number,
  status,
  code,
  reason: 'That delivery does not exist in this workspace.',
})

test('the message says how many were changed, and for each reason how many were not', () => {
  const refused = [refusal(70, 'in_transit'), refusal(71, 'in_transit'), refusal(72, 'delivered', 'delivery_state')]
  expect(resultWords({ changed: changed(58), unchanged: [], refused }, 'moved')).toEqual({
    title: '58 deliveries moved',
    description: '2 not, because they are already on the way (#70, #71). 1 not, because it is already delivered (#72).',
  })
})

test('one delivery is named, and none is said plainly', () => {
  expect(resultWords({ changed: changed(1), unchanged: [], refused: [] }, 'deleted')).toEqual({
    title: 'Delivery #1 deleted',
  })
  expect(resultWords({ changed: [], unchanged: [{ id, number: 3 }], refused: [] }, 'canceled')).toEqual({
    title: 'No delivery canceled',
    description: '1 already was.',
  })
})

test('long lists of numbers are cut, and unknown reasons use the server’s sentence', () => {
  const many = Array.from({ length: 9 }, (_, index) => refusal(index + 1, 'planned'))
  expect(refusalLines(many)).toEqual([
    '9 not, because they are on a planned route (#1, #2, #3, #4, #5, #6 and 3 more).',
  ])
  expect(refusalLines([refusal(null, null, 'delivery_not_found')])).toEqual([
    '1 not. That delivery does not exist in this workspace.',
  ])
})

test('each change has its words', () => {
  expect(changeWords({ scheduled_date: '2026-11-24' }, undefined)).toMatch(/^moved to Tue\S* 24 Nov/)
  expect(changeWords({ priority: 1 }, undefined)).toBe('set to urgent priority')
  expect(changeWords({ wanted_driver_id: id }, 'Budi')).toBe('assigned to Budi')
  expect(changeWords({ wanted_driver_id: null }, undefined)).toBe('left to the planner to assign')
  expect(changeWords({ status: 'cancelled' }, undefined)).toBe('canceled')
  expect(changeWords({ reached: { status: 'in_transit' } }, undefined)).toBe('marked as in transit')
})

test('copies are counted and named, and too many are refused before they are asked for', () => {
  const refused = [refusal(9, 'delivered', 'delivery_erased')]
  expect(copiedWords({ created: [{ number: 12 }], refused: [] })).toEqual({ title: '1 copy added: #12' })
  expect(copiedWords({ created: [{ number: 12 }, { number: 13 }], refused })).toEqual({
    title: '2 copies added: #12 to #13',
    description: `1 not (#9). ${refused[0]!.reason}`,
  })
  expect(copyProblem({ days: 0, copies: 0 })).toBe('Choose at least one day.')
  expect(copyProblem({ days: 5, copies: 2000 })).toBeUndefined()
  expect(copyProblem({ days: 5, copies: 2001 })).toBe('These would be 2,001 copies. At most 2,000 are made at once.')
})
