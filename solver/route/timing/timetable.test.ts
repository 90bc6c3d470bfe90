import { expect, test } from 'vitest'
import { buildProblem } from '../../model/build-problem.ts'
import { line } from '../../testing/line.ts'
import { timetable } from './timetable.ts'
import type { VroomJob } from '../../json/vroom.ts'

const drive = (jobs: Partial<VroomJob>[], time_window?: [number, number]) => {
  const problem = buildProblem({
    vehicles: [{ id: 1, start_index: 0, end_index: 0, time_window }],
    jobs: jobs.map((job, i) => ({ id: i, location_index: i + 1, ...job })),
    matrices: line(4, 10),
  })
  return timetable(problem, 0, [...jobs.keys()])
}

test('without waiting, a vehicle leaves when its shift begins', () => {
  expect(drive([{}, { service: 5 }], [100, 900])).toMatchObject({ departure: 100, arrivals: [110, 120], finish: 145 })
})

test('a vehicle leaves later rather than wait for the first window', () => {
  expect(drive([{ time_windows: [[500, 600]] }], [100, 900])).toMatchObject({
    departure: 490,
    arrivals: [500],
    waitings: [0],
    finish: 510,
  })
})

test('an early window prevents leaving later, so the waiting stays on the road', () => {
  const jobs: Partial<VroomJob>[] = [{ time_windows: [[0, 50]] }, { time_windows: [[300, 400]] }]
  expect(drive(jobs)).toMatchObject({ departure: 40, arrivals: [50, 60], waitings: [0, 240], finish: 320 })
})

test('of several windows, the one that ends the route soonest counts', () => {
  const jobs: Partial<VroomJob>[] = [{ time_windows: [[0, 20], [200, 220]] }, { time_windows: [[210, 400]] }] // prettier-ignore
  expect(drive(jobs)).toMatchObject({ departure: 190, arrivals: [200, 210], waitings: [0, 0], finish: 230 })
})
