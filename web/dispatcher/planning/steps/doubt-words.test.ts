import { expect, test } from 'vitest'
import type { Plan } from '#domain/schema/plan.ts'
import { doubtSentence } from './doubt-words.ts'

function plan(numbers: number[]): Pick<Plan, 'doubtful_stops' | 'routes'> {
  const stops = numbers.map((number) => ({
    delivery_id: `id ${number}`,
    delivery_number: number,
    location_source: 'geocoder',
    location_confidence: 0.5,
    location_kind: 'street',
    location_flags: [],
  }))
  const doubtful_stops = numbers.map((number) => ({
    route_id: 'r',
    driver_name: 'Budi',
    sequence: 1,
    delivery_id: `id ${number}`,
  }))
  return { doubtful_stops, routes: [{ stops }] as unknown as Plan['routes'] }
}

test('doubtful stops are counted, and the first ones named', () => {
  expect(doubtSentence(plan([12]))).toBe('1 stop has a doubtful position: #12 (street only).')
  expect(doubtSentence(plan([1, 2, 3, 4, 5]))).toBe(
    '5 stops have doubtful positions: #1 (street only), #2 (street only), #3 (street only), 2 more.',
  )
})
