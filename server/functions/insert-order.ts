import { z } from 'zod'
import type { VroomInput, VroomOutput } from '#solver/index.ts'
import { AppError } from '#domain/errors.ts'
import { instantOf } from '#domain/time.ts'
import { atEachPlace } from '#domain/problem/at-place.ts'
import { onlyWith } from '#domain/problem/only-with.ts'
import { toProblem } from '#domain/to-problem.ts'
import { withTravel } from '#domain/travel/with-travel.ts'
import { whyNowhere } from '#domain/why/every-place.ts'
import { whySetAside } from '#domain/why/set-aside.ts'
import { whyUnassigned } from '#domain/why/unassigned.ts'
import type { WhyUnassigned } from '#domain/why/why.ts'
import { readPlanToExtend } from '../features/planning/queries.ts'
import { completeTravel } from '../features/travel/commands.ts'
import type { KartaFunction } from './function.ts'
import { check } from './read-body.ts'

const Input = z.strictObject({ plan_id: z.uuid(), delivery_id: z.uuid() })
type PlanToExtend = Awaited<ReturnType<typeof readPlanToExtend>>

/** How many of a workspace may be worked out at the same time on this server: each takes a thread. */
const mostAtOnce = 2
const atWork = new Map<string, number>()

/**
 * The cheapest place for one more delivery in a plan, which may be on the road already: which route, after how many stops,
 * when it would be reached and who would be reached later. Nothing changes.
 */
export const insertOrder: KartaFunction = {
  name: 'insert-order',
  may: 'see_operations',
  seconds: 30,
  bodyBytes: 64 * 1024,
  async run({ deps, actor, input, inTransaction, signal }) {
    const { plan_id: planId, delivery_id: deliveryId } = check(Input, await input())
    const { workspaceId } = actor
    const running = atWork.get(workspaceId) ?? 0
    if (running >= mostAtOnce) throw new AppError('rate_limited', { retry_after_seconds: 1 })
    atWork.set(workspaceId, running + 1)
    try {
      const plan = await inTransaction((trx) => readPlanToExtend(trx, workspaceId, { planId, deliveryId }))
      const isPlanned = plan.stops.some(({ id }) => id === deliveryId)
      if (isPlanned) throw new AppError('delivery_on_route')
      await completeTravel(deps, workspaceId, plan.travel)
      const asked = toQuestion(plan, deps.now())
      if (asked.why) return refusal(asked.why)
      const { planned, orders, problem, outline, midnight } = asked
      const tasks = orders.map(({ task }) => task)
      const answer = await deps.engine.insert({ problem, plan: outline, orders: tasks }, signal)
      if (answer.kind === 'refused') throw new AppError('plan_outdated', { detail: answer.message })
      if (answer.vehicle === undefined) {
        const { day, settings } = plan
        const places = orders.map(({ id, delivery }, at) => ({
          name: delivery.place_name ?? delivery.delivery_address,
          why: whyUnassigned(id, answer.reasons[at]!, planned, day, settings.time_zone),
          fix: undefined,
        }))
        return refusal(whyNowhere(places).why)
      }
      const { delivery } = orders[answer.chosen]!
      const driver = planned.drivers.get(answer.vehicle)!
      return {
        fits: true,
        driver_id: driver.id,
        driver_name: driver.name,
        route_id: plan.routes.find(({ driver_id }) => driver_id === driver.id)?.id ?? null,
        // The depot is stop 0.
        sequence: answer.positions.at(-1)! + 1,
        arrival_at: new Date(midnight + answer.arrival! * 1000).toISOString(),
        address: delivery.delivery_address,
        place_name: delivery.place_name ?? null,
        added_seconds: answer.addedCost,
        later: answer.shifts.map(({ id, seconds }) => ({ delivery_id: planned.deliveries.get(id)!.id, seconds })),
      }
    } finally {
      const left = atWork.get(workspaceId)! - 1
      if (left) atWork.set(workspaceId, left)
      else atWork.delete(workspaceId)
    }
  },
}

const refusal = ({ code, sentence }: WhyUnassigned) => ({ fits: false, reason_code: code, reason: sentence })

/** The plan as the solver's problem and answer, and the delivery as one more job. Or why it cannot be one. */
function toQuestion({ day, settings, drivers, routes, stops, order, travel }: PlanToExtend, now: Date) {
  // A shipment has two stops.
  const deliveries = [...new Map(stops.map((stop) => [stop.id, stop])).values()]
  const wanted = atEachPlace(order)
  const planned = withTravel(toProblem(day, settings, drivers, [...deliveries, ...wanted]), travel?.tables ?? null)
  const aside = planned.setAside.filter(({ delivery }) => wanted.includes(delivery))
  if (aside.length === wanted.length) return { why: whySetAside(aside[0]!.code, order) }
  const jobOf = new Map([...planned.deliveries].map(([job, { id }]) => [id, job]))
  const vehicleOf = new Map([...planned.drivers].map(([vehicle, { id }]) => [id, vehicle]))
  const midnight = instantOf(day, '00:00', settings.time_zone).getTime()
  const seconds = (instant: string) => Math.round((Date.parse(instant) - midnight) / 1000)
  const present = Math.floor((now.getTime() - midnight) / 1000)
  const stopsOf = Map.groupBy(stops, ({ route_id }) => route_id)
  const stepOf = (stop: (typeof stops)[number]) => {
    const id = jobOf.get(stop.id)!
    const isShipment = planned.tasks.get(id)!.start !== undefined
    return { type: isShipment ? (stop.stop_kind === 'pickup' ? 'pickup' : 'delivery') : 'job', id } as const
  }

  const known = routes.flatMap(({ id, driver_id }) => {
    const vehicle = vehicleOf.get(driver_id)
    const steps = (stopsOf.get(id) ?? []).filter((stop) => jobOf.has(stop.id))
    return vehicle === undefined ? [] : [{ vehicle, steps }]
  })
  const lockOf = new Map(
    known.map(({ vehicle, steps }) => {
      const done = steps.filter((stop) => isDone(stop) || seconds(stop.departure_at) <= present)
      const locks = done.map((stop, at) => ({
        ...stepOf(stop),
        lock: 'done' as const,
        arrival: seconds(stop.arrival_at),
        departure: at === done.length - 1 ? Math.max(present, seconds(stop.departure_at)) : seconds(stop.departure_at),
      }))
      return [vehicle, locks]
    }),
  )
  const vehicles = planned.problem.vehicles.map((vehicle) => {
    const steps = lockOf.get(vehicle.id) ?? []
    if (steps.length) return { ...vehicle, steps }
    // Whoever has not left yet does not leave in the past.
    const [from, until] = vehicle.time_window!
    return { ...vehicle, time_window: [Math.min(Math.max(from, present), until), until] as [number, number] }
  })
  const onRoutes = new Set(known.flatMap(({ steps }) => steps.map(({ id }) => jobOf.get(id)!)))
  const orders = [...planned.deliveries]
    .filter(([, delivery]) => wanted.includes(delivery))
    .map(([id, delivery]) => ({
      id,
      delivery,
      task:
        planned.problem.jobs.find((job) => job.id === id) ??
        planned.problem.shipments.find(({ pickup }) => pickup.id === id)!,
    }))
  const groups = [...new Set(orders.flatMap(({ task }) => task.groups ?? []))]
  const problem: VroomInput = { ...onlyWith(planned.problem, onRoutes, { groups }), vehicles }
  const outline = {
    unassigned: [],
    routes: known.map(({ vehicle, steps }) => ({
      vehicle,
      steps: steps.map((stop) => ({ ...stepOf(stop), arrival: seconds(stop.arrival_at) })),
    })),
  } as unknown as VroomOutput
  return { planned, orders, problem, outline, midnight }
}

const isDone = ({ status }: { status: string }) => ['arrived', 'delivered', 'failed', 'cancelled'].includes(status)
