import { expect, test } from 'vitest'
import { deliveryParts } from './delivery-parts.ts'
import { planner, toValues } from './delivery-values.ts'

const values = toValues(undefined, { day: '2026-03-02', service_minutes: 5 })
const parts = deliveryParts(
  (id) => `Driver ${id}`,
  (id) => `Scope ${id}`,
  (amount) => `${amount} cents`,
)

test('every field of the form can be decided about', () => {
  expect(parts.flatMap(({ fields }) => fields).toSorted()).toEqual(Object.keys(values).toSorted())
})

test('values are written as the form shows them', () => {
  const shown = (change: Partial<typeof values>) =>
    Object.fromEntries(parts.map(({ label, show }) => [label, show({ ...values, ...change })]))
  expect(shown({})).toMatchObject({
    Recipient: '',
    Position: '',
    Day: 'Mon 2 Mar 2026',
    'Not before': '',
    Priority: 'Normal',
    Driver: 'Let the planner decide',
  })
  expect(shown({ wanted_driver_id: '7', weight_kg: 1.5, delivery_location: { lat: -6.2, lng: 106.8 } })).toMatchObject({
    Driver: 'Driver 7',
    Weight: '1.5 kg',
    Position: '-6.20000, 106.80000',
  })
  expect(values.wanted_driver_id).toBe(planner)
})
