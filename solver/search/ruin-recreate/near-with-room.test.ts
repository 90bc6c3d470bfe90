import { expect, test } from 'vitest'
import { buildProblem } from '../../model/build-problem.ts'
import { makeCity } from '../../bench/city.ts'
import { makeNearWithRoom } from './near-with-room.ts'
import { RouteAdmission } from './route-admission.ts'
import { searchParts } from '../../testing/search-parts.ts'
import type { VroomInput } from '../../json/vroom.ts'

/** Plans all jobs but every third one, and compares what is found with what a simple loop finds. */
function compare(input: VroomInput) {
  const { solution, state, recreate, neighbors } = searchParts(buildProblem(input), 1)
  recreate.first(() => false)
  const { problem, routeOf } = solution
  for (let job = 0; job < problem.jobCount; job += 3) if (routeOf[job] >= 0) solution.remove(job)
  const admission = new RouteAdmission(solution, state, undefined)
  const near = makeNearWithRoom(solution, neighbors, admission, neighbors.width)
  const { most } = admission
  let found = 0
  for (let job = 0; job < problem.jobCount; job += 3) {
    const expected = Array.from({ length: neighbors.width }, (_, k) => k).filter((k) => {
      const vehicle = routeOf[neighbors.list[job * neighbors.width + k]]
      return vehicle >= 0 && (!most || solution.delivered[vehicle] + problem.delivery[job] <= most[vehicle])
    })
    const count = near.find(job)
    expect(Array.from(near.found.subarray(0, count))).toEqual(expected)
    found += count
  }
  return { isSimple: most !== undefined, found, all: Math.ceil(problem.jobCount / 3) * neighbors.width }
}

test('where loads are simple, near jobs count if their route has room', () => {
  const { isSimple, found, all } = compare(makeCity(60, 1).problem)
  expect(isSimple).toBe(true)
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(all)
})

test('where loads depend on the position, near jobs count if they are planned', () => {
  const input = makeCity(60, 1).problem
  input.jobs.forEach((job, j) => j % 2 && Object.assign(job, { pickup: job.delivery, delivery: undefined }))
  const { isSimple, found, all } = compare(input)
  expect(isSimple).toBe(false)
  expect(found).toBeGreaterThan(all / 3)
})
