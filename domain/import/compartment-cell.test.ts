import { expect, test } from 'vitest'
import { toCompartments } from './compartment-cell.ts'

const none = { capacity_kg: null, capacity_l: null, capacity_units: null }

test('compartments are read from one cell', () => {
  expect(toCompartments('Cold: 2-8 °C, 200 kg, 500,5 L; Frozen: -25 to -18; Hot: ≥ 60, 12 pcs')).toEqual([
    { name: 'Cold', temperature_min_c: 2, temperature_max_c: 8, ...none, capacity_kg: 200, capacity_l: 500.5 },
    { name: 'Frozen', temperature_min_c: -25, temperature_max_c: -18, ...none },
    { name: 'Hot', temperature_min_c: 60, temperature_max_c: null, ...none, capacity_units: 12 },
  ])
})

test.each(['Cold', 'Cold: chilly', 'Cold: 2-8, big', ': 2-8', 'Cold: 2-8; Frozen'])('%s is no compartment', (text) => {
  expect(toCompartments(text)).toBeUndefined()
})
