import { expect, test } from 'vitest'
import { emptyJob, problemsOfJob } from './job-draft.ts'

const good = { ...emptyJob, pickup: 'Jl. Sudirman 1', delivery: 'Jl. Thamrin 2', scheduledTime: '2026-12-01T10:30' }

test('addresses and a time are required, a driver is not', () => {
  expect(problemsOfJob(good)).toEqual({})
  expect(Object.keys(problemsOfJob(emptyJob))).toEqual(['pickup', 'delivery', 'scheduledTime'])
})

test('blank, overlong and impossible values are problems of their fields', () => {
  expect(problemsOfJob({ ...good, pickup: '   ' })).toHaveProperty('pickup')
  expect(problemsOfJob({ ...good, delivery: '🏠'.repeat(50_000) })).toHaveProperty('delivery')
  expect(problemsOfJob({ ...good, scheduledTime: '2026-13-45T99:99' })).toHaveProperty('scheduledTime')
})
