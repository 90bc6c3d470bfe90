import { expect, test } from 'vitest'
import { somebodyElse } from '#domain/client-view.ts'
import type { CustomField } from '#domain/schema/custom-field.ts'
import type { DeliveryEvent } from '#domain/schema/delivery.ts'
import { windowWords } from '#web/lib/window-words.ts'
import { eventWords, spanWords, wantedWords } from './delivery-words.ts'

const floor = { key: 'floor', label: 'Floor', type: 'number' } as CustomField
const words = (kind: DeliveryEvent['kind'], detail: DeliveryEvent['detail'] = {}) =>
  eventWords(
    { id: '', kind, detail, at: '2026-03-02T02:00:00Z', actor_name: 'ani@example.com', hash: '', previous_hash: null },
    { timeZone: 'Asia/Jakarta', currency: 'USD', fields: [floor] },
  )

test('a time window is described by both ends, one end, or neither', () => {
  expect(windowWords({ window_start: '09:00', window_end: '12:00' })).toBe('09:00–12:00')
  expect(windowWords({ window_start: '09:00', window_end: null })).toBe('from 09:00')
  expect(windowWords({ window_start: null, window_end: '12:00' })).toBe('until 12:00')
  expect(windowWords({ window_start: null, window_end: null })).toBe('Any time')
})

test('a span is described as one day, a range, open at one end, or all days', () => {
  expect(spanWords({ from: '2026-03-02', to: '2026-03-02' })).toBe('Mon 2 Mar 2026')
  expect(spanWords({ from: '2026-03-02', to: '2026-03-03' })).toBe('Mon 2 Mar 2026 – Tue 3 Mar 2026')
  expect(spanWords({ from: '2026-03-02', to: null })).toBe('From Mon 2 Mar 2026')
  expect(spanWords({ from: null, to: '2026-03-02' })).toBe('Until Mon 2 Mar 2026')
  expect(spanWords({ from: null, to: null })).toBe('All days')
})

test('a creation names who added the delivery and how', () => {
  expect(words('created', { source: 'csv' })).toEqual({
    title: 'Created by ani@example.com',
    lines: ['From a CSV file'],
  })
})

test('a client reads of somebody else in the middle of a sentence', () => {
  const event = { id: '', at: '2026-03-02T02:00:00Z', hash: '', previous_hash: null, actor_name: somebodyElse }
  const place = { timeZone: 'Asia/Jakarta', currency: 'USD' }
  expect(eventWords({ ...event, kind: 'deleted', detail: {} }, place).title).toBe('Deleted by somebody else')
})

test('a status change names both states and the reason', () => {
  expect(words('status_changed', { from: 'pending', to: 'planned', why: 'Plan approved' }).title).toBe(
    'Status: Pending → Planned — plan approved',
  )
  expect(words('status_changed', { from: 'pending', to: 'cancelled' }).title).toBe('Status: Pending → Canceled')
})

test('a rating says the stars and the comment, as they are now', () => {
  const given = { rating: { from: null, to: 2 }, rating_comment: { from: null, to: 'Left in the rain' } }
  expect(words('rated', given)).toEqual({ title: 'Rated 2 of 5 by the recipient', lines: ['“Left in the rain”'] })
  const shorter = words('rated', { rating_comment: { from: 'Left in the rain', to: null } })
  expect(shorter).toEqual({ title: 'Rated by the recipient', lines: ['Comment taken back'] })
})

test('fields of an order are written as the form shows them', () => {
  const parcel = { description: null, volume_l: null, length_cm: null, width_cm: null, height_cm: null, place: null }
  const { lines } = words('updated', {
    kind: { from: 'delivery', to: 'exchange' },
    window_end: { from: '22:00', to: '26:30' },
    more_windows: { from: [], to: [{ start: '24:00', end: '25:00' }] },
    parcels: { from: [], to: [{ ...parcel, code: 'A-1', weight_kg: 2 }] },
    requirements: { from: ['pin'], to: [] },
    cash_amount: { from: null, to: 1250 },
    temperature_max_c: { from: null, to: 8 },
    custom: { from: {}, to: { floor: 3, gift: true } },
  })
  expect(lines).toEqual([
    'Kind: Delivery → Exchange',
    'Window end: 22:00 → 02:30 (next day)',
    'More windows: none → 00:00–01:00 +1',
    'Parcels: none → A-1, 2 kg',
    'Required at the door: PIN → none',
    'Cash to collect: none → $12.50',
    'Highest temperature: none → 8 °C',
    'Own fields: none → Floor 3, gift Yes',
  ])
})

test('what was said about a status is shown with it, and a correction as one, with both statuses and why', () => {
  const failed = { from: 'arrived', to: 'failed', reason: 'not_home', note: 'Rang twice', by_hand: true }
  expect(words('status_changed', { ...failed, at: '2026-03-02T01:30:00Z' })).toEqual({
    title: 'Status: Arrived → Failed',
    lines: ['It happened 2 Mar 2026, 08:30', 'Nobody was there to take it.', 'Note: Rang twice'],
  })
  const at = { from: '2026-03-02T01:30:00Z', to: '2026-03-02T01:00:00Z' }
  expect(words('corrected', { from: 'delivered', to: 'failed', reason: 'refused', at, why: 'Wrong door' })).toEqual({
    title: 'Corrected by ani@example.com: Delivered → Failed',
    lines: ['Time: 2 Mar 2026, 08:30 → 2 Mar 2026, 08:00', 'The recipient did not want it.', 'Why: Wrong door'],
  })
  const skipped = words('corrected', { from: 'in_transit', to: 'dispatched', skipped: true, device: { sequence: 3 } })
  expect([skipped.title, skipped.lines.at(-1)]).toEqual([
    expect.stringMatching(/^Skipped by /),
    expect.stringMatching(/^From .+’s phone$/),
  ])
  expect(words('corrected', { from: 'delivered', to: 'dispatched', at, undone: true })).toEqual({
    title: 'Undone by ani@example.com: Delivered → Dispatched',
    lines: [],
  })
})

test('each changed field is one line, with its values formatted', () => {
  const { lines } = words('updated', {
    window_start: { from: '09:00', to: '10:00' },
    window_end: { from: '12:00', to: null },
    scheduled_date: { from: '2026-03-02', to: '2026-03-03' },
    scheduled_time: { from: null, to: '2026-03-02T02:00:00Z' },
    priority: { from: 2, to: 1 },
    weight_kg: { from: 0, to: 1250.5 },
    skills: { from: [], to: ['cold', 'fragile'] },
    delivery_location: { from: null, to: { lat: -6.2, lng: 106.816666 } },
  })
  expect(lines).toEqual([
    'Window start: 09:00 → 10:00',
    'Window end: 12:00 → none',
    'Day: Mon 2 Mar 2026 → Tue 3 Mar 2026',
    'Requested time: none → 2 Mar 2026, 09:00',
    'Priority: Normal → Urgent',
    'Weight: 0 kg → 1,250.5 kg',
    'Skills: none → cold, fragile',
    'Position: none → -6.20000, 106.81667',
  ])
})

test('an unknown field is shown by its own name', () => {
  expect(words('updated', { cash_on_delivery: { from: null, to: 5 } }).lines).toEqual(['Cash on delivery: none → 5'])
})

test('a deletion and a restoration say who did it', () => {
  expect(words('deleted').title).toBe('Deleted by ani@example.com')
  expect(words('restored').title).toBe('Restored by ani@example.com')
})

test('a requested driver is named once', () => {
  expect(wantedWords({ wanted_driver_name: 'Sari' })).toBe('Wanted: Sari')
  expect(wantedWords({ wanted_driver_name: null })).toBeUndefined()
  const { lines } = words('updated', {
    wanted_driver_id: { from: null, to: '0199aa11-0000-7333-8444-555566667777' },
    wanted_driver_name: { from: null, to: 'Sari' },
  })
  expect(lines).toEqual(['Wanted driver: none → Sari'])
})

test('an erasure names who erased, and erased values are shown as such', () => {
  expect(words('erased').title).toBe('Recipient’s personal data erased by ani@example.com')
  const notes = { from: null, to: { erased: true } }
  expect(words('updated', { notes }).lines).toEqual(['Notes: none → erased'])
})

test('what happened on the road names the proof, what was noted, and what is doubtful', () => {
  const device = { at: '2026-03-02T01:30:00Z' }
  expect(words('proved', { proof: 'signature', said: { name: 'Budi' }, flags: ['far_from_pin'], device })).toEqual({
    title: 'Signature taken by ani@example.com',
    lines: ['Name: Budi', 'Far from the pin', 'It happened 2 Mar 2026, 08:30'],
  })
  const handed = { from: 'arrived', to: 'delivered', handed_to: 'neighbor', said: { name: 'Ibu Rina' } }
  expect(words('status_changed', handed).lines).toEqual(['Handed to a neighbor: Ibu Rina'])
  expect(words('loaded', { index: 0, said: { code: 'A-1' } }).title).toBe('Parcel 1 loaded by ani@example.com')
  expect(words('handed_over', { carrier_name: 'Eka', said: { erased: true } })).toEqual({
    title: 'Handed over to Eka by ani@example.com',
    lines: ['What was noted was erased'],
  })
})
