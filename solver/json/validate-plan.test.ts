import { expect, test } from 'vitest'
import { refusedPath } from '../testing/refused-path.ts'

const job = (id: number, more: object = {}) => ({ type: 'job', id, ...more })
const pickup = (more: object = {}) => ({ type: 'pickup', id: 1, ...more })
const delivery = (more: object = {}) => ({ type: 'delivery', id: 1, ...more })
const done = { lock: 'done' }
const bound = { lock: 'vehicle' }
const position = { lock: 'position' }

/** The path that is rejected in a small problem with these fields, vehicle steps and groups of job 1. */
function refusal(fields: object, steps: object[] = [], others: object[] = [], groups?: string[]): string {
  const problem = {
    vehicles: [
      { id: 1, start_index: 0, steps },
      { id: 2, start_index: 0, steps: others },
    ],
    jobs: [1, 2, 3].map((id) => ({ id, location_index: 1, ...(id === 1 && groups ? { groups } : {}) })),
    shipments: [{ pickup: { id: 1, location_index: 0 }, delivery: { id: 1, location_index: 1 }, groups: ['paint'] }],
    matrices: { car: { durations: [[0, 1], [1, 0]] } }, // prettier-ignore
    ...fields,
  }
  return refusedPath(problem)
}

test.each<[string, object[], object[]?]>([
  ['accepted', [pickup(done), job(1, position), delivery({ lock: 'loaded' }), job(2, bound), job(3)]],
  ['vehicles[0].steps[0].lock', [job(1, { lock: 'shut' })]],
  ['vehicles[0].steps[0].lock', [{ type: 'start', lock: 'done' }]],
  ['vehicles[0].steps[0].lock', [pickup({ lock: 'loaded' })]],
  ['vehicles[0].steps[0].lock', [delivery({ lock: 'loaded' })]],
  ['vehicles[0].steps[0].lock', [delivery(position)]],
  ['vehicles[0].steps[1].lock', [job(1), job(2, done)]],
  ['vehicles[0].steps[1].lock', [job(1, position), job(2, done)]],
  ['vehicles[0].steps[1].lock', [job(1, bound), job(2, position)]],
  ['vehicles[0].steps[0].arrival', [job(1, { ...bound, arrival: 3 })]],
  ['vehicles[0].steps[0].departure', [job(1, { departure: 3 })]],
  ['vehicles[0].steps[0].departure', [job(1, { ...done, arrival: 3, departure: 2 })]],
  ['vehicles[0].steps[1].arrival', [job(1, { ...done, arrival: 3 }), job(2, { ...done, arrival: 2 })]],
  ['vehicles[1].steps[0]', [pickup(bound)], [delivery()]],
  ['vehicles[0].steps[0]', [delivery(bound), pickup(bound)]],
])('locks: %s', (path, steps, others) => {
  expect(refusal({}, steps, others)).toBe(path)
})

const route = (...steps: object[]) => ({ routes: [{ vehicle: 1, steps }] })

test.each<[string, object, string[]?]>([
  ['accepted', { groups: { apart: [['paint', 'milk']], together: ['milk'] } }, ['milk']],
  ['groups.rules', { groups: { rules: [] } }],
  ['groups.together[0]', { groups: { together: ['milc'] } }, ['milk']],
  ['groups.together[1]', { groups: { together: ['milk', 'milk'] } }, ['milk']],
  ['groups.apart[0]', { groups: { apart: [['milk']] } }, ['milk']],
  ['groups.apart[0][1]', { groups: { apart: [['paint', 'milc']] } }, ['milk']],
  ['jobs[0].groups', { groups: { apart: [['paint', 'milk']] } }, ['milk', 'paint']],
  ['jobs[0].groups[0]', {}, ['']],
  ['accepted', { compactness: { cost_per_hour: 0 } }],
  ['compactness.cost_per_hour', { compactness: {} }],
  ['compactness.cost_per_hour', { compactness: { cost_per_hour: 1.5 } }],
  ['compactness.cost_per_hour', { compactness: { cost_per_hour: 1e7 } }],
  ['compactness.strength', { compactness: { strength: 1 } }],
  ['balance.of', { balance: { of: 'stops', strength: 1 } }],
  ['balance.of', { balance: { of: 'load', strength: 1 } }],
  ['balance.strength', { balance: { of: 'tasks', strength: -1 } }],
  ['balance.strength', { balance: { of: 'tasks' } }],
  ['accepted', { previous: { ...route(job(1, { promised: 5 })), promise_tolerance: 3, max_moved: 0 } }],
  ['previous.routes', { previous: {} }],
  ['previous.routes[0].vehicle', { previous: { routes: [{ vehicle: 7, steps: [] }] } }],
  ['previous.routes[0].steps[0]', { previous: route(job(9)) }],
  ['previous.routes[0].steps[1]', { previous: route(job(1), job(1)) }],
  ['previous.routes[0].steps[0].lock', { previous: route(job(1, bound)) }],
  ['previous.routes[0].steps[0].promised', { previous: route(job(1, { promised: 5 })) }],
  ['previous.promise_tolerance', { previous: { ...route(job(1)), promise_tolerance: 5 } }],
  ['previous.max_moved', { previous: { ...route(job(1)), max_moved: 0.5 } }],
])('rules on the plan: %s', (path, fields, groups) => {
  expect(refusal(fields, [], [], groups)).toBe(path)
})

test('rejects a promise outside all windows of its job, and groups locked to several vehicles', () => {
  const jobs = [{ id: 1, location_index: 1, time_windows: [[0, 10]], groups: ['pair'] }, { id: 2, location_index: 1, groups: ['pair'] }] // prettier-ignore
  const previous = { ...route(job(1, { promised: 50 })), promise_tolerance: 3 }
  expect(refusal({ jobs, previous })).toBe('previous.routes[0].steps[0].promised')
  expect(refusal({ jobs, groups: { together: ['pair'] } }, [job(1, bound)], [job(2, bound)])).toBe('groups.together')
})
