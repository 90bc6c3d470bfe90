import type { Operation } from '../schema/operation.ts'
import type { VroomPlan, VroomProblem } from '../schema/vroom.ts'

/** Two stops, one of them between 10:00 and 11:00, and a van that starts and ends at the warehouse. */
export const problemExample: VroomProblem = {
  vehicles: [{ id: 1, start: [106.8272, -6.1754], end: [106.8272, -6.1754], time_window: [32_400, 61_200] }],
  jobs: [
    { id: 1, location: [106.8231, -6.1908], service: 300 },
    { id: 2, location: [106.8456, -6.2088], service: 300, time_windows: [[36_000, 39_600]] },
  ],
}

const totals = {
  cost: 827,
  setup: 0,
  service: 600,
  duration: 827,
  waiting_time: 0,
  priority: 0,
  distance: 9198,
  delivery: [],
  pickup: [],
  violations: [],
}
const step = { setup: 0, waiting_time: 0, load: [], violations: [] }
const start: [number, number] = [106.8272, -6.1754]

/** The reply. */
export const planExample: VroomPlan = {
  code: 0,
  summary: { ...totals, routes: 1, unassigned: 0, computing_times: { loading: 3, solving: 997 } },
  unassigned: [],
  routes: [
    {
      vehicle: 1,
      ...totals,
      steps: [
        { type: 'start', location: start, arrival: 35_619, duration: 0, distance: 0, service: 0, ...step },
        {
          type: 'job',
          id: 2,
          location: [106.8456, -6.2088],
          arrival: 36_000,
          duration: 381,
          distance: 4234,
          service: 300,
          ...step,
        },
        {
          type: 'job',
          id: 1,
          location: [106.8231, -6.1908],
          arrival: 36_587,
          duration: 668,
          distance: 7427,
          service: 300,
          ...step,
        },
        { type: 'end', location: start, arrival: 37_046, duration: 827, distance: 9198, service: 0, ...step },
      ],
    },
  ],
}

/** A larger problem, half a minute after it was sent. */
export const operationExample: Operation = {
  id: '0199aa11-4444-7333-8444-555566667777',
  status: 'running',
  stops: 1000,
  vehicles: 43,
  time_limit_seconds: 60,
  iteration_limit: null,
  threads: 1,
  seed: 0,
  plan_mode: false,
  cancel_requested: false,
  progress: { elapsed_seconds: 29.8, iterations: 4_120_000, cost: 72_911, routes: 43, unassigned: 0 },
  failure: null,
  created_at: '2027-03-15T02:00:00.000Z',
  started_at: '2027-03-15T02:00:00.120Z',
  finished_at: null,
  expires_at: null,
  result: null,
}
