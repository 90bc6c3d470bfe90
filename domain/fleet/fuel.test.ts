import { expect, test } from 'vitest'
import { judgeFuel, type Filled, type Tank } from './fuel.ts'

const van: Tank = { code: 'KA-1', tank_l: 60, battery_kwh: null, is_electric: false }
const fill = (km: number | null, quantity: number, rest: Partial<Filled> = {}): Filled => ({
  filled_at: '2026-03-01T00:00:00Z',
  quantity,
  unit: 'l',
  is_full: true,
  km,
  is_read: true,
  away_m: null,
  ...rest,
})
const codes = (entries: Filled[], tank = van) =>
  judgeFuel(entries, tank).map(({ anomalies }) => anomalies.map(({ code }) => code))
const perKm = (entries: Filled[]) => judgeFuel(entries, van).map(({ per_100_km }) => per_100_km)

test('consumption is known from one full tank to the next, with what was filled in between', () => {
  expect(perKm([fill(1000, 40), fill(1500, 50), fill(1700, 10, { is_full: false }), fill(2000, 40)])).toEqual([
    null,
    10,
    null,
    10,
  ])
  // US gallons are liters by then. Without an odometer, nothing is known until the next two.
  expect(perKm([fill(1000, 40), fill(1500, 10, { unit: 'gal' })])).toEqual([null, 7.6])
  expect(perKm([fill(1000, 40), fill(null, 40), fill(2000, 40)])).toEqual([null, null, null])
  expect(perKm([fill(1000, 40), fill(1000, 5)])).toEqual([null, null])
})

test('what cannot be is odd, each with its reason', () => {
  const usual = [fill(1000, 40), fill(1500, 50), fill(2000, 50), fill(2500, 50)]
  expect(codes([...usual, fill(3000, 62)])).toEqual([[], [], [], [], []])
  expect(codes([...usual, fill(3000, 80)]).at(-1)).toEqual(['more_than_fits', 'high_consumption'])
  expect(codes([...usual, fill(3500, 40)]).at(-1)).toEqual(['low_consumption'])
  expect(codes([...usual, fill(2000, 40)]).at(-1)).toEqual(['odometer_backwards'])
  expect(codes([fill(1000, 40, { away_m: 4200 })])).toEqual([['far_away']])
  expect(codes([fill(1000, 40, { unit: 'kwh' })])).toEqual([['wrong_energy']])
  const electric = { code: 'KA-2', tank_l: null, battery_kwh: 50, is_electric: true }
  expect(codes([fill(1000, 65, { unit: 'kwh' }), fill(1100, 5)], electric)).toEqual([
    ['more_than_fits'],
    ['wrong_energy'],
  ])
  expect(judgeFuel([fill(1000, 80)], van)[0]!.anomalies[0]!.sentence).toBe(
    '80 L are more than the 60 L that KA-1 holds.',
  )
})
