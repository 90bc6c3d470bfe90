import { expect, test } from 'vitest'
import { guessMapping } from './columns.ts'
import { fuelColumns, readFuelRow, toAmount } from './fuel-rows.ts'

const context = { language: 'id' as never, currency: 'EUR', timeZone: 'Asia/Jakarta' }
const read = (cells: object) => readFuelRow(cells, context)

test('a row of a card provider is read with a decimal comma, a unit and a local time', () => {
  const cells = {
    filled_at: '15.03.2026',
    time: '08:42',
    card: '7002  1234',
    quantity: '42,5',
    unit: 'Litre',
    is_full: 'Nein',
    cost: '1.063,40 €',
  }
  expect(read(cells)).toMatchObject({
    ok: true,
    row: {
      filled_at: '2026-03-15T01:42:00.000Z',
      card: '7002 1234',
      quantity: 42.5,
      unit: 'l',
      is_full: false,
      cost: 106_340,
    },
  })
  const charged = {
    filled_at: '2026-03-15T08:42:00Z',
    vehicle: 'KA-1',
    quantity: '31.2',
    unit: 'kWh',
    cost: '1250',
    currency: 'jpy',
  }
  expect(read(charged)).toMatchObject({
    ok: true,
    row: { filled_at: '2026-03-15T08:42:00.000Z', unit: 'kwh', cost: 1250, currency: 'JPY' },
  })
  expect(read({ filled_at: '2026-03-15 23:30', card: 'x', quantity: '1' })).toMatchObject({
    row: { filled_at: '2026-03-15T16:30:00.000Z', unit: 'l', is_full: true },
  })
})

test.each([
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['€ 12,50', 12.5],
  ['-3,5', -3.5],
  ['12 345,6', 12_345.6],
  ['abc', undefined],
  ['1,2,3', undefined],
])('%s is %s', (text, amount) => expect(toAmount(text)).toBe(amount))

test.each([
  [{ card: 'x', quantity: '1' }, 'filled_at'],
  [{ filled_at: 'soon', card: 'x', quantity: '1' }, 'filled_at'],
  [{ filled_at: '2026-03-15', quantity: '1' }, 'vehicle'],
  [{ filled_at: '2026-03-15', card: 'x', quantity: '-1' }, 'quantity'],
  [{ filled_at: '2026-03-15', card: 'x', quantity: '1', unit: 'barrels' }, 'unit'],
  [{ filled_at: '2026-03-15', card: 'x', quantity: '1', is_full: 'half' }, 'is_full'],
  [{ filled_at: '2026-03-15', card: 'x', quantity: '1', cost: '-5' }, 'cost'],
  [{ filled_at: '2026-03-15', card: 'x', quantity: '1', currency: 'Euros' }, 'currency'],
  [{ filled_at: '2026-03-15', card: 'x', quantity: '1', lat: '5' }, 'lng'],
])('a row with %j is refused at its column', (cells, field) => {
  const row = read(cells)
  expect(row.ok || row.problems.map((each) => each.field)).toContain(field)
})

test('columns are recognized by many names', () => {
  expect(
    guessMapping(fuelColumns, ['Transaction date', 'Uhrzeit', 'Card No.', 'Liters', 'Total', 'Mileage', 'Station']),
  ).toEqual(['filled_at', 'time', 'card', 'quantity', 'cost', 'odometer_km', 'place'])
  const names = fuelColumns.flatMap(({ aliases }): readonly string[] => aliases)
  expect(names).toHaveLength(new Set(names).size)
})
