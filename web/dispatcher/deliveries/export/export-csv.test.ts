import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { guessMapping } from '#domain/import/columns.ts'
import {
  deliveryColumns,
  readDeliveryRow,
  type DeliveryCells,
  type DeliveryField,
} from '#domain/import/delivery-rows.ts'
import { customColumns } from '#domain/import/order-columns.ts'
import { noPickupPlace, orderDefaults } from '#domain/orders/order-defaults.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { readWorkbook } from '#domain/sheets/xlsx/read.ts'
import { beginFile } from './export-file.ts'
import type { CellContext } from './delivery-cells.ts'
import { csvHeader, csvLines, readAll } from './export-csv.ts'

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
const told = {
  missing_proofs: [],
  goods: null,
  wishes: null,
  rating: null,
  rating_comment: null,
  rated_at: null,
  has_prescription: false,
  status_at: null,
  failure_reason: null,
  status_note: null,
}

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

const toCsv = (deliveries: Delivery[], context: CellContext) => csvHeader(context) + csvLines(deliveries, context)
const names = new Map([
  [delivery.client_id!, 'Toko Satu'],
  [delivery.depot_id!, 'West'],
])
const parcel = {
  description: null,
  weight_kg: 2,
  volume_l: null,
  length_cm: null,
  width_cm: null,
  height_cm: null,
  place: null,
}
const customFields = [{ key: 'door', label: 'Door code', type: 'text' as const, options: [] }]
const context = { names, currency: 'USD', customFields }

/** What is neither in the file nor set by whoever imports it. */
const elsewhere = [
  'id',
  'number',
  'source',
  'status',
  'current_location',
  'estimated_arrival',
  'driver_id',
  'driver_name',
  'created_at',
  'updated_at',
  'wanted_driver_id',
  'wanted_driver_name',
  'version',
  'erased_at',
  'client_id',
  'depot_id',
  'scheduled_time',
]

test('an exported delivery can be imported again without loss', () => {
  const said = {
    kind: 'exchange' as const,
    units: 2,
    tags: ['vip'],
    requirements: ['photo' as const, 'age' as const],
    minimum_age: 21,
    more_windows: [{ start: '18:00', end: '26:30' }],
    preferred_start: '10:00',
    preferred_end: '11:00',
    cash_amount: 1250,
    temperature_min_c: -25,
    temperature_max_c: -18,
    order_reference: 'O',
    order_step: 2,
    return_units: 1,
    window_end: '12:00',
    pickup_address: 'Shop',
    pickup_location: { lat: -6.1, lng: 106.7 },
    pickup_window_start: '08:00',
    pickup_window_end: '09:00',
    latest_date: '2026-03-05',
    custom: { door: '12B' },
  }
  const [header, row] = Papa.parse<string[]>(
    toCsv(
      [
        {
          ...delivery,
          ...said,
          parcels: [
            { ...parcel, code: 'P1' },
            { ...parcel, code: 'P2' },
          ],
        },
      ],
      context,
    ),
    { delimiter: ',' },
  ).data
  const cells: DeliveryCells = {}
  guessMapping([...deliveryColumns, ...customColumns(customFields)], header!).forEach((field, column) => {
    if (field) cells[field as DeliveryField] = row![column]
  })
  const read = readDeliveryRow(cells, { day: '2000-01-01', customFields })
  const given = { ...delivery, ...said }
  const fields = Object.entries(given).filter(
    ([field]) => !elsewhere.includes(field) && !(isElsewhere(field) && !(field in said)),
  )
  expect(row).toContain(delivery.wanted_driver_name)
  expect(row).toContain('P1 2 kg; P2 2 kg')
  expect(read).toMatchObject({
    ok: true,
    row: {
      ...Object.fromEntries(fields),
      parcels: [{ code: 'P1' }, { code: 'P2' }],
      client: 'Toko Satu',
      depot: 'West',
    },
  })
})

test('a workbook has days that Excel can sort, and no formulas', async () => {
  const file = await beginFile('xlsx', context)
  file.add([delivery])
  const { parts } = file.finish()
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  const { rows } = readWorkbook(bytes, { rows: 9, columns: 200, cells: 999, emptyRows: 9 })
  const [header, row] = rows.map(({ texts }) => texts)
  const cell = (name: string) => row![header!.indexOf(name)]
  expect([cell('scheduled_date'), cell('recipient_name'), cell('weight_kg')]).toEqual([
    '2026-03-02',
    delivery.recipient_name,
    '6.4',
  ])
  expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)).not.toContain('<f>')
})

test('the export has every column of the sample file, with the same names', () => {
  const [sample] = Papa.parse<string[]>(readFileSync('samples/jakarta-deliveries.csv', 'utf8'), { preview: 1 }).data
  const [header] = Papa.parse<string[]>(toCsv([], context)).data
  expect(header).toEqual(expect.arrayContaining(sample!))
})

test('no cell is run as a formula', () => {
  const [, row] = Papa.parse<string[]>(toCsv([delivery], context)).data
  expect(row).toContain(`'=HYPERLINK("http://example.com")`)
})

test('every page is read in order and reported', async () => {
  const told: string[] = []
  const numbers: number[] = []
  const pages = [
    { data: [delivery], next_cursor: 'b', total: 2 },
    { data: [{ ...delivery, number: 7 }], next_cursor: null, total: 2 },
  ]
  const all = await readAll(
    async (cursor) => pages[cursor === 'b' ? 1 : 0]!,
    (rows, done, total) => {
      numbers.push(...rows.map(({ number }) => number))
      told.push(`${done} of ${total}`)
    },
    new AbortController().signal,
  )
  expect([all, ...numbers]).toEqual([2, 1024, 7])
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
