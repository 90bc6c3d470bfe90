import { expect, test } from 'vitest'
import { buildProblem } from './build-problem.ts'
import { findNeighbors } from './neighbors.ts'
import { neighborsAmong } from './neighbors-among.ts'
import { plainProblem } from '../testing/plain-problem.ts'

test('each job of a part has other jobs of the part as neighbors, each once, its nearest first', () => {
  const all = findNeighbors(buildProblem(plainProblem(3, 80)), 20)
  const jobs = Array.from({ length: 30 }, (_, j) => 2 * j + 7)
  const { width, list } = neighborsAmong(all, jobs)
  expect(width).toBe(29)
  for (let j = 0; j < jobs.length; j++) {
    const own = Array.from(list.subarray(j * width, (j + 1) * width))
    expect(own.toSorted((a, b) => a - b)).toEqual(jobs.map((_, other) => other).filter((other) => other !== j))
    const ofAll = Array.from(all.list.subarray(jobs[j] * 20, (jobs[j] + 1) * 20))
    const nearest = ofAll.filter((job) => jobs.includes(job))
    expect(own.slice(0, nearest.length).map((other) => jobs[other])).toEqual(nearest)
  }
})

test('a part of one job has no neighbors', () => {
  const all = findNeighbors(buildProblem(plainProblem(3, 8)), 20)
  expect(neighborsAmong(all, [3])).toEqual({ width: 0, list: new Int32Array(0) })
})
