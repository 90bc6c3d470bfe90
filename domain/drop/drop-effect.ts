import type { GivenRoute, VroomInput, VroomRoute, VroomViolation } from '#solver/index.ts'
import type { EditFacts, EditRoute } from '../plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '../plan-change/edit.ts'
import { drivenCost } from '../plan/driven-cost.ts'
import { effectOf, type JudgedRoute } from '../plan-change/effect.ts'
import { tasksOf } from '../problem/task-of.ts'
import type { PlanEffect } from '../schema/plan-change.ts'
import type { PlanProblem } from '../schema/plan-problem.ts'
import { isVisit } from '../stop-kinds.ts'
import { editableRoutes, stepsFor, type DropClock, type DropRoute } from './drop-plan.ts'
import { groupsBroken } from './drop-groups.ts'
import type { DropLock } from './drop-locks.ts'

/** What a drop would break that is kept now. Lateness and promises are in the effect. */
export type DropBreak = VroomViolation['cause'] | 'shift_end' | 'off_duty' | 'kept_apart' | 'torn_apart' | DropLock

/** What a drop would do. */
export type DropEffect = {
  effect: PlanEffect
  breaks: DropBreak[]
  /** When the changed routes would end, by id. */
  ends: { route_id: string; driver_id: string; ends_at: string }[]
}

/** A route timed by the solver; undefined if it has no stops. */
export type TimeRoute = (route: GivenRoute) => VroomRoute | undefined

/** Thrown if the problem does not know a delivery, or who would drive: the server knows. */
export class UnknownToProblem extends Error {}

export type DropDay = ReturnType<typeof makeDropDay>

/**
 * A plan held ready for the question what edits would do, worked out as the server does it.
 * @param time times a route of the problem, with the solver
 */
export function makeDropDay(given: PlanProblem, routes: readonly DropRoute[], time: TimeRoute, clock: DropClock) {
  const { deliveries, vehicles, money_per_cost, promise_tolerance_minutes: tolerance } = given
  const problem = given.problem as VroomInput
  const original = editableRoutes(routes)
  const stored = new Map(routes.map((route) => [route.id, route]))
  const stops = new Map(routes.flatMap((route) => route.stops.map((stop) => [stop.id, stop] as const)))
  const tasks = tasksOf(problem)
  const byId = new Map(deliveries.map((delivery) => [delivery.delivery_id, delivery]))
  const stepsOf = stepsFor(routes, given, clock)
  const facts = factsFrom(given, routes)

  /** Who drives a route; a driver may bring another vehicle than the route has. */
  const crewOf = ({ id, driver_id, vehicle_id }: EditRoute) => {
    const isSame = (each: (typeof vehicles)[number]) => each.driver_id === driver_id && each.vehicle_id === vehicle_id
    return vehicles.find((each) => each.route_id === id && isSame(each)) ?? vehicles.find(isSame)
  }
  const solverRoute = (route: EditRoute): GivenRoute => {
    const vehicle = crewOf(route)?.vehicle
    const steps = stepsOf(route)
    if (vehicle === undefined || !steps) throw new UnknownToProblem()
    return { vehicle, steps }
  }

  const lateAt = (kind: string, delivery_id: string | null, begins: number): number => {
    const task = tasks.get(byId.get(delivery_id ?? '')?.task ?? -1)
    const windows = (kind === 'pickup' && task?.start ? task.start : task?.end)?.time_windows
    return windows ? Math.max(0, begins - windows.at(-1)![1]) : 0
  }
  const judgedNow = ({ stops: all, ...route }: DropRoute): JudgedRoute => ({
    ...route,
    stops: all.map((stop) => {
      const begins = Math.round((Date.parse(stop.arrival_at) - clock.midnight) / 1000) + stop.waiting_seconds
      return { ...stop, late_seconds: isVisit(stop) ? lateAt(stop.kind, stop.delivery_id, begins) : 0 }
    }),
  })
  const judgedAs = (route: EditRoute, timed: VroomRoute): JudgedRoute => {
    const hasCosts = problem.vehicles.find(({ id }) => id === timed.vehicle)?.costs !== undefined
    const visits = timed.steps.filter(isStop)
    return {
      cost: hasCosts ? drivenCost(timed) * money_per_cost : null,
      distance_km: (timed.distance ?? 0) / 1000,
      driving_seconds: timed.duration,
      stops: route.stops.map((stop, place) => {
        const { kind, delivery_id, id, isDone } = stop
        const known = stops.get(id)
        const { arrival, waiting_time } = visits[place]!
        const promised_at = known?.promised_at ?? null
        if (isDone && known) {
          const begins = Math.round((Date.parse(known.arrival_at) - clock.midnight) / 1000) + known.waiting_seconds
          return { kind, delivery_id, arrival_at: known.arrival_at, promised_at, late_seconds: lateAt(kind, delivery_id, begins) } // prettier-ignore
        }
        const arrival_at = new Date(clock.midnight + arrival * 1000).toISOString()
        return { kind, delivery_id, arrival_at, promised_at, late_seconds: lateAt(kind, delivery_id, arrival + waiting_time) } // prettier-ignore
      }),
    }
  }

  /** A route of the plan as it goes on by now, if it is on the road, or as it is planned. */
  function judgedBefore(id: string): JudgedRoute | undefined {
    const [known, route] = [stored.get(id), original.find((each) => each.id === id)]
    const isOnRoad = vehicles.some((each) => each.route_id === id && each.is_on_road)
    const timed = isOnRoad && route && knows(route) ? time(solverRoute(route)) : undefined
    return timed ? judgedAs(route!, timed) : known && judgedNow(known)
  }

  /** @throws AppError as `applyEdit` does; UnknownToProblem */
  function effectOfEdits(edits: readonly SettledEdit[]): DropEffect {
    const edited = edits.reduce<EditRoute[]>((before, edit) => applyEdit(before, edit, facts), original)
    return effectOfRoutes(edited)
  }

  function effectOfRoutes(edited: readonly EditRoute[]): DropEffect {
    const kept = edited.filter((route) => route.stops.length > 0)
    const touched = kept.filter((route) => !original.includes(route))
    const removed = original.filter((route) => !kept.some(({ id }) => id === route.id))
    const before = [...removed, ...touched].flatMap(({ id }) => judgedBefore(id) ?? [])
    const timed = touched.map((route) => ({ route, timed: time(solverRoute(route))! }))
    const effect = effectOf(
      before,
      timed.map((each) => judgedAs(each.route, each.timed)),
      { numberOf: facts.numberOf, tolerance },
    )
    const old = new Map(original.map((route) => [route.id, route]))
    const known = new Set(touched.flatMap(({ id }) => breaksOf(old.get(id))))
    const breaks = new Set(timed.flatMap((each) => violated(each.route, each.timed)))
    for (const each of groupsBroken(problem, original, kept, byId)) breaks.add(each)
    const ends = timed.map(({ route, timed: { steps } }) => {
      const { arrival, waiting_time, setup, service } = steps.at(-1)!
      const ends_at = new Date(clock.midnight + (arrival + waiting_time + setup + service) * 1000).toISOString()
      return { route_id: route.id, driver_id: route.driver_id, ends_at }
    })
    return { effect, breaks: [...breaks].filter((each) => !known.has(each)), ends }
  }

  function breaksOf(route: EditRoute | undefined): DropBreak[] {
    const timed =
      route && route.stops.length > 0 && crewOf(route) && stepsOf(route) ? time(solverRoute(route)) : undefined
    return timed ? violated(route!, timed) : []
  }

  /** What a route breaks. Being late is told by how much; only the end of the shift is a break of its own. */
  function violated(route: EditRoute, timed: VroomRoute): DropBreak[] {
    const last = timed.steps.at(-1)
    const isOver = last?.type === 'end' && last.violations.some(({ cause }) => cause === 'delay')
    return [
      ...timed.violations.flatMap(({ cause }) => (cause === 'delay' || cause === 'lead_time' ? [] : [cause])),
      ...(isOver ? (['shift_end'] as const) : []),
      ...(crewOf(route)?.works === false ? (['off_duty'] as const) : []),
    ]
  }

  const knows = (route: EditRoute) => stepsOf(route) !== undefined
  return {
    routes: original,
    facts,
    solverRoute,
    crewOf,
    knows,
    crews: vehicles,
    effectOfEdits,
    effectOfRoutes,
    taskOf: byId,
  }
}

const isStop = ({ type }: { type: string }) => type === 'job' || type === 'pickup' || type === 'delivery'

/** A new stop's id, until the server gives it one. */
let made = 0

function factsFrom({ deliveries, vehicles, problem }: PlanProblem, routes: readonly DropRoute[]): EditFacts {
  const byId = new Map(deliveries.map((delivery) => [delivery.delivery_id, delivery]))
  const shipments = new Set(problem.shipments?.map(({ delivery }) => delivery.id))
  const names = new Map(routes.map(({ driver_id, driver_name }) => [driver_id, driver_name]))
  const idle = new Map(vehicles.flatMap((each) => (each.route_id === null ? [[each.driver_id, each] as const] : [])))
  return {
    kindsOf: (id) => {
      const delivery = byId.get(id)
      if (!delivery) throw new UnknownToProblem()
      if (shipments.has(delivery.task)) return ['pickup', 'delivery']
      return [delivery.kind === 'return' ? 'pickup' : 'delivery']
    },
    vehicleOf: (id) => idle.get(id)?.vehicle_id ?? null,
    nameOf: (id) => idle.get(id)?.driver_name ?? names.get(id) ?? '',
    numberOf: (id) => byId.get(id)?.number ?? 0,
    newId: () => `new ${++made}`,
  }
}
