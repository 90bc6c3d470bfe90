import { expect, test } from 'vitest'
import type { Stop } from '#domain/schema/plan.ts'
import { offerOf } from './arrival.ts'

const near = { stop_id: 's', since: '2026-03-15T03:00:00Z', left_at: null as string | null }
const route = (delivery_status: Stop['delivery_status'], kind: Stop['kind'] = 'delivery') => ({
  stops: [{ id: 's', kind, delivery_id: 'd', delivery_status } as Stop],
})

test('an arrival is offered until somebody says it, and a pickup only shown', () => {
  expect(offerOf(route('in_transit'), near)).toMatchObject({ since: near.since, canConfirm: true })
  expect(offerOf(route('arrived'), near)).toBeUndefined()
  expect(offerOf(route('delivered'), near)).toBeUndefined()
  expect(offerOf(route('dispatched', 'pickup'), near)).toMatchObject({ canConfirm: false })
  expect(offerOf(route('in_transit'), null)).toBeUndefined()
  expect(offerOf(undefined, near)).toBeUndefined()
})

test('a stop that was left and is not done is asked about', () => {
  const left = { ...near, left_at: '2026-03-15T03:20:00Z' }
  expect(offerOf(route('arrived'), left)).toMatchObject({ leftAt: left.left_at })
  expect(offerOf(route('failed'), left)).toBeUndefined()
})
