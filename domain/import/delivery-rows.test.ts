import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { guessMapping } from './columns.ts'
import { toCsvCell } from './csv-cell.ts'
import type { DeliveryRow } from '../schema/delivery.ts'
import {
  deliveryColumns,
  deliveryKeys,
  joinParcels,
  readDeliveryRow,
  readMergedRow,
  type DeliveryCells,
} from './delivery-rows.ts'
import { matchRows } from './match.ts'

const day = '2026-03-15'

function readSample(name: string) {
  const [header, ...rows] = Papa.parse<string[]>(readFileSync(`samples/${name}`, 'utf8'), { skipEmptyLines: true }).data
  const mapping = guessMapping(deliveryColumns, header!)
  return rows.map((row) => {
    const cells: DeliveryCells = {}
    mapping.forEach((field, at) => {
      if (field) cells[field] = row[at]
    })
    return { cells, result: readDeliveryRow(cells, { day }) }
  })
}

test('every row of the sample file is valid', () => {
  const rows = readSample('jakarta-deliveries.csv')
  expect(rows).toHaveLength(120)
  expect(rows.filter(({ result }) => !result.ok)).toEqual([])
  expect(rows[0]!.result).toMatchObject({
    row: {
      reference: 'ORD-0001',
      delivery_location: { lat: -6.1754, lng: 106.8272 },
      recipient_phone: '+628110000001',
      scheduled_date: day,
      window_start: '14:00',
      window_end: '16:30',
      service_minutes: 5,
      weight_kg: 6.4,
      volume_l: 36.7,
      priority: 2,
    },
  })
})

test('each bad row of the bad file gets the right message', () => {
  const rows = readSample('deliveries-bad.csv')
  const problems = Object.fromEntries(
    rows.flatMap(({ cells, result }) => (result.ok ? [] : [[cells.reference, result.problems]])),
  )
  expect(problems).toEqual({
    'BAD-1': [{ field: 'delivery_address', message: 'Enter the delivery address.' }],
    'BAD-2': [{ field: 'lat', message: 'Latitude must be between -90 and 90.' }],
    'BAD-3': [{ field: 'window_end', message: expect.stringMatching('^The time window ends before it starts') }],
    'BAD-4': [{ field: 'weight_kg', message: 'Weight cannot be negative.' }],
    'BAD-5': [{ field: 'recipient_phone', message: 'Enter one phone number, like +62 811 0000 001.' }],
    'BAD-6': [
      {
        field: 'window_start',
        message: 'Window start is not a time. Write it like 17:00, or 26:30 for 02:30 the next day.',
      },
      {
        field: 'window_end',
        message: 'Window end is not a time. Write it like 17:00, or 26:30 for 02:30 the next day.',
      },
    ],
  })
})

test('the second row with a reference repeats the first', () => {
  const references = readSample('deliveries-bad.csv').map(({ cells }) => cells.reference || null)
  const matches = matchRows(references.map((reference) => deliveryKeys({ reference })))
  expect(matches.map((match) => match.kind === 'repeated' && match.earlier)).toEqual([
    ...Array.from({ length: 7 }, () => false),
    6,
    false,
    false,
  ])
  expect(matchRows([null, null].map((reference) => deliveryKeys({ reference })))).toEqual([
    { kind: 'new' },
    { kind: 'new' },
  ])
})

test('formulas, quotes, line breaks and other alphabets are read as text', () => {
  const addresses = readSample('deliveries-bad.csv').flatMap(({ result }) =>
    result.ok ? [result.row.delivery_address] : [],
  )
  expect(addresses).toContain('=HYPERLINK("http://example.com")')
  expect(addresses).toContain('Jl. "Kebon" Sirih, No. 5\nMenteng')
  expect(addresses).toContain('Jl. Łódź 東京 🚚')
})

test('columns are recognized by many names, and each field is guessed once', () => {
  expect(
    guessMapping(deliveryColumns, [
      'Order ID',
      'SHIP-TO',
      'Latitude',
      'lon',
      'Customer Name',
      'No. HP',
      'Berat',
      'Color',
    ]),
  ).toEqual(['reference', 'delivery_address', 'lat', 'lng', 'recipient_name', 'recipient_phone', 'weight_kg', null])
  expect(guessMapping(deliveryColumns, ['name', 'recipient_name'])).toEqual([null, 'recipient_name'])
  expect(guessMapping(deliveryColumns, ['Address', 'address'])).toEqual(['delivery_address', null])
  expect(
    guessMapping(
      deliveryColumns,
      deliveryColumns.map(({ field }) => field),
    ),
  ).toEqual(deliveryColumns.map(({ field }) => field))
})

test.each([
  ['9:00', '09:00'],
  ['09.30', '09:30'],
  ['0900', '09:00'],
  ['14:00:00', '14:00'],
  ['9 am', '09:00'],
  ['12 AM', '00:00'],
  ['2:30 p.m.', '14:30'],
])('the time %j is %s', (written, read) => {
  expect(readDeliveryRow({ delivery_address: 'A', window_start: written }, { day })).toMatchObject({
    row: { window_start: read },
  })
})

test.each(['48:00', '9', '13 pm', '9:75', 'noon', '-1:00'])('%j is not a time', (written) => {
  expect(readDeliveryRow({ delivery_address: 'A', window_start: written }, { day }).ok).toBe(false)
})

test.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1 200', 1200],
])('the number %j is %s', (written, read) => {
  expect(readDeliveryRow({ delivery_address: 'A', weight_kg: written }, { day })).toMatchObject({
    row: { weight_kg: read },
  })
})

test.each(['heavy', '1e3', '0x10', '1,2,3', 'NaN', 'Infinity'])('%j is not a number', (written) => {
  expect(readDeliveryRow({ delivery_address: 'A', weight_kg: written }, { day }).ok).toBe(false)
})

test('half a position is rejected, and none is fine', () => {
  expect(readDeliveryRow({ delivery_address: 'A', lat: '1' }, { day })).toEqual({
    ok: false,
    problems: [{ field: 'lng', message: 'A position needs both latitude and longitude.' }],
  })
  expect(readDeliveryRow({ delivery_address: 'A' }, { day })).toMatchObject({ row: { delivery_location: null } })
})

test('the day of a row overrides the day of the file', () => {
  expect(readDeliveryRow({ delivery_address: 'A', scheduled_date: '2026-04-01' }, { day })).toMatchObject({
    row: { scheduled_date: '2026-04-01' },
  })
  expect(readDeliveryRow({ delivery_address: 'A', scheduled_date: '1 April' }, { day }).ok).toBe(false)
})

test.each([
  '=1+1',
  '+cmd|calc',
  '-2+3*A1',
  '@SUM(A1)',
  '\tx',
  "'=1+1",
  'plain',
  '',
  "'quoted'",
  "O'Neil",
  '+628110000001',
  '-6.2',
  "''=x",
  '＝1+1',
  '＋cmd',
  '－cmd',
  '＠SUM(A1)',
  '\n=1+1',
])('the text %j is safe in a spreadsheet and comes back unchanged', (text) => {
  const cell = toCsvCell(text)
  if (!/^[-+]?[\d.,\s]+$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
  const read = readDeliveryRow({ delivery_address: 'A', notes: cell }, { day })
  expect(read).toMatchObject({ ok: true, row: { notes: text.trim() || null } })
})

test('numbers and empty values are written as they are', () => {
  expect(toCsvCell(-6.2)).toBe('-6.2')
  expect(toCsvCell(null)).toBe('')
})

test.each(['-6.2088, 106.8456', 'https://www.google.com/maps?q=-6.2088,106.8456', '−6,2088; 106,8456'])(
  'the position may be one text: %s',
  (coordinates) => {
    expect(readDeliveryRow({ delivery_address: 'A', coordinates }, { day })).toMatchObject({
      row: { delivery_location: { lat: -6.2088, lng: 106.8456 } },
    })
  },
)

test('a short plus code is looked for near the depot, and an unreadable position says why', () => {
  const cells = { delivery_address: 'A', coordinates: 'QRVW+2X' }
  expect(readDeliveryRow(cells, { day, near: { lat: -6.155, lng: 106.845 } })).toMatchObject({
    row: { delivery_location: { lat: -6.207437, lng: 106.847438 } },
  })
  expect(readDeliveryRow(cells, { day })).toMatchObject({ problems: [{ field: 'coordinates' }] })
  expect(readDeliveryRow({ ...cells, coordinates: 'https://maps.app.goo.gl/x' }, { day })).toEqual({
    ok: false,
    problems: [{ field: 'coordinates', message: expect.stringContaining('Short links cannot be read here') }],
  })
})

test('latitude and longitude win over the other column, and empty cells over nothing', () => {
  const both = { delivery_address: 'A', lat: '1', lng: '2', coordinates: '3, 4' }
  expect(readDeliveryRow(both, { day })).toMatchObject({ row: { delivery_location: { lat: 1, lng: 2 } } })
  const one = { delivery_address: 'A', lat: '', lng: ' ', coordinates: '3, 4' }
  expect(readDeliveryRow(one, { day })).toMatchObject({ row: { delivery_location: { lat: 3, lng: 4 } } })
})

const readCells = (cells: DeliveryCells, more = {}) =>
  readDeliveryRow({ delivery_address: 'A', ...cells }, { day, ...more })
const said = (cells: DeliveryCells, more = {}) => {
  const read = readCells(cells, more)
  if (!read.ok) return read.problems.map(({ field, message }) => `${field}: ${message}`)
  const { delivery_address: _, scheduled_date: __, ...row } = read.row
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
}
const usual = { priority: 2 }

test('a row says windows, also over midnight, in one cell', () => {
  expect(said({ windows: '09:00-12:00, 14.00 – 16.00' })).toEqual({
    ...usual,
    window_start: '09:00',
    window_end: '12:00',
    more_windows: [{ start: '14:00', end: '16:00' }],
  })
  expect(said({ windows: '22:00 to 02:00' })).toMatchObject({ window_start: '22:00', window_end: '26:00' })
  expect(said({ window_start: '9:00', window_end: '11:00', windows: '20:00-26:30' })).toMatchObject({
    window_end: '11:00',
    more_windows: [{ start: '20:00', end: '26:30' }],
  })
  expect(said({ window_start: '0.375', window_end: '1.0833333333' })).toMatchObject({
    window_start: '09:00',
    window_end: '26:00',
  })
  expect(said({ windows: '15:00-09:00' })).toEqual([expect.stringMatching('^window_end: The time window ends before')])
  expect(said({ windows: 'morning' })).toEqual(['windows: Write windows like 09:00-12:00, 14:00-16:00.'])
})

test('a row says everything else that an order can say', () => {
  const cells: DeliveryCells = {
    kind: 'Tukar',
    preferred: '10:00-11:00',
    ready_time: '06:30',
    setup_minutes: '3',
    max_ride_minutes: '45',
    max_detour_minutes: '10',
    units: '2',
    return_weight_kg: '1,5',
    return_units: '1',
    requirements: 'Foto; signature, age',
    minimum_age: '21',
    cash_amount: '150000.5',
    temperature: '-25 to -18 °C',
    tags: 'VIP; fragile',
    order_reference: 'O-7',
    order_step: '2',
    worth: '12',
    latest_date: '31/03/2026',
    pickup_address: 'Toko Satu',
    pickup_coordinates: '-6.2, 106.8',
    pickup_name: 'Sari',
    pickup_phone: '+62 811 0000 009',
    pickup_windows: '08:00-09:30',
    pickup_service_minutes: '4',
    'custom.door_code': '12B',
    'custom.lift': 'ya',
    'custom.floor': '3',
    'custom.size': 'LARGE',
  }
  const customFields = [
    { key: 'door_code', label: 'Door code', type: 'text' as const, options: [] },
    { key: 'lift', label: 'Lift', type: 'yes_no' as const, options: [] },
    { key: 'floor', label: 'Floor', type: 'number' as const, options: [] },
    { key: 'size', label: 'Size', type: 'choice' as const, options: ['Small', 'Large'] },
  ]
  expect(said(cells, { customFields })).toEqual({
    ...usual,
    kind: 'exchange',
    preferred_start: '10:00',
    preferred_end: '11:00',
    ready_time: '06:30',
    setup_minutes: 3,
    max_ride_minutes: 45,
    max_detour_minutes: 10,
    units: 2,
    return_weight_kg: 1.5,
    return_units: 1,
    requirements: ['photo', 'signature', 'age'],
    minimum_age: 21,
    cash_amount: 15_000_050,
    temperature_min_c: -25,
    temperature_max_c: -18,
    tags: ['vip', 'fragile'],
    order_reference: 'O-7',
    order_step: 2,
    worth: 1200,
    latest_date: '2026-03-31',
    pickup_address: 'Toko Satu',
    pickup_location: { lat: -6.2, lng: 106.8 },
    pickup_name: 'Sari',
    pickup_phone: '+628110000009',
    pickup_window_start: '08:00',
    pickup_window_end: '09:30',
    pickup_service_minutes: 4,
    custom: { door_code: '12B', lift: true, floor: 3, size: 'Large' },
  })
  expect(
    said({ kind: 'teleport', requirements: 'selfie', temperature: 'cold', 'custom.size': 'XXL' }, { customFields }),
  ).toEqual([
    'kind: The kind is delivery, return or exchange.',
    'requirements: Proof is photo, signature, PIN, scan, age or identity.',
    'temperature: Write temperatures like 2-8 or -25 to -18.',
    'custom.size: Size is one of: Small, Large.',
  ])
})

test('parcels are codes in one cell, or one in each row, which are joined by reference', () => {
  expect(said({ parcels: 'P1; P2' })).toMatchObject({ parcels: [{ code: 'P1' }, { code: 'P2' }] })
  const one = {
    reference: 'A',
    parcel_code: 'P3',
    parcel_weight_kg: '2',
    parcel_size: '30 x 20 x 10 cm',
    parcel_place: 'Back left shelf',
  }
  const parcel = {
    code: 'P3',
    weight_kg: 2,
    length_cm: 30,
    width_cm: 20,
    height_cm: 10,
    place: { row: 'back', side: 'left', level: 'shelf' },
  }
  expect(said(one)).toMatchObject({ parcels: [parcel] })
  expect(said({ parcels: 'P1; P1' })).toEqual(['parcels: Two parcels have the code “P1”.'])

  const row = (parcels: object[], more = {}) =>
    ({ reference: 'A', delivery_address: 'X', ...more, parcels }) as unknown as DeliveryRow
  const [first, second] = [{ code: 'P1' }, { code: 'P2' }]
  expect(joinParcels(row([first]), row([second], { delivery_address: '' }))).toMatchObject({
    row: { parcels: [first, second] },
  })
  expect(joinParcels(row([first]), row([first]))).toEqual({ problem: 'Two parcels have the code “P1”.' })
  expect(joinParcels(row([first]), row([second], { delivery_address: 'Y' }))).toEqual({
    problem: 'It has another address.',
  })
})

test('a row that is merged says only what its cells say', () => {
  expect(readMergedRow({ reference: 'A', notes: '', weight_kg: '3' }, { day })).toEqual({
    ok: true,
    row: { reference: 'A', weight_kg: 3 },
  })
  expect(readMergedRow({ notes: 'x' }, { day })).toMatchObject({ ok: false, problems: [{ field: 'reference' }] })
})

test('every name of a column leads to it, and to no other', () => {
  for (const { field, label, aliases } of deliveryColumns) {
    for (const name of [label, field, ...aliases])
      expect([name, ...guessMapping(deliveryColumns, [name])]).toEqual([name, field])
  }
})
