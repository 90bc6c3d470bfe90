import { expect, test } from 'vitest'
import { judge, rank, type Candidate, type Wanted } from './rules.ts'

const now = new Date('2026-03-15T03:00:00Z')
const wanted: Wanted = {
  location: { lat: 0, lng: 0 },
  skills: ['cold'],
  service_minutes: 5,
  kg: 20,
  l: 0,
  units: 0,
  temperature_min_c: null,
  temperature_max_c: null,
}

function driver(name: string, lng: number, more: Partial<Candidate> = {}): Candidate {
  const vehicle = {
    capacity_kg: 100,
    capacity_l: null,
    capacity_units: null,
    temperature_min_c: null,
    temperature_max_c: null,
    compartments: [],
    skills: ['cold'],
  }
  return {
    driver: {
      driver_id: name,
      name,
      position: { lat: 0, lng } as never,
      age_seconds: 10,
      shift: { id: 'shift', started_at: '', on_break_since: null, vehicle_id: null },
      route_id: null,
      next_stop: null,
      stops_done: 0,
      stops_left: 0,
    },
    plan_id: null,
    skills: [],
    vehicle,
    load: { kg: 50, l: 0, units: 0 },
    shift_ends_at: null,
    ...more,
  }
}
const judged = (candidate: Candidate, asked = wanted) => judge(candidate, asked, now, 40)

test('the nearest of those who can take it comes first, and who cannot comes last', () => {
  const near = driver('near', 0.01, { vehicle: null })
  const far = driver('far', 0.2)
  const middle = driver('middle', 0.1)
  expect(rank([far, near, middle].map((each) => judged(each))).map(({ name }) => name)).toEqual([
    'middle',
    'far',
    'near',
  ])
})

test('what is still to be delivered takes room', () => {
  expect(judged(driver('a', 0.01))).toMatchObject({ free_kg: 50, free_l: null, doubts: [], is_suitable: true })
  const full = driver('b', 0.01, { load: { kg: 90, l: 0, units: 0 } })
  expect(judged(full)).toMatchObject({ free_kg: 10, doubts: ['over_capacity'], is_suitable: false })
})

test('a skill may come from the driver or the vehicle', () => {
  expect(judged(driver('a', 0.01, { vehicle: null, skills: ['cold'] })).is_suitable).toBe(true)
  expect(judged(driver('b', 0.01, { vehicle: null }))).toMatchObject({
    missing_skills: ['cold'],
    doubts: ['missing_skills'],
  })
})

test('a shift has to last until it is delivered, and a vehicle has to keep the temperature', () => {
  const ending = driver('a', 0.1, { shift_ends_at: new Date('2026-03-15T03:15:00Z') })
  expect(judged(ending).doubts).toEqual(['shift_ends'])
  const frozen = { ...wanted, temperature_min_c: -20, temperature_max_c: -15 }
  expect(judged(driver('b', 0.01), frozen).doubts).toEqual(['temperature'])
})
