import { expect, test } from 'vitest'
import type { RouteHandover } from '#domain/schema/handover.ts'
import { handoverDetail, handoverSentence } from './handover-words.ts'

const route = (driver_name: string, state: RouteHandover['state']): RouteHandover => ({
  route_id: driver_name,
  driver_id: driver_name,
  driver_name,
  driver_email: null,
  has_account: false,
  state,
  handover: null,
})

test('drivers are said to have their routes only if all of them do', () => {
  expect(handoverSentence([route('Budi', 'has')])).toBe('The driver has the route.')
  expect(handoverSentence([route('Budi', 'has'), route('Sari', 'has')])).toBe('The drivers have their routes.')
  expect(handoverSentence([route('Budi', 'has'), route('Sari', 'waiting')])).toBe(
    '1 of 2 drivers have their routes. Sari does not have theirs yet.',
  )
  expect(handoverSentence([route('Budi', 'outdated'), route('Sari', 'outdated')])).toBe(
    'Budi and Sari do not have the latest changes yet.',
  )
  const many = ['A', 'B', 'C', 'D'].map((name) => route(name, 'waiting'))
  expect(handoverSentence(many)).toBe('No driver has the route yet.')
  expect(handoverSentence([...many, route('Sari', 'has')])).toBe(
    '1 of 5 drivers have their routes. A, B and 2 others do not have theirs yet.',
  )
})

test('the newest way is said, and that changes came after it', () => {
  const handover = {
    id: 'r',
    plan_id: 'p',
    given_at: '2026-03-16T01:00:00Z',
    given_by: 'Ana',
    mailed_at: '2026-03-16T00:30:00Z',
    opened_at: null,
    seen_at: null,
    link_expires_at: null,
    version: 1,
  }
  expect(handoverDetail({ ...route('Budi', 'outdated'), handover }, 'Asia/Jakarta')).toBe(
    'Handed over by Ana 16 Mar 2026, 08:00, before the latest changes',
  )
  expect(handoverDetail({ ...route('Budi', 'waiting'), has_account: true }, 'Asia/Jakarta')).toContain('My route')
})
