import { offOf } from './working-time.ts'
import { whyOff } from '../why/off.ts'
import { expect, test } from 'vitest'
import { plannerDelivery, plannerDriver } from '../testing/planner.ts'
import { toProblem } from '../to-problem.ts'
import { tokenCostPerHour } from './costs.ts'
import { Overtime } from '../schema/overtime.ts'
import type { PlannerSettings } from './settings.ts'
import type { PlannerDelivery, PlannerDriver, PlannerVehicle } from './types.ts'

const day = '2026-03-16'
const usual: PlannerSettings = { time_zone: 'Asia/Jakarta', speed_kmh: 40 }
const hour = 3600
const shop = {
  name: 'Shop',
  address: 'Shop street 1',
  location: { lat: 0, lng: 0.1 },
  location_confidence: 1,
  window_start: null,
  window_end: null,
  service_minutes: null,
}

function planned(
  deliveries: Partial<PlannerDelivery>[],
  settings: Partial<PlannerSettings> = {},
  drivers: Partial<PlannerDriver>[] = [{}],
) {
  const named = deliveries.map((fields, index) => plannerDelivery({ id: `${index + 1}`, ...fields }))
  return toProblem(day, { ...usual, ...settings }, drivers.map(plannerDriver), named)
}

const jobOf = (fields: Partial<PlannerDelivery>, settings: Partial<PlannerSettings> = {}) =>
  planned([fields], settings).problem.jobs[0]!

const vehicleOf = (fields: Partial<PlannerDriver>, settings: Partial<PlannerSettings> = {}) =>
  planned([], settings, [fields]).problem.vehicles[0]!

const van = (fields: Partial<PlannerVehicle> = {}): Partial<PlannerDriver> => ({
  vehicle: { code: 'KA-1', type: 'van', capacity_kg: null, capacity_l: null, skills: [], ...fields },
})

test('a delivery that is picked up on the way is a shipment, whose ends share its id', () => {
  const pickup = { ...shop, window_start: '10:00', window_end: '12:00', service_minutes: 3 }
  const fields = {
    weight_kg: 2,
    volume_l: 3,
    units: 4,
    ready_time: '10:30',
    max_ride_minutes: 45,
    max_detour_minutes: 10,
  }
  const { problem, deliveries } = planned([{}, { ...fields, pickup }])
  expect(problem.jobs.map(({ id }) => id)).toEqual([1])
  expect(problem.shipments).toMatchObject([
    {
      pickup: { id: 2, location: [0.1, 0], service: 180, time_windows: [[10.5 * hour, 12 * hour]] },
      delivery: { id: 2, location: [1, 0], service: 300 },
      amount: [2000, 3000, 4],
      max_ride: 45 * 60,
      max_detour: 600,
    },
  ])
  expect(deliveries.get(2)?.id).toBe('2')
})

test('a return is collected, and an exchange brings and collects', () => {
  const load = { weight_kg: 2, volume_l: 3, units: 1 }
  expect(jobOf({ ...load, kind: 'return' })).toMatchObject({ pickup: [2000, 3000, 1] })
  expect(jobOf({ ...load, kind: 'return', ready_time: '10:00', max_ride_minutes: 5 })).not.toHaveProperty('delivery')
  expect(jobOf({ ...load, kind: 'exchange', return_weight_kg: 5, return_units: 2 })).toMatchObject({
    delivery: [2000, 3000, 1],
    pickup: [5000, 0, 2],
  })
})

test('several windows are in order, touch nowhere, and may end after midnight', () => {
  const more_windows = [
    { start: '20:00', end: '26:30' },
    { start: '10:30', end: '12:00' },
  ]
  expect(jobOf({ window_start: '09:00', window_end: '11:00', more_windows }).time_windows).toEqual([
    [9 * hour, 12 * hour],
    [20 * hour, 26.5 * hour],
  ])
})

test('a preferred time is soft, at the workspace’s price of being early or late', () => {
  const preferred = { preferred_start: '10:00', preferred_end: '12:00' }
  expect(jobOf(preferred, { cost_per_hour_late: 900, cost_per_hour_early: 0 }).soft_time_window).toEqual({
    window: [10 * hour, 12 * hour],
    cost_per_hour_early: 0,
    cost_per_hour_late: 900,
  })
  expect(jobOf({ preferred_end: '12:00' }).soft_time_window).toMatchObject({ cost_per_hour_late: 3600 })
  expect(jobOf(preferred, { cost_per_hour_late: 0, cost_per_hour_early: 0 })).not.toHaveProperty('soft_time_window')
})

test('goods that come late, parking, worth and minutes on board are passed on', () => {
  expect(jobOf({ ready_time: '10:15', setup_minutes: 2, worth: 1500, max_ride_minutes: 30 })).toMatchObject({
    release: 10.25 * hour,
    setup: 120,
    prize: 1500,
    max_ride: 1800,
  })
  expect(jobOf({ worth: 1500 })).not.toHaveProperty('priority')
})

test('a type of vehicle has its own speed and takes its own time at the door', () => {
  const settings = { speeds: { bicycle: 16 }, service_factors: { bicycle: 0.5, truck: 2 } }
  const bike = van({ type: 'bicycle' })
  const { problem } = planned([{ service_minutes: 4, setup_minutes: 1 }], settings, [bike, van()])
  expect(problem.jobs[0]).toMatchObject({ service_per_type: { bicycle: 120 }, setup_per_type: { bicycle: 30 } })
  expect(problem.vehicles[0]).toMatchObject({ type: 'bicycle', speed_factor: 0.4 })
  expect(problem.vehicles[1]).not.toHaveProperty('speed_factor')
  expect(vehicleOf({ speed_factor: 1.25 }).speed_factor).toBe(1.25)
})

test('a vehicle’s own costs come before the usual ones, and driving is never free', () => {
  const settings = { cost_per_km: 30, cost_per_service_hour: 500 }
  expect(vehicleOf(van({ cost_fixed: 900, cost_per_km: 0 }), settings).costs).toEqual({
    fixed: 900,
    per_km: 0,
    per_hour: 3600,
    per_task_hour: 500,
    per_waiting_hour: 0,
  })
  expect(vehicleOf(van(), settings).costs).toMatchObject({ per_km: 30, per_hour: 0 })
  expect(vehicleOf(van())).not.toHaveProperty('costs')
  expect(planned([], settings)).toMatchObject({ hasCosts: true })
})

test('pay by stop and by parcel counts pieces, in a fleet with compartments as well', () => {
  const paid = { cost_per_stop: 180, cost_per_parcel: 25 }
  const box = {
    name: 'Cold',
    temperature_min_c: 2,
    temperature_max_c: 8,
    capacity_kg: 50,
    capacity_l: null,
    capacity_units: null,
  }
  expect(vehicleOf(van(paid)).costs).toMatchObject({
    per_hour: tokenCostPerHour,
    per_stop: 180,
    per_unit: [0, 0, 0, 25],
  })
  expect(vehicleOf(van({ ...paid, cost_per_hour: 0 }), { cost_per_hour: 2500 }).costs!.per_hour).toBe(tokenCostPerHour)
  expect(vehicleOf(van(paid), { cost_per_hour: 2500 }).costs!.per_hour).toBe(2500)
  const cooled = vehicleOf(van({ ...paid, compartments: [box] }))
  expect(cooled.costs!.per_unit).toHaveLength(cooled.capacity!.length)
  const goods: Partial<PlannerDelivery>[] = [
    { units: 7 },
    {},
    { kind: 'return' },
    { kind: 'exchange', return_units: 3 },
  ]
  const { jobs } = planned(goods, {}, [van(paid)]).problem
  expect(jobs.map(({ delivery, pickup }) => [delivery?.at(-1), pickup?.at(-1)])).toEqual([
    [7, undefined],
    [1, undefined],
    [undefined, 1],
    [1, 3],
  ])
  expect(planned(goods, {}, [van({ cost_per_stop: 180 })]).problem.jobs[0]!.delivery).toHaveLength(3)
  expect(vehicleOf(van(), { cost_per_parcel: 25 }).costs).toMatchObject({ per_unit: [0, 0, 0, 25] })
})

test('overtime follows the shift, at a share of what an hour of driving costs', () => {
  const overtime = [
    { minutes: 120, percent: 150 },
    { minutes: 60, percent: 200 },
  ]
  const late = vehicleOf({ shift_start: '09:00', shift_end: '17:00', overtime, ...van({ cost_per_hour: 2500 }) })
  expect(late.time_window).toEqual([9 * hour, 20 * hour])
  expect(late.overtime).toEqual([
    { from: 17 * hour, cost_per_hour: 1250 },
    { from: 19 * hour, cost_per_hour: 2500 },
  ])
  // Without costs, an hour counts 3,600; where only kilometers cost, 40 of them.
  expect(vehicleOf({ overtime }).overtime![0]!.cost_per_hour).toBe(1800)
  expect(vehicleOf({ overtime, ...van({ cost_per_km: 30 }) }).overtime![0]!.cost_per_hour).toBe(600)
  // The depot closes before; hours at the usual price only prolong the shift.
  const depot = { location: { lat: 0, lng: 0 }, opens: '08:00', closes: '18:00' }
  expect(vehicleOf({ overtime, depot }).time_window![1]).toBe(18 * hour)
  const plain = vehicleOf({ shift_end: '17:00', overtime: [{ minutes: 30, percent: 100 }] })
  expect([plain.time_window![1], plain.overtime]).toEqual([17.5 * hour, undefined])
})

test('overtime at too many percent, falling, or for too long is refused', () => {
  const problems = (steps: unknown) => Overtime.safeParse(steps).error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(problems([{ minutes: 120, percent: 150 }, { minutes: 600, percent: 150 }])).toEqual([]) // prettier-ignore
  expect(problems([{ minutes: 120, percent: 150 }, { minutes: 601, percent: 140 }])).toEqual(['1.minutes', '1.percent']) // prettier-ignore
  expect(problems([{ minutes: 0.5, percent: 99 }])).toEqual(['0.minutes', '0.percent'])
  expect(problems(Array.from({ length: 5 }, () => ({ minutes: 60, percent: 150 })))).toEqual([''])
  expect(problems([{ minutes: 60, percent: 150, from: 'now' }])).toEqual(['0'])
})

test('compact routes weigh so many percent of an hour of the dearest vehicle, or of an hour without any cost', () => {
  const settings = { compactness_percent: 10 }
  expect(planned([{}], settings).problem.compactness).toEqual({ cost_per_hour: 360 })
  expect(planned([{}], { ...settings, cost_per_hour: 5005 }).problem.compactness).toEqual({ cost_per_hour: 501 })
  expect(planned([{}]).problem).not.toHaveProperty('compactness')
})

test('urgent deliveries come first, or all by priority, also what is worth something', () => {
  const orders = [{ priority: 1 }, { priority: 2, worth: 50 }, { priority: 3 }]
  const turns = (priority_order?: 'urgent_first' | 'by_priority') => {
    const { jobs, vehicles } = planned(orders, priority_order && { priority_order }).problem
    return [vehicles[0]!.urgent_first, ...jobs.map(({ urgency }) => urgency)]
  }
  expect(turns()).toEqual([undefined, undefined, undefined, undefined])
  expect(turns('urgent_first')).toEqual([true, 1, undefined, undefined])
  expect(turns('by_priority')).toEqual([true, 2, 1, undefined])
})

test('limits of a driver and a vehicle are passed on', () => {
  const limits = { max_stops: 20, max_territories: 2, max_shift_minutes: 480, max_driving_minutes: 300 }
  expect(vehicleOf({ ...limits, ...van({ max_distance_km: 80.5 }) })).toMatchObject({
    max_tasks: 20,
    max_districts: 2,
    max_shift: 8 * hour,
    max_travel_time: 5 * hour,
    max_distance: 80_500,
  })
})

test('breaks are taken within the working time, with little on board, or after driving or working', () => {
  const breaks = [
    { earliest: '06:00', latest: '08:00', minutes: 30 },
    { earliest: '12:00', latest: '13:00', minutes: 30, max_load_kg: 5 },
    { after_driving_minutes: 240, minutes: 15 },
    { after_working_minutes: 300, minutes: 20 },
  ]
  expect(vehicleOf({ breaks }).breaks).toEqual([
    { id: 2, service: 1800, time_windows: [[12 * hour, 13 * hour]], max_load: [5000, 1e12, 1e12] },
    { id: 3, service: 900, after_driving: 4 * hour },
    { id: 4, service: 1200, after_working: 5 * hour },
  ])
})

test('a vehicle reloads at its depot, also if the route starts elsewhere', () => {
  const start_place = { address: 'Home', location: { lat: 0.5, lng: 0.5 } }
  expect(
    vehicleOf({ start_place, ends_anywhere: true, ...van({ reloads: true, reload_minutes: 10, max_trips: 3 }) }),
  ).toMatchObject({
    start: [0.5, 0.5],
    reload: { depots: [{ location: [0, 0] }], service: 600, max_trips: 3 },
  })
  expect(vehicleOf({ ends_anywhere: true })).not.toHaveProperty('end')
  expect(vehicleOf({ end_place: start_place }).end).toEqual([0.5, 0.5])
})

test('a vehicle with one door hands over first what was loaded last', () => {
  expect(vehicleOf(van({ last_in_first_out: true }))).toMatchObject({ last_in_first_out: true })
  expect(vehicleOf(van({ last_in_first_out: false }))).not.toHaveProperty('last_in_first_out')
})

test('a night shift ends the next day, at a depot that is open around the clock', () => {
  const depot = { location: { lat: 0, lng: 0 }, opens: '00:00', closes: '23:59' }
  expect(vehicleOf({ shift_start: '22:00', shift_end: '30:00', depot }).time_window).toEqual([22 * hour, 30 * hour])
  const early = { ...depot, closes: '23:00' }
  expect(vehicleOf({ shift_start: '22:00', shift_end: '30:00', depot: early }).time_window![1]).toBe(23 * hour)
  const home = { end_place: { address: 'Home', location: { lat: 0, lng: 1 } } }
  expect(vehicleOf({ shift_start: '22:00', shift_end: '30:00', depot: early, ...home }).time_window![1]).toBe(30 * hour)
})

test('on the night when clocks change, a shift is as long as the night is', () => {
  const night = plannerDriver({ shift_start: '22:00', shift_end: '30:00', depot: { location: { lat: 0, lng: 0 }, opens: '00:00', closes: '23:59' } }) // prettier-ignore
  const hours = (date: string) => {
    const [from, to] = toProblem(date, { ...usual, time_zone: 'Europe/Berlin' }, [night], []).problem.vehicles[0]!
      .time_window!
    return (to - from) / hour
  }
  expect([hours('2026-03-28'), hours('2026-03-29'), hours('2026-10-24')]).toEqual([7, 8, 9])
})

test('who has the day off gets no route', () => {
  const { problem, offDuty } = planned([], {}, [{ off: { kind: 'holiday', name: 'New Year' } }])
  expect([problem.vehicles.length, offDuty.length]).toEqual([0, 1])
})

test('who has a vehicle that may not drive gets no route, and the reason is the vehicle’s', () => {
  const vehicle = { code: 'VAN-3', capacity_kg: null, capacity_l: null, skills: [], blocked: 'VAN-3 has a defect.' }
  const { problem, offDuty } = planned([], {}, [{ vehicle }, { vehicle: { ...vehicle, blocked: null } }])
  expect([problem.vehicles.length, offDuty.length]).toEqual([1, 1])
  expect(whyOff(offOf(offDuty[0]!)!, '2026-03-16')).toEqual({
    reason_code: 'vehicle_blocked',
    reason: 'VAN-3 has a defect.',
  })
})

/** The ids of the drivers who have all skills of the first delivery. */
function ableFor(
  fields: Partial<PlannerDelivery>,
  settings: Partial<PlannerSettings>,
  drivers: Partial<PlannerDriver>[],
) {
  const { problem } = planned([fields], settings, drivers)
  const needed = [...problem.jobs, ...problem.shipments][0]!.skills!
  return problem.vehicles.filter(({ skills }) => needed.every((skill) => skills!.includes(skill))).map(({ id }) => id)
}

test('goods of a depot go with who loads there; what is picked up elsewhere goes with anybody', () => {
  const at = (id: string) => ({ depot: { id, location: { lat: 0, lng: 0 }, opens: '06:00', closes: '22:00' } })
  const drivers = [at('a'), at('b')]
  expect(ableFor({ depot_id: 'b' }, {}, drivers)).toEqual([2])
  expect(ableFor({ depot_id: 'b', pickup: shop }, {}, drivers)).toEqual([1, 2])
})

test('only drivers of a territory serve it; who is preferred there is known from before', () => {
  const area = { coordinates: [[[0.5, -1], [1.5, -1], [1.5, 1], [0.5, 1], [0.5, -1]] as [number, number][]] } // prettier-ignore
  const drivers = [{ id: 'budi' }, { id: 'sari' }]
  const zone = (rule: 'only' | 'prefer') => ({
    territories: [{ name: 'East', rule, driver_ids: ['away', 'sari', 'budi'].slice(0, 2), area }],
    familiar_cost: 200,
  })
  expect(ableFor({}, zone('only'), drivers)).toEqual([2])
  expect(ableFor({ location: { lat: 0, lng: 2 } }, zone('only'), drivers)).toEqual([1, 2])
  expect(planned([{}], zone('prefer'), drivers).problem.previous).toEqual({
    routes: [{ vehicle: 2, steps: [{ type: 'job', id: 1 }] }],
    cost_per_moved: 200,
  })
})

test('cold goods need a vehicle that holds them, apart from others that are not as cold', () => {
  const cold = { temperature_min_c: 2, temperature_max_c: 8 }
  const cooled = van({ temperature_min_c: -20, temperature_max_c: 10 })
  expect(ableFor(cold, {}, [van(), cooled])).toEqual([2])
  const { problem } = planned([cold, { temperature_max_c: -18 }, { temperature_min_c: 5 }], {}, [cooled])
  expect(problem.groups?.apart).toEqual([['Temperature 2 8', 'Temperature -Infinity -18'], ['Temperature -Infinity -18', 'Temperature 5 Infinity']]) // prettier-ignore
})

const compartment = (name: string, min: number | null, max: number | null, capacity_kg: number | null = null) => ({
  name,
  temperature_min_c: min,
  temperature_max_c: max,
  capacity_kg,
  capacity_l: null,
  capacity_units: null,
})
const cold = compartment('Cold', 2, 8, 20)
const frozen = compartment('Frozen', -25, -18, 10)

test('a vehicle with compartments takes cold and frozen goods at once, each as far as its compartment has room', () => {
  const drivers = [
    van({ capacity_kg: 100, compartments: [cold, frozen] }),
    van({ temperature_min_c: -20, temperature_max_c: 10 }),
  ]
  const goods = [{ temperature_min_c: 2, temperature_max_c: 8, weight_kg: 5 }, { temperature_max_c: -18, weight_kg: 3 }, { weight_kg: 7 }] // prettier-ignore
  const { problem, rooms } = planned(goods, {}, drivers)
  expect(problem.vehicles.map(({ capacity }) => capacity)).toEqual([
    [100_000, 1e12, 1e12, 10_000, 20_000],
    [1e12, 1e12, 1e12, 1e12, 1e12],
  ])
  expect(problem.jobs.map(({ delivery }) => delivery!.slice(3))).toEqual([[0, 5000], [3000, 0], [0, 0]]) // prettier-ignore
  expect(rooms.quantities.map(({ where }) => where)).toEqual(['', '', '', ' at −25 to −18 °C', ' at 2 to 8 °C'])
  expect(problem.vehicles.map(({ mixes = [] }) => mixes.length)).toEqual([2, 0])
})

test('goods go only into a compartment that is never too cold or too warm for them', () => {
  const one = [van({ compartments: [cold] })]
  const able = (range: Partial<PlannerDelivery>) => ableFor(range, {}, one).length
  expect([able({ temperature_min_c: 0, temperature_max_c: 10 }), able({ temperature_max_c: 8 })]).toEqual([1, 1])
  expect([able({ temperature_min_c: 3, temperature_max_c: 8 }), able({ temperature_max_c: -18 })]).toEqual([0, 0])
})

test('goods that could go into two compartments are counted against both together', () => {
  const drivers = [van({ compartments: [cold, compartment('Cool', 8, 15, 30)] })]
  const { problem } = planned([{ temperature_min_c: 0, temperature_max_c: 20, weight_kg: 5 }, { temperature_max_c: 8, weight_kg: 4 }], {}, drivers) // prettier-ignore
  expect(problem.vehicles[0]!.capacity!.slice(3)).toEqual([20_000, 30_000, 50_000])
  expect(problem.jobs.map(({ delivery }) => delivery!.slice(3))).toEqual([[0, 0, 5000], [4000, 0, 4000]]) // prettier-ignore
})

test('tags keep deliveries apart or together, and rules that nothing is in are left out', () => {
  const settings: Partial<PlannerSettings> = {
    keep_apart: [
      ['food', 'paint'],
      ['food', 'glass'],
    ],
    keep_together: ['set'],
  }
  const { problem } = planned([{ tags: ['food', 'set'] }, { tags: ['paint', 'red'] }], settings)
  expect(problem.groups).toEqual({ apart: [['Tag food', 'Tag paint']], together: ['Tag set'] })
  expect(problem.jobs.map(({ groups }) => groups)).toEqual([['Tag food', 'Tag set'], ['Tag paint']])
})

test('tags keep goods from being on board together, and nothing has two such tags', () => {
  const settings: Partial<PlannerSettings> = { keep_apart_on_board: [['food', 'paint'], ['food', 'glass']] } // prettier-ignore
  const { problem, setAside } = planned(
    [{ tags: ['food'] }, { tags: ['paint'] }, { tags: ['food', 'glass'] }],
    settings,
  )
  expect(problem.groups).toEqual({ apart: [], apart_on_board: [['Tag food', 'Tag paint']], together: [] })
  expect(setAside.map(({ delivery, code }) => [delivery.id, code])).toEqual([['3', 'tags_apart']])
})

test('an order is one group, and each of its steps comes after all of the step before', () => {
  const part = (order_step: number, fields = {}) => ({ client_id: 'c', order_reference: 'A', order_step, ...fields })
  const { problem } = planned([part(1), part(1, { pickup: shop }), part(4), { order_reference: 'A' }])
  expect(problem.groups).toEqual({ apart: [], together: ['Order c A'] })
  expect(problem.jobs.find(({ id }) => id === 3)!.after).toEqual([
    { type: 'job', id: 1 },
    { type: 'shipment', id: 2 },
  ])
})

test('what cannot be planned is set aside, and the rest of its order with it', () => {
  const codes = (...deliveries: Partial<PlannerDelivery>[]) => {
    const { setAside } = planned(deliveries, { keep_apart: [['food', 'paint']] })
    return Object.fromEntries(setAside.map(({ delivery, code }) => [delivery.id, code]))
  }
  expect(
    codes(
      { pickup: { ...shop, location: null }, order_reference: 'A' },
      { order_reference: 'A' },
      { kind: 'exchange', pickup: shop },
      { tags: ['paint', 'food'] },
      { pickup: { ...shop, location_confidence: 0.1 } },
      {},
    ),
  ).toEqual({
    1: 'no_pickup_location',
    2: 'order_incomplete',
    3: 'exchange_pickup',
    4: 'tags_apart',
    5: 'rough_pickup_location',
  })
})

test('a promise is kept by whoever made it, as long as the windows allow', () => {
  const settings = { promise_tolerance_minutes: 15 }
  const promised = { promised_at: '2026-03-16T04:00:00Z', promised_driver_id: 'driver' }
  expect(planned([promised], settings).problem.previous).toEqual({
    routes: [{ vehicle: 1, steps: [{ type: 'job', id: 1, promised: 11 * hour }] }],
    promise_tolerance: 900,
  })
  expect(planned([{ ...promised, window_start: '12:00' }], settings).problem).not.toHaveProperty('previous')
  expect(planned([promised]).problem).not.toHaveProperty('previous')
})

test('the workspace’s traffic, balance and shared service hold for the whole day', () => {
  const settings: Partial<PlannerSettings> = {
    traffic: [{ from: '00:00', factor: 1 }, { from: '16:00', factor: 0.6 }], // prettier-ignore
    balance: { of: 'tasks', strength: 50 },
    same_address_service: 'longest',
  }
  const { problem } = planned([], settings, [van(), van({ type: 'bicycle' })])
  expect(problem).toMatchObject({
    traffic: { car: [{ from: 0, factor: 1 }, { from: 16 * hour, factor: 0.6 }] }, // prettier-ignore
    balance: { of: 'tasks', strength: 50 },
    same_address_service: 'longest',
  })
  expect(problem.vehicles.map(({ profile }) => profile)).toEqual([undefined, 'bicycle'])
})

test('the range of a battery limits routes, or trips where it is charged at the depot', () => {
  const electric = { energy: 'electric', battery_kwh: 40, kwh_per_100_km: 20, reserve_percent: 20 }
  // 32 kWh at 20 kWh per 100 km.
  expect(vehicleOf(van(electric))).toMatchObject({ max_distance: 160_000 })
  expect(vehicleOf(van({ ...electric, max_distance_km: 90 }))).toMatchObject({ max_distance: 90_000 })
  expect(vehicleOf(van({ ...electric, energy: 'diesel' }))).not.toHaveProperty('max_distance')
  expect(vehicleOf(van({ ...electric, battery_kwh: null }))).not.toHaveProperty('max_distance')
  const charges = { ...electric, charge_kw: 32, reloads: true, reload_minutes: 15 }
  const charged = vehicleOf(van({ ...charges, max_distance_km: 300 }))
  expect(charged).toMatchObject({ max_distance: 300_000, reload: { service: 3600, max_distance: 160_000 } })
  // Without a charger, reloading brings no range back.
  expect(vehicleOf(van({ ...charges, charge_kw: null }))).toMatchObject({
    max_distance: 160_000,
    reload: { service: 900 },
  })
  // Absurd figures are no reason to plan nothing.
  expect(vehicleOf(van({ ...charges, kwh_per_100_km: 1e-9, charge_kw: 1e-9 }))).toMatchObject({
    reload: { service: 172_800, max_distance: 100_000_000 },
  })
})
