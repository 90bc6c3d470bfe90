import type { DroppedOrder, FindPlaces, VroomVehicleStep } from '#solver/index.ts'
import { AppError } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import type { EditRoute, EditStop } from '../plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '../plan-change/edit.ts'
import { doneCount } from '../plan-change/edit-route.ts'
import { isClosed } from '../plan-change/route-locks.ts'
import { draggedStops, dropEdits, type Dragged, type DropSlot, type DropTarget } from './drop-edits.ts'
import { locksAgainst } from './drop-locks.ts'
import { UnknownToProblem, type DropDay, type DropEffect } from './drop-effect.ts'

/** Where something may be held over: a place, or a route, of which the cheapest place counts. */
export type DropQuestion = DropTarget | { kind: 'best'; route_id: string }

/** What a drop would do, or why it is not possible. */
export type DropAnswer =
  | ({
      kind: 'effect'
      edits: SettledEdit[]
      /** Where on the route it would land: before this stop, or at the end. */
      before: string | null
    } & DropEffect)
  | { kind: 'refused'; code: ErrorCode }
  /** The server knows more. */
  | { kind: 'unknown' }

/** A route, or a driver without one, and what dropping something where it costs least there would do. */
export type DropMark = {
  route_id: string | null
  driver_id: string
  name: string
  target: DropTarget
  answer: DropAnswer
}

/** Answers what drops on a plan would do. */
export function makeDropBoard(day: DropDay, find: FindPlaces) {
  const { routes, facts } = day
  const stopOf = new Map(routes.flatMap(({ stops }) => stops.map((stop) => [`${stop.kind} ${stop.delivery_id}`, stop])))
  const deliveryOf = new Map([...day.taskOf.values()].map(({ task, delivery_id }) => [task, delivery_id]))

  return { ask, marks }

  function ask(dragged: Dragged, target: DropQuestion): DropAnswer {
    return answered(() => {
      if (target.kind !== 'best') return effectAt(dragged, target)
      const [best] = places(dragged, new Set([target.route_id]))
      return best ? effectAt(dragged, best.target) : leastBad(dragged, target.route_id)
    })
  }

  /** The cheapest place on each route and for each driver without one, where all of it fits; the cheapest first. */
  function marks(dragged: Dragged): DropMark[] {
    return places(dragged).map((place) => ({ ...place, answer: answered(() => effectAt(dragged, place.target)) }))
  }

  function effectAt(dragged: Dragged, target: DropTarget): DropAnswer {
    const edits = dropEdits(routes, dragged, target, facts)
    const after = edits.reduce<EditRoute[]>((before, edit) => applyEdit(before, edit, facts), [...routes])
    const told = day.effectOfRoutes(after)
    const breaks = [...told.breaks, ...locksAgainst(routes, after)]
    return { kind: 'effect', edits, before: landing(after, dragged, target), ...told, breaks }
  }

  function landing(after: readonly EditRoute[], dragged: Dragged, target: DropTarget): string | null {
    const route = 'route_id' in target ? after.find(({ id }) => id === target.route_id) : undefined
    if (!route) return null
    const ids = new Set(draggedStops(routes, dragged).map(({ delivery_id }) => delivery_id))
    for (const id of dragged.delivery_ids) ids.add(id)
    const first = route.stops.findIndex(({ delivery_id }) => ids.has(delivery_id))
    return route.stops.slice(first).find(({ delivery_id }) => !ids.has(delivery_id))?.id ?? null
  }

  function places(dragged: Dragged, only?: ReadonlySet<string>): Omit<DropMark, 'answer'>[] {
    const known = routes.filter((route) => day.crewOf(route) && day.knows(route))
    const moved = draggedStops(known, dragged)
    const ids = [...new Set([...moved.map(({ delivery_id }) => delivery_id), ...dragged.delivery_ids])]
    const orders = ids.map((id): DroppedOrder => {
      const task = day.taskOf.get(id)?.task
      if (task === undefined) throw new UnknownToProblem()
      return { type: facts.kindsOf(id).length > 1 ? 'pickup' : 'job', id: task }
    })
    const closed = new Set(routes.filter(isClosed).map(({ id }) => id))
    const isOpen = (id: string | null) => id === null || !closed.has(id)
    const open = day.crews.filter(
      ({ works, route_id }) => works && isOpen(route_id) && (!only || only.has(route_id ?? '')),
    )
    const byVehicle = new Map(open.map((crew) => [crew.vehicle, crew]))
    return find(known.map(day.solverRoute), orders, new Set(byVehicle.keys())).map(({ vehicle, steps }) => {
      const { route_id, driver_id, driver_name: name } = byVehicle.get(vehicle)!
      const target: DropTarget = route_id
        ? { kind: 'order', route_id, order: steps.map(slotOf) }
        : { kind: 'driver', driver_id }
      return { route_id, driver_id, name, target }
    })
  }

  function slotOf({ type, id }: VroomVehicleStep): DropSlot {
    const delivery_id = deliveryOf.get(id!)!
    const kinds = facts.kindsOf(delivery_id)
    const kind = type === 'job' ? kinds[0]! : (type as EditStop['kind'])
    const known = stopOf.get(`${kind} ${delivery_id}`)
    return known ? { stop_id: known.id } : { delivery_id, kind }
  }

  /** Where nothing fits, the place that makes the route least late, and then costs least. */
  function leastBad(dragged: Dragged, routeId: string): DropAnswer {
    const route = routes.find(({ id }) => id === routeId)
    if (!route) throw new AppError('route_not_found')
    const gone = new Set(draggedStops([route], dragged).map(({ id }) => id))
    const rest = route.stops.slice(doneCount(route)).filter(({ id }) => !gone.has(id))
    const answers = [...rest.map(({ id }) => id), null].map((before) =>
      effectAt(dragged, { kind: 'place', route_id: routeId, before }),
    )
    const worth = (answer: DropAnswer) => (answer.kind === 'effect' ? answer.effect : undefined)
    return answers.reduce((best, answer) => {
      const [one, other] = [worth(best), worth(answer)]
      if (!one || !other) return one ? best : answer
      const isLess = other.late_seconds - one.late_seconds || costOf(other) - costOf(one)
      return isLess < 0 ? answer : best
    })
  }
}

export type DropBoard = ReturnType<typeof makeDropBoard>

const costOf = ({ cost, driving_seconds }: DropEffect['effect']) => cost ?? driving_seconds

function answered(work: () => DropAnswer): DropAnswer {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnknownToProblem) return { kind: 'unknown' }
    if (error instanceof AppError) return { kind: 'refused', code: error.code }
    throw error
  }
}
