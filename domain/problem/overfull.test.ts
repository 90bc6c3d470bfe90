import { expect, test } from 'vitest'
import { plannerDelivery } from '../testing/planner.ts'
import { overfullIn } from './overfull.ts'

const compartment = { name: 'Cold', temperature_min_c: 2, temperature_max_c: 8, capacity_kg: 10, capacity_l: null, capacity_units: null } // prettier-ignore
const van = { code: 'KA-1', capacity_kg: null, capacity_l: null, skills: [], compartments: [compartment] }
const milk = (id: string, weight_kg: number, fields = {}) =>
  plannerDelivery({ id, weight_kg, temperature_max_c: 8, temperature_min_c: 0, ...fields })
const drop = (delivery: ReturnType<typeof milk>) => ({ kind: 'delivery', delivery })
const pick = (delivery: ReturnType<typeof milk>) => ({ kind: 'pickup', delivery })

test('a compartment is overfull at the moment when most is on board', () => {
  const [one, other] = [milk('1', 6), milk('2', 6)]
  expect(overfullIn(van, [drop(one), drop(other)])).toEqual([
    { kind: 'capacity_kg', unit: 'kg', where: ' at 2 to 8 °C', carried: 12, most: 10 },
  ])
  expect(overfullIn(van, [pick(one), drop(one), pick(other), drop(other)])).toEqual([])
  expect(overfullIn(van, [drop(one), drop(milk('3', 6, { kind: 'return' }))])).toEqual([])
  expect(overfullIn(van, [drop(one), drop(milk('3', 90, { temperature_max_c: null, temperature_min_c: null }))])).toEqual([]) // prettier-ignore
})
