import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { guessMapping } from '#domain/import/columns.ts'
import { deliveryColumns, readDeliveryRow, type DeliveryCells } from '#domain/import/delivery-rows.ts'
import { noPickupPlace, orderDefaults } from '#domain/orders/order-defaults.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { readAll, toCsv } from './export-csv.ts'

/** How the position came about. Whoever imports it gives it anew. */
const origin = {
  location_source: 'given' as const,
  location_confidence: 0.9,
  location_provider: null,
  location_kind: null,
  located_at: '2026-03-14T08:00:00.000Z',
  location_search: null,
  location_flags: [],
}

/** About the status, which no import sets. */
const told = { status_at: null, failure_reason: null, status_note: null }

/** Neither how positions came about nor what an order says besides the main things is in the file. */
const isElsewhere = (field: string) => [origin, told, orderDefaults, noPickupPlace].some((fields) => field in fields)

const delivery: Delivery = {
  ...orderDefaults,
  ...noPickupPlace,
  id: '0199aa11-2222-7333-8444-555566667777',
  number: 1024,
  source: 'csv',
  status: 'pending',
  ...told,
  reference: 'ORD-1',
  pickup_address: null,
  delivery_address: 'Jl. "Sudirman", No. 1',
  ...origin,
  delivery_location: { lat: -6.1754, lng: 106.8272 },
  recipient_name: '=HYPERLINK("http://example.com")',
  recipient_phone: '+628110000001',
  recipient_email: null,
  scheduled_date: '2026-03-02',
  scheduled_time: null,
  window_start: '09:00',
  window_end: null,
  service_minutes: 5,
  weight_kg: 6.4,
  volume_l: 36.7,
  priority: 1,
  skills: ['cold', 'fragile'],
  notes: 'Ring twice\nthen wait',
  current_location: null,
  estimated_arrival: null,
  driver_id: null,
  driver_name: null,
  wanted_driver_id: '0199aa11-0000-7333-8444-555566667777',
  wanted_driver_name: 'Sari',
  client_id: '0199aa11-0000-7333-8444-0000000000c1',
  depot_id: '0199aa11-0000-7333-8444-0000000000d1',
  erased_at: null,
  created_at: '2026-03-01T00:00:00Z',
  updated_at: '2026-03-01T00:00:00Z',
  version: 1,
}

const names = new Map([
  [delivery.client_id!, 'Toko Satu'],
  [delivery.depot_id!, 'West'],
])

test('an exported delivery can be imported again without loss', () => {
  const [header, row] = Papa.parse<string[]>(toCsv([delivery], names)).data
  const cells: DeliveryCells = {}
  guessMapping(deliveryColumns, header!).forEach((field, column) => {
    if (field) cells[field] = row![column]
  })
  const read = readDeliveryRow(cells, { day: '2000-01-01' })
  const { id: _, number: _number, source: _source, status: _status, current_location: _place, ...rest } = delivery
  const { estimated_arrival: _a, driver_id: _b, driver_name: _c, created_at: _d, updated_at: _e, ...more } = rest
  // The requested driver is for people to read. Importing the file again does not change it.
  const { wanted_driver_id: _f, wanted_driver_name: name, version: _g, erased_at: _h, ...others } = more
  const { client_id: _i, depot_id: _j, ...fields } = others
  const asImported = Object.fromEntries(Object.entries(fields).filter(([field]) => !isElsewhere(field)))
  expect(row).toContain(name)
  expect(read).toEqual({ ok: true, row: { ...asImported, client: 'Toko Satu', depot: 'West' } })
})

test('the export has every column of the sample file, with the same names', () => {
  const [sample] = Papa.parse<string[]>(readFileSync('samples/jakarta-deliveries.csv', 'utf8'), { preview: 1 }).data
  const [header] = Papa.parse<string[]>(toCsv([], names)).data
  expect(header).toEqual(expect.arrayContaining(sample!))
})

test('no cell is run as a formula', () => {
  const [, row] = Papa.parse<string[]>(toCsv([delivery], names)).data
  expect(row).toContain(`'=HYPERLINK("http://example.com")`)
})

test('every page is read in order and reported', async () => {
  const told: string[] = []
  const pages = [
    { data: [delivery], next_cursor: 'b', total: 2 },
    { data: [{ ...delivery, number: 7 }], next_cursor: null, total: 2 },
  ]
  const all = await readAll(
    async (cursor) => pages[cursor === 'b' ? 1 : 0]!,
    (done, total) => told.push(`${done} of ${total}`),
    new AbortController().signal,
  )
  expect(all.map(({ number }) => number)).toEqual([1024, 7])
  expect(told).toEqual(['1 of 2', '2 of 2'])
})

test('a cancelled export reads no further', async () => {
  const controller = new AbortController()
  let calls = 0
  const reading = readAll(
    async () => {
      calls++
      controller.abort()
      return { data: [delivery], next_cursor: 'more', total: 9 }
    },
    () => {},
    controller.signal,
  )
  await expect(reading).rejects.toThrow('aborted')
  expect(calls).toBe(1)
})
