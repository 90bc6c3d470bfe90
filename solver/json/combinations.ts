import { fail } from './fields.ts'
import type { VroomBreak, VroomInput, VroomJob, VroomShipment, VroomShipmentStep, VroomVehicle } from './vroom.ts'

/** Two things that the engine does not do together. */
export type CombinationCode =
  | 'reload_breaks'
  | 'reload_max_shift'
  | 'reload_waiting_cost'
  | 'reload_overtime'
  | 'reload_traffic'
  | 'reload_speed_zones'
  | 'reload_lock'
  | 'reload_last_in_first_out'
  | 'reload_shared_service'
  | 'reload_soft_time_window'
  | 'reload_max_ride'
  | 'reload_max_detour'
  | 'break_time_windows'
  | 'break_max_load'
  | 'cost_matrix_per_hour'
  | 'cost_matrix_per_km'
  | 'prize_priority'
  | 'pickup_max_ride'
  | 'one_of_together'
  | 'one_of_after'
  | 'amount_delivery'
  | 'matrix_matrices'
  | 'speed_matrices'
  | 'detour_matrices'

/** What a combination is about. A shipment has the id of its pickup, and `problem` none. */
export type CombinationElement = {
  type: 'problem' | 'vehicle' | 'job' | 'shipment'
  id?: number
}

/** A combination that the engine refuses. */
export type CombinationProblem = {
  code: CombinationCode
  elements: CombinationElement[]
  /** For people, with the ids of the elements. */
  sentence: string
  /** Where validation rejects it, and why. */
  path: string
  because: string
}

/** Everything in a problem that the engine does not do together, so that a form can say it before planning. */
export function combinationProblems(input: VroomInput): CombinationProblem[] {
  const { jobs = [], shipments = [], vehicles } = input
  return [
    ...ofTables(input),
    ...vehicles.flatMap((vehicle, v) => [
      ...ofCosts(vehicle, `vehicles[${v}]`, input),
      ...(vehicle.breaks ?? []).flatMap((rest, i) => ofBreak(rest, `vehicles[${v}].breaks[${i}]`, vehicle.id)),
    ]),
    ...jobs.flatMap((job, j) => [...ofAmounts(job, `jobs[${j}]`), ...ofWorth(job, `jobs[${j}]`)]),
    ...shipments.flatMap((shipment, s) => ofWorth(shipment, `shipments[${s}]`)),
    ...ofChoices(input),
    ...ofTrips(input),
  ]
}

/** Throws a SolverInputError for the first of these, if any. */
export function refuse(problems: readonly CombinationProblem[]): void {
  const [first] = problems
  if (first) fail(first.path, first.because)
}

/** Travel times given in two ways. */
export function ofTables({ matrix, matrices, speed_kmh, detour_factor }: Partial<VroomInput>): CombinationProblem[] {
  const found: CombinationProblem[] = []
  const elements = [{ type: 'problem' as const }]
  if (matrix && matrices)
    found.push({
      code: 'matrix_matrices',
      elements,
      sentence: 'Travel times are given twice, as matrix and as matrices.',
      path: 'matrix',
      because: 'is the older way to give matrices.car.durations: give one of them',
    })
  if (speed_kmh !== undefined && (matrix ?? matrices))
    found.push({
      code: 'speed_matrices',
      elements,
      sentence: 'A speed has no meaning where travel times are given.',
      path: 'speed_kmh',
      because: 'has no meaning beside matrices',
    })
  if (detour_factor !== undefined && (matrix ?? matrices))
    found.push({
      code: 'detour_matrices',
      elements,
      sentence: 'A detour factor has no meaning where travel times are given.',
      path: 'detour_factor',
      because: 'has no meaning beside matrices',
    })
  return found
}

/** Prices beside a table of costs. */
export function ofCosts(
  { id, costs, profile = 'car' }: VroomVehicle,
  path: string,
  { matrices, matrix }: Partial<VroomInput>,
): CombinationProblem[] {
  if (matrix || !matrices?.[profile]?.costs) return []
  const found: CombinationProblem[] = []
  const because = `cannot be combined with the costs matrix of profile "${profile}"`
  const shared = { elements: [{ type: 'vehicle' as const, id }], because }
  if (costs?.per_hour !== undefined && costs.per_hour !== 3600)
    found.push({
      ...shared,
      code: 'cost_matrix_per_hour',
      sentence: `Vehicle ${id} has a cost per hour, but the costs of its drives are given as a table.`,
      path: `${path}.costs.per_hour`,
    })
  if (costs?.per_km)
    found.push({
      ...shared,
      code: 'cost_matrix_per_km',
      sentence: `Vehicle ${id} has a cost per km, but the costs of its drives are given as a table.`,
      path: `${path}.costs.per_km`,
    })
  return found
}

/** A break that is due after driving or work has no other conditions. */
export function ofBreak(rest: VroomBreak, path: string, vehicle: number): CombinationProblem[] {
  const relative = (['after_driving', 'after_working'] as const).find((name) => rest[name] !== undefined)
  if (!relative) return []
  const due = relative === 'after_driving' ? 'so much driving' : 'so much work'
  const shared = {
    elements: [{ type: 'vehicle' as const, id: vehicle }],
    because: `cannot be combined with ${relative}`,
  }
  const found: CombinationProblem[] = []
  if (rest.time_windows)
    found.push({
      ...shared,
      code: 'break_time_windows',
      sentence: `A break of vehicle ${vehicle} is due after ${due}, so it cannot have hours as well.`,
      path: `${path}.time_windows`,
    })
  if (rest.max_load)
    found.push({
      ...shared,
      code: 'break_max_load',
      sentence: `A break of vehicle ${vehicle} is due after ${due}, so it cannot depend on the load as well.`,
      path: `${path}.max_load`,
    })
  return found
}

/** What a job delivers, given twice, and a limit on a ride that there is not. */
export function ofAmounts({ id, amount, delivery, pickup, max_ride }: VroomJob, path: string): CombinationProblem[] {
  const found: CombinationProblem[] = []
  const elements = [{ type: 'job' as const, id }]
  if (amount && delivery)
    found.push({
      code: 'amount_delivery',
      elements,
      sentence: `Job ${id} says twice what it delivers, as amount and as delivery.`,
      path: `${path}.amount`,
      because: 'is the older name of delivery: give one of them',
    })
  const some = (amounts?: number[]) => amounts?.some((each) => each > 0) ?? false
  if (max_ride !== undefined && some(pickup) && !some(delivery ?? amount))
    found.push({
      code: 'pickup_max_ride',
      elements,
      sentence: `Job ${id} only picks up, so nothing that it brings can be on board for too long.`,
      path: `${path}.max_ride`,
      because: 'has no meaning for a job that only picks up: it brings nothing from the depot',
    })
  return found
}

/** What may be left out for a price has no priority. */
export function ofWorth(order: VroomJob | VroomShipment, path: string): CombinationProblem[] {
  if (order.prize === undefined || !((order.priority ?? 0) > 0)) return []
  const element = elementOf(order)
  return [
    {
      code: 'prize_priority',
      elements: [element],
      sentence: `${nameOf(element)} may be left out for a price, so a priority has no meaning for it.`,
      path: `${path}.priority`,
      because: 'has no meaning beside a prize: what has one may be left out',
    },
  ]
}

/** What must be planned with others, or before or after them, cannot be planned instead of others. */
export function ofChoices({ groups, jobs = [], shipments = [] }: VroomInput): CombinationProblem[] {
  const { one_of = [], together = [] } = groups ?? {}
  if (one_of.length === 0) return []
  const orders = [
    ...jobs.map((order, j) => ({ order, element: elementOf(order), path: `jobs[${j}]` })),
    ...shipments.map((order, s) => ({ order, element: elementOf(order), path: `shipments[${s}]` })),
  ]
  const awaited = new Set(orders.flatMap(({ order: { after = [] } }) => after.map(({ type, id }) => `${type} ${id}`)))
  return orders.flatMap(({ order, element, path }): CombinationProblem[] => {
    const isIn = (names: string[]) => names.some((name) => order.groups?.includes(name))
    if (!isIn(one_of)) return []
    const found: CombinationProblem[] = []
    if (isIn(together))
      found.push({
        code: 'one_of_together',
        elements: [element],
        sentence: `${nameOf(element)} may be planned instead of others, so it cannot be kept together with others.`,
        path: `${path}.groups`,
        because: 'cannot be in a group of groups.together and in one of groups.one_of',
      })
    if (order.after?.length || awaited.has(`${element.type} ${element.id}`))
      found.push({
        code: 'one_of_after',
        elements: [element],
        sentence: `${nameOf(element)} may be planned instead of others, so nothing can have to come before or after it.`,
        path: order.after?.length ? `${path}.after` : `${path}.groups`,
        because: 'what is in a group of groups.one_of cannot come before or after others',
      })
    return found
  })
}

/** Routes are split into trips by capacity, windows, releases and driving limits only. */
export function ofTrips(input: VroomInput): CombinationProblem[] {
  const { jobs = [], shipments = [], vehicles, same_address_service } = input
  const found = vehicles.flatMap((vehicle, v) => (vehicle.reload ? ofReload(vehicle, v, input) : []))
  const several = vehicles.findIndex(({ reload }) => reload)
  if (several < 0) return found
  const because = `cannot be combined with vehicles[${several}].reload`
  const vehicle = { type: 'vehicle' as const, id: vehicles[several].id }
  if (same_address_service === 'longest')
    found.push({
      code: 'reload_shared_service',
      elements: [{ type: 'problem' }, vehicle],
      sentence: `Vehicle ${vehicle.id} may reload, so stops at one address cannot share their service time.`,
      path: 'same_address_service',
      because,
    })
  jobs.forEach((job, j) => found.push(...besideTrips(job, `jobs[${j}]`, vehicles)))
  shipments.forEach((shipment, s) => found.push(...besideTrips(shipment, `shipments[${s}]`, vehicles)))
  return found
}

const rides = [
  ['max_ride', 'ride'],
  ['max_detour', 'detour'],
] as const

/** What an order cannot have beside a vehicle that reloads. */
export function besideTrips(
  order: VroomJob | VroomShipment,
  path: string,
  vehicles: readonly VroomVehicle[],
): CombinationProblem[] {
  const several = vehicles.findIndex(({ reload }) => reload)
  if (several < 0) return []
  const { id } = vehicles[several]
  const element = elementOf(order)
  const shared = {
    elements: [element, { type: 'vehicle' as const, id }],
    because: `cannot be combined with vehicles[${several}].reload`,
  }
  const stops: [VroomShipmentStep, string][] =
    'id' in order ? [[order, path]] : (['pickup', 'delivery'] as const).map((end) => [order[end], `${path}.${end}`])
  const found = stops.flatMap(([stop, at]): CombinationProblem[] =>
    stop.soft_time_window
      ? [
          {
            ...shared,
            code: 'reload_soft_time_window',
            sentence: `${nameOf(element)} has preferred hours, which cannot be planned while vehicle ${id} may reload.`,
            path: `${at}.soft_time_window`,
          },
        ]
      : [],
  )
  // A trip may begin later for the goods that it brings, but not for what is already on board.
  for (const [limit, what] of rides) {
    if ('id' in order || order[limit] === undefined) continue
    found.push({
      ...shared,
      code: `reload_${limit}`,
      sentence: `${nameOf(element)} has a longest ${what}, which cannot be planned from door to door while vehicle ${id} may reload.`,
      path: `${path}.${limit}`,
    })
  }
  return found
}

function ofReload(vehicle: VroomVehicle, v: number, { traffic, speed_zones }: VroomInput): CombinationProblem[] {
  const { id, breaks = [], max_shift, costs, last_in_first_out, overtime, steps = [], profile = 'car' } = vehicle
  const found: CombinationProblem[] = []
  const add = (code: CombinationCode, path: string, what: string, because = 'cannot be combined with reload') =>
    found.push({
      code,
      elements: [{ type: 'vehicle', id }],
      sentence: `Vehicle ${id} may reload, so ${what}.`,
      path,
      because,
    })
  const at = `vehicles[${v}]`
  if (breaks.length > 0) add('reload_breaks', `${at}.breaks`, 'it cannot take breaks')
  if (max_shift !== undefined) add('reload_max_shift', `${at}.max_shift`, 'it cannot have a longest shift')
  if (costs?.per_waiting_hour) add('reload_waiting_cost', `${at}.costs.per_waiting_hour`, 'waiting cannot have a cost')
  if (overtime) add('reload_overtime', `${at}.overtime`, 'overtime cannot have a cost')
  if (traffic?.[profile])
    add(
      'reload_traffic',
      `traffic.${profile}`,
      'its speed cannot depend on the hour',
      `cannot be combined with ${at}.reload`,
    )
  const hourly = (speed_zones?.[profile] ?? []).findIndex(({ speeds }) => speeds.length > 1)
  if (hourly >= 0)
    add(
      'reload_speed_zones',
      `speed_zones.${profile}[${hourly}].speeds`,
      'its speed in a zone cannot depend on the hour',
      `cannot be combined with ${at}.reload`,
    )
  // Depots are visited where that costs least, whatever lies in front of what.
  if (last_in_first_out)
    add('reload_last_in_first_out', `${at}.last_in_first_out`, 'its goods cannot be handed over last in, first out')
  const locked = steps.findIndex(({ lock }) => lock !== undefined)
  if (locked >= 0) add('reload_lock', `${at}.steps[${locked}].lock`, 'none of its stops can be locked or done')
  return found
}

function elementOf(order: VroomJob | VroomShipment): CombinationElement & { id: number } {
  return 'id' in order ? { type: 'job', id: order.id } : { type: 'shipment', id: order.pickup.id }
}

function nameOf({ type, id }: CombinationElement): string {
  return `${type === 'job' ? 'Job' : 'Shipment'} ${id}`
}
