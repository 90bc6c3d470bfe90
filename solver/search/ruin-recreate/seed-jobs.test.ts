import { expect, test } from 'vitest'
import { makeSeedJobs } from './seed-jobs.ts'
import { Random } from '../../math/random.ts'

const drawn = (jobCount: number, count: number) => {
  const draw = makeSeedJobs(jobCount, new Random(1))
  return Array.from({ length: count }, draw)
}

test('256 jobs in a row are drawn near each other, and the next ones elsewhere', () => {
  const firsts = [0, 1, 2, 3].map((window) => {
    const jobs = drawn(10_000, 1024).slice(256 * window, 256 * (window + 1))
    const offsets = jobs.map((job) => (job - jobs[0]! + 15_000) % 10_000)
    expect(Math.max(...offsets) - Math.min(...offsets)).toBeLessThan(256)
    return jobs[0]!
  })
  firsts.forEach((a, i) => firsts.slice(0, i).forEach((b) => expect(Math.abs(a - b)).toBeGreaterThan(256)))
})

test.each([1, 40, 1499, 1500, 2001])('each of %i jobs is drawn about as often as any other', (jobCount) => {
  const times = new Int32Array(jobCount)
  for (const job of drawn(jobCount, 400 * jobCount)) times[job]!++
  expect(Math.min(...times)).toBeGreaterThan(280)
  expect(Math.max(...times)).toBeLessThan(520)
})
