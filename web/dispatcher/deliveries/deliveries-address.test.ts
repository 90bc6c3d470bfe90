import { expect, test } from 'vitest'
import {
  isFiltered,
  noFilter,
  readFilter,
  readOpened,
  toQuery,
  writeFilter,
  writeOpened,
  type DeliveriesFilter,
} from './deliveries-address.ts'

const id = '0199aa11-2222-7333-8444-555566667777'
const read = (text: string) => readFilter(new URLSearchParams(text))

test('a filter survives the way into an address and back', () => {
  const filter: DeliveriesFilter = {
    q: 'jl. sudirman & co',
    statuses: ['pending', 'failed'],
    span: { from: '2026-03-02', to: '2026-03-05' },
    isWithoutPosition: true,
    isUndated: true,
    isProofMissing: true,
    rating: 'low',
    reason: 'not_home',
    kind: 'return' as const,
    tag: 'cold & dry',
    order_reference: 'PO-7',
    numbers: '1-3,7',
    client: 'none',
    depot: id,
    sort: 'recipient_name',
    order: 'desc',
  }
  expect(read(writeFilter(new URLSearchParams(), filter).toString())).toEqual(filter)
})

test('the default view adds nothing to the address', () => {
  expect(read('')).toEqual(noFilter)
  expect(writeFilter(new URLSearchParams('sort=status&q=x'), noFilter).toString()).toBe('')
})

test('invalid values in an address are ignored', () => {
  expect(
    read(
      'status=lost,pending&sort=color&order=up&date_from=tomorrow&has_location=maybe&numbers=all&rating=9&failure_reason=rain&client=me&depot=x',
    ),
  ).toEqual({
    ...noFilter,
    statuses: ['pending'],
  })
  expect(readOpened(new URLSearchParams('delivery=12'))).toEqual({ kind: 'nothing' })
})

test('numbers sort from the newest, other columns from their start', () => {
  expect(read('sort=number').order).toBe('desc')
  expect(read('sort=recipient_name').order).toBe('asc')
  expect(read('sort=number&order=asc').order).toBe('asc')
})

test('opening and closing keep the filter, filtering keeps what is open', () => {
  const open = writeOpened(new URLSearchParams('q=a&new=1'), { kind: 'delivery', id, tab: 'history' })
  expect(open.toString()).toBe(`q=a&delivery=${id}&tab=history`)
  expect(readOpened(open)).toEqual({ kind: 'delivery', id, tab: 'history' })
  expect(writeFilter(open, { ...noFilter, q: 'b' }).toString()).toBe(`q=b&delivery=${id}&tab=history`)
  expect(writeOpened(open, { kind: 'nothing' }).toString()).toBe('q=a')
})

test('the API gets only what the filter asks for', () => {
  expect(toQuery({ ...noFilter, q: '  ' })).toEqual({ sort: 'number', order: 'desc' })
  expect(toQuery(read('status=pending,planned&date_from=2026-03-02&has_location=false'))).toEqual({
    status: 'pending,planned',
    date_from: '2026-03-02',
    has_location: 'false',
    sort: 'number',
    order: 'desc',
  })
})

test('sorting alone is not a filter', () => {
  expect(isFiltered(read('sort=status&order=desc'))).toBe(false)
  expect(isFiltered(read('date_to=2026-03-02'))).toBe(true)
})
