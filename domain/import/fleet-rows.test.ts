import { expect, test } from 'vitest'
import { guessMapping } from './columns.ts'
import { depotColumns, readDepotRow } from './depot-rows.ts'
import { driverColumns, readDriverRow } from './driver-rows.ts'
import { readVehicleRow, vehicleColumns } from './vehicle-rows.ts'
import { sayNextDay } from '../time.ts'

test('the new fields of a fleet are read from cells as people write them', () => {
  const driver = readDriverRow({
    name: 'Budi',
    shift_start: '18:00',
    shift_end: '26:00',
    week: 'Sat 22:00-06:00',
    max_stops: '40',
    max_territories: '2',
    max_shift_hours: '9,5',
    speed_factor: '0.9',
  })
  expect(driver).toMatchObject({
    ok: true,
    row: { shift_end: '26:00', max_stops: 40, max_territories: 2, max_shift_minutes: 570, speed_factor: 0.9 },
  })
  expect(driver).toHaveProperty('row.week.sat', { start: '22:00', end: '30:00' })
  const pay = { cost_per_stop: '1.80', cost_per_parcel: '0,25' }
  expect(readVehicleRow({ code: 'KA-2', ...pay }, { currency: 'USD' })).toHaveProperty('row', {
    code: 'KA-2',
    cost_per_stop: 180,
    cost_per_parcel: 25,
  })
  const cells = {
    code: 'KA-1',
    cost_per_km: '3.50',
    cost_fixed: '1 200',
    reloads: 'yes',
    max_trips: '3',
    last_in_first_out: 'no',
  }
  expect(readVehicleRow(cells, { currency: 'USD' })).toMatchObject({
    ok: true,
    row: { cost_per_km: 350, cost_fixed: 120_000, reloads: true, max_trips: 3, last_in_first_out: false },
  })
  expect(readVehicleRow({ code: 'KA-1', cost_per_km: '350' }, { currency: 'JPY' })).toHaveProperty(
    'row.cost_per_km',
    350,
  )
  expect(readDepotRow({ name: 'North', opens: '18:00', closes: '28:00' })).toHaveProperty('row.closes', '28:00')
})

test('what is wrong with the new fields is said at their column', () => {
  const driver = readDriverRow({ name: 'B', week: 'whenever', max_driving_hours: '900', speed_factor: '9' })
  expect(driver).toMatchObject({ ok: false })
  expect(driver.ok || driver.problems.map(({ field }) => field)).toEqual(['week', 'max_driving_hours', 'speed_factor'])
  const vehicle = readVehicleRow({ code: 'K', reloads: 'maybe', temperature_min_c: '8', temperature_max_c: '2' })
  expect(vehicle.ok || vehicle.problems.map(({ field }) => field)).toEqual(['reloads', 'temperature_max_c'])
})

test('columns are recognized by many names', () => {
  expect(
    guessMapping(driverColumns, ['Nama', 'No. HP', 'E-mail', 'Plat Nomor', 'Start time', 'Until', 'Color']),
  ).toEqual(['name', 'phone', 'email', 'vehicle', 'shift_start', 'shift_end', null])
  expect(guessMapping(vehicleColumns, ['Vehicle ID', 'License plate', 'Jenis', 'Payload'])).toEqual([
    'code',
    'plate',
    'type',
    'capacity_kg',
  ])
  expect(guessMapping(depotColumns, ['Warehouse', 'Alamat', 'Google Maps link', 'Opening'])).toEqual([
    'name',
    'address',
    'coordinates',
    'opens',
  ])
})

test.each([
  ['drivers', driverColumns],
  ['vehicles', vehicleColumns],
  ['depots', depotColumns],
] as const)('the columns of %s are recognized by field and by label, and none by two names', (_kind, columns) => {
  const fields = columns.map(({ field }) => field)
  expect(guessMapping<string>(columns, fields)).toEqual(fields)
  expect(
    guessMapping<string>(
      columns,
      columns.map(({ label }) => label),
    ),
  ).toEqual(fields)
  const names = columns.flatMap(({ aliases }): readonly string[] => aliases)
  expect(names).toHaveLength(new Set(names).size)
})

test('a driver is read with only what the row gives', () => {
  const cells = { name: ' Budi ', phone: '0062 811-0009-001', shift_start: '8.30', vehicle: 'B 9101 KRT', email: '' }
  expect(readDriverRow(cells)).toEqual({
    ok: true,
    row: { name: 'Budi', phone: '+628110009001', shift_start: '08:30', vehicle: 'B 9101 KRT' },
  })
})

test.each([
  [{ name: '' }, 'name', 'Enter a name.'],
  [{ name: 'B', phone: 'call me' }, 'phone', /country code/],
  [{ name: 'B', email: 'b@' }, 'email', /Enter an email address/],
  [{ name: 'B', shift_start: 'early' }, 'shift_start', /not a time/],
  [
    { name: 'B', shift_start: '17:00', shift_end: '09:00' },
    'shift_end',
    `The shift ends before it starts. ${sayNextDay}`,
  ],
])('a driver with %j is refused', (cells, field, message) => {
  expect(readDriverRow(cells)).toEqual({
    ok: false,
    problems: [{ field, message: message instanceof RegExp ? expect.stringMatching(message) : message }],
  })
})

test.each([
  ['Sepeda Motor', 'motorcycle'],
  ['LORRY', 'truck'],
  ['cargo-bike', 'bicycle'],
  ['Van', 'van'],
])('the type %s is %s', (type, read) => {
  expect(readVehicleRow({ code: 'A', type })).toMatchObject({ row: { type: read } })
})

test.each([
  [{ type: 'van' }, 'code', 'Enter a code or a plate.'],
  [{ code: 'A', type: 'spaceship' }, 'type', 'Type is one of motorcycle, car, van, truck and bicycle.'],
  [{ code: 'A', capacity_kg: '-1' }, 'capacity_kg', 'Weight cannot be negative.'],
  [{ code: 'A', capacity_l: 'lots' }, 'capacity_l', 'The volume is not a number.'],
  [{ code: 'A', fuel_level: '120 L' }, 'fuel_level', 'Fuel level is a number from 0 to 100.'],
  [{ code: 'A', last_maintenance_on: 'May' }, 'last_maintenance_on', 'Enter a day like 2026-03-15.'],
])('a vehicle with %j is refused', (cells, field, message) => {
  expect(readVehicleRow(cells)).toEqual({ ok: false, problems: [{ field, message }] })
})

test('a fuel level may have a percent sign', () => {
  expect(readVehicleRow({ code: 'A', fuel_level: '82,5 %' })).toMatchObject({ row: { fuel_level: 82.5 } })
})

test('a depot is read, and needs no position if it is known', () => {
  expect(readDepotRow({ name: 'Hub', address: 'Jl. A', coordinates: '6P58QRVW+2X', opens: '6:00' })).toEqual({
    ok: true,
    row: { name: 'Hub', address: 'Jl. A', location: { lat: -6.207437, lng: 106.847438 }, opens: '06:00' },
  })
  expect(readDepotRow({ name: 'Hub', opens: '06:00' })).toEqual({ ok: true, row: { name: 'Hub', opens: '06:00' } })
  expect(readDepotRow({ name: 'Hub', lat: '-96', lng: '1' })).toMatchObject({ problems: [{ field: 'lat' }] })
  expect(readDepotRow({ name: 'Hub', opens: '9:00', closes: '8:00' })).toMatchObject({
    problems: [{ field: 'closes' }],
  })
})

test('formulas, markup and very long texts are text, or refused', () => {
  for (const name of ["'=HYPERLINK(1)", '<b>x</b>', '東京 🚚']) {
    expect(readDriverRow({ name })).toMatchObject({ ok: true, row: { name: name.replace("'=", '=') } })
  }
  expect(readDriverRow({ name: 'x'.repeat(10_000) })).toMatchObject({ ok: false, problems: [{ field: 'name' }] })
  expect(readDriverRow({ name: 'B', vehicle: 'x'.repeat(100) })).toMatchObject({ problems: [{ field: 'vehicle' }] })
})
