import { expect, test } from 'vitest'
import { lateCauseOf, lateCauses, type Lateness } from './late-cause.ts'

const minutes = (count: number) => count * 60
const late: Lateness = {
  planned_late_seconds: minutes(-10),
  delay_seconds: minutes(30),
  start_seconds: 0,
  service_seconds: 0,
  isAddressBad: false,
  leg_seconds: 0,
}

test('the largest part of the delay is the cause, and what no part explains is driving', () => {
  expect(lateCauseOf(late)).toBe('driving')
  expect(lateCauseOf({ ...late, start_seconds: minutes(16) })).toBe('start')
  expect(lateCauseOf({ ...late, start_seconds: minutes(14) })).toBe('driving')
  expect(lateCauseOf({ ...late, service_seconds: minutes(20) })).toBe('service')
  expect(lateCauseOf({ ...late, isAddressBad: true, leg_seconds: minutes(16) })).toBe('address')
  expect(lateCauseOf({ ...late, isAddressBad: true, leg_seconds: minutes(2) })).toBe('driving')
})

test('a plan that arrives after the promise is the cause, whatever happened on the way', () => {
  const planned = { ...late, planned_late_seconds: 1, start_seconds: minutes(60) }
  expect(lateCauseOf(planned)).toBe('plan')
  expect(lateCauseOf({ ...planned, planned_late_seconds: null })).toBe('plan')
})

test('of equal parts the first counts, and whatever is unknown, there is exactly one cause', () => {
  expect(lateCauseOf({ ...late, start_seconds: minutes(15), service_seconds: minutes(15) })).toBe('start')
  const values = [null, minutes(-5), 0, minutes(5), minutes(40)]
  for (const planned_late_seconds of values)
    for (const delay_seconds of values)
      for (const start_seconds of values)
        for (const service_seconds of values)
          for (const isAddressBad of [true, false]) {
            const known = { planned_late_seconds, delay_seconds, start_seconds, service_seconds, isAddressBad }
            expect(lateCauses).toContain(lateCauseOf({ ...known, leg_seconds: null }))
          }
})
