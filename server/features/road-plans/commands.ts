import { originOf } from '#domain/address/position.ts'
import { AppError } from '#domain/errors.ts'
import { doneCount, routeIn, type EditRoute } from '#domain/plan-change/edit-route.ts'
import type { SettledEdit } from '#domain/plan-change/edit.ts'
import { driverOrder, movesLocked } from '#domain/road/driver-order.ts'
import { withNumbers } from '#domain/orders/phone-numbers.ts'
import type { RoadData } from '#domain/road/entry.ts'
import { NewDelivery } from '#domain/schema/delivery.ts'
import { readCountry } from '../../db/country.ts'
import { createDelivery } from '../deliveries/commands.ts'
import { noteOnRoad } from '../delivery-moves/commands.ts'
import { setPositions } from '../delivery-positions/commands.ts'
import type { StoredDelivery } from '../deliveries/queries.ts'
import { editPlan } from '../plan-changes/commands.ts'
import { NeedsPlan, type Handled, type RoadHandlers, type RoadWork } from '../road/commands.ts'
import { conflict, kept, noteProgress, refused, writeStatus } from '../road-status/commands.ts'
import { addedTo, findDelivery, findRoute, findStop } from '../road-status/queries.ts'
import {
  findDispatched,
  findDriver,
  findHandover,
  lockPlans,
  readPlanDay,
  readVisits,
  waitingTakeover,
  type Visit,
} from './queries.ts'

/** What drivers do to their routes. Each is a change of the plan, like a dispatcher's. */
export const planHandlers = {
  reordered: reorder,
  skipped: skip,
  stop_added: addStop,
  handed_over: handOver,
  taken_over: takeOver,
} satisfies Partial<RoadHandlers>

const passed: readonly string[] = ['in_transit', 'arrived', 'delivered', 'failed']
const open: readonly string[] = ['dispatched', 'in_transit', 'arrived']
const orderedOf = (visits: Visit[]) =>
  visits.map(({ id, locked, status }) => ({ id, locked, isDone: passed.includes(status) }))

async function reorder(work: RoadWork, { route_id, stop_ids }: RoadData['reordered']): Promise<Handled> {
  const { trx, author, driver, settings } = work
  if (!settings.may_reorder) return refused('not_allowed')
  const route = await findRoute(trx, author.workspaceId, route_id)
  if (!route) return refused('route_unknown')
  if (route.driver_id !== driver.id || route.state !== 'dispatched') return kept('route_changed')
  await lockPlans(trx, author.workspaceId, [route.plan_id])
  const stops = orderedOf(await readVisits(trx, author.workspaceId, route_id))
  const order = driverOrder(stops, stop_ids)
  if (order.every((id, place) => stops[place]!.id === id)) return kept('already_so')
  if (movesLocked(stops, order)) return refused('stop_locked')
  await edit(work, route.plan_id, () => [{ type: 'reorder', route_id, stop_ids: order }])
  return undefined
}

const edit = (
  { trx, author, newId, now }: RoadWork,
  planId: string,
  editsOf: (routes: EditRoute[]) => SettledEdit[],
  named: { added?: string[]; drivers?: string[] } = {},
) => editPlan(trx, author, planId, { ...named, editsOf }, { newId, now })

/** Later, after all others. A driver who had set out for it has not. */
async function skip(work: RoadWork, data: RoadData['skipped']): Promise<Handled> {
  const { trx, author, driver, settings, entry } = work
  if (!settings.may_skip) return refused('not_allowed')
  const { workspaceId } = author
  const stop = await findStop(trx, workspaceId, data.stop_id)
  if (!stop || stop.driver_id !== driver.id) return refused('stop_unknown')
  if (stop.state !== 'dispatched') return conflict('was_taken_back')
  const skipped = { skipped_at: entry.happenedAt, departed_at: null, arrived_at: null }
  if (stop.delivery_id === null) return noteProgress(work, stop, skipped)
  await lockPlans(trx, workspaceId, [stop.plan_id])
  const delivery = (await findDelivery(work, stop.delivery_id))!
  if (!open.includes(delivery.status)) return kept('moved_on')
  const visits = await readVisits(trx, workspaceId, stop.route_id)
  const isLater = ({ id, delivery_id }: Visit) =>
    id === stop.id || (stop.kind === 'pickup' && delivery_id === stop.delivery_id)
  const stops = orderedOf(visits).map((each) => {
    return visits.some((visit) => visit.id === each.id && isLater(visit)) ? { ...each, isDone: false } : each
  })
  const order = driverOrder(
    stops,
    visits.filter((visit) => !isLater(visit)).map(({ id }) => id),
  )
  if (movesLocked(stops, order)) return refused('stop_locked')
  await setBack(work, delivery, driver.id, { skipped: true })
  await noteProgress(work, stop, skipped)
  if (order.some((id, place) => stops[place]!.id !== id)) {
    await edit(work, stop.plan_id, () => [{ type: 'reorder', route_id: stop.route_id, stop_ids: order }])
  }
  return undefined
}

/** Nobody is on the way to it any more. */
async function setBack(
  work: RoadWork,
  delivery: StoredDelivery,
  driverId: string | null,
  detail: Record<string, boolean> = {},
): Promise<void> {
  if (delivery.status !== 'in_transit' && delivery.status !== 'arrived') return
  await writeStatus(work, delivery, { status: 'dispatched', driver_id: driverId }, { detail })
}

/** A delivery that nobody had planned, as the next stop of the route. */
async function addStop(work: RoadWork, data: RoadData['stop_added']): Promise<Handled> {
  const { trx, author, driver, settings, quotas } = work
  if (!settings.may_add_stops) return refused('not_allowed')
  const { workspaceId } = author
  const { route_id, delivery_id, address, recipient_name, recipient_phone, note } = data
  const route = await findRoute(trx, workspaceId, route_id)
  if (!route || route.driver_id !== driver.id) return refused('route_unknown')
  if (await findDelivery(work, delivery_id)) return kept('already_so')
  await lockPlans(trx, workspaceId, [route.plan_id])
  const given = NewDelivery.safeParse({
    delivery_address: address,
    // Not where the phone is: the driver says so if it is there.
    delivery_location: data.location,
    recipient_name,
    recipient_phone,
    notes: note,
    scheduled_date: await readPlanDay(trx, workspaceId, route.plan_id),
  })
  if (!given.success) return refused('invalid')
  const phones = withNumbers(given.data, await readCountry(trx, workspaceId))
  if ('problem' in phones) return refused('invalid')
  const created = await createDelivery(trx, author, 'driver', phones.order, quotas, delivery_id)
  if (route.state !== 'dispatched') return conflict('was_taken_back')
  // Where it is becomes known once the driver stands there, if nobody says so earlier.
  if (!created.delivery_location) return undefined
  const added = [delivery_id]
  await edit(work, route.plan_id, (routes) => [nextStop(routes, route_id, delivery_id)], { added })
  return undefined
}

/**
 * An unplanned delivery without a place is where its driver stands, and comes onto the route it was added for. Without a fix,
 * or if the plan cannot follow, it stays without. Returns the delivery as it is then.
 */
export async function placeAdded(work: RoadWork, delivery: StoredDelivery): Promise<StoredDelivery> {
  const { trx, author, driver, entry, now } = work
  const { workspaceId } = author
  const waits = delivery.status === 'pending' && delivery.route_id === null && delivery.deleted_at === null
  const routeId = waits ? await addedTo(trx, workspaceId, delivery, driver.id) : undefined
  const place = delivery.delivery_location ?? (entry.fix && { lat: entry.fix.lat, lng: entry.fix.lng })
  if (!routeId || !place) return delivery
  if (!work.withPlan) throw new NeedsPlan()
  const route = await findRoute(trx, workspaceId, routeId)
  if (route?.driver_id !== driver.id || route.state !== 'dispatched') return delivery
  await lockPlans(trx, workspaceId, [route.plan_id])
  const { id } = delivery
  if (!delivery.delivery_location) {
    await setPositions(trx, author, [{ id, location: place, origin: originOf('driver') }], now)
  }
  await edit(work, route.plan_id, (routes) => [nextStop(routes, route.id, id)], { added: [id] }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
    },
  )
  return (await findDelivery(work, id))!
}

/** Puts a delivery behind all that is done. */
function nextStop(routes: EditRoute[], route_id: string, delivery_id: string): SettledEdit {
  return { type: 'insert', delivery_id, route_id, position: doneCount(routeIn(routes, route_id)) + 1 }
}

/** One driver gives. Nothing moves until the other one says that they have it. */
async function handOver(work: RoadWork, data: RoadData['handed_over']): Promise<Handled> {
  const { trx, author, driver, settings, reference, entry, now } = work
  if (!settings.may_hand_over) return refused('not_allowed')
  const { workspaceId } = author
  const to = await findDriver(trx, workspaceId, data.to_driver_id)
  if (!to || to.id === driver.id) return refused('driver_unknown')
  const own = await carriedBy(work, data.delivery_ids, driver.id)
  if (!own.length) return refused('delivery_unknown')
  const said: Record<string, string> = data.note === null ? {} : { note: data.note }
  const notes = own.map(({ id }) => ({
    delivery_id: id,
    kind: 'handed_over' as const,
    detail: { device: reference, to_driver_id: to.id },
    said,
    carrier_name: to.name,
  }))
  await noteOnRoad(trx, author, notes, now)
  const waiting = await waitingTakeover(trx, workspaceId, to.id, entry.id)
  if (!waiting) return undefined
  const taken = new Set((waiting.data as RoadData['taken_over'] | null)?.delivery_ids)
  await giveTo(
    work,
    own.filter(({ id }) => taken.has(id)).map(({ id }) => id),
    { from: driver, to },
  )
  await trx
    .updateTable('road_entries')
    .set({ outcome: 'applied', code: null })
    .where('workspace_id', '=', workspaceId)
    .where('device_id', '=', waiting.device_id)
    .where('sequence', '=', waiting.sequence)
    .execute()
  return undefined
}

async function takeOver(work: RoadWork, data: RoadData['taken_over']): Promise<Handled> {
  const { trx, author, driver, reference, now } = work
  const { workspaceId } = author
  const handover = await findHandover(trx, workspaceId, data.handover_entry_id)
  if (!handover) return kept('waits_for_other')
  const given = handover.data as RoadData['handed_over'] | null
  if (given?.to_driver_id !== driver.id) return refused('not_allowed')
  const from = await findDriver(trx, workspaceId, handover.driver_id)
  const ids = data.delivery_ids.filter((id) => given.delivery_ids.includes(id))
  const carried = await carriedBy(work, ids, handover.driver_id)
  if (!carried.length) return kept('moved_on')
  const moved = carried.map(({ id }) => id)
  await giveTo(work, moved, { from: { id: handover.driver_id, name: from?.name ?? '' }, to: driver })
  const notes = moved.map((delivery_id) => ({
    delivery_id,
    kind: 'taken_over' as const,
    detail: { device: reference },
    ...(from && { carrier_name: from.name }),
  }))
  await noteOnRoad(trx, author, notes, now)
  return undefined
}

/** Those of the deliveries that a driver has and that have not ended. */
async function carriedBy(work: RoadWork, ids: string[], driverId: string): Promise<StoredDelivery[]> {
  const found: StoredDelivery[] = []
  for (const id of new Set(ids)) {
    const delivery = await findDelivery(work, id)
    if (delivery?.driver_id === driverId && delivery.route_id && open.includes(delivery.status)) found.push(delivery)
  }
  return found
}

type Person = { id: string; name: string }

/** The deliveries go to the route of another driver, who gets one if they have none. */
async function giveTo(work: RoadWork, ids: string[], { from, to }: { from: Person; to: Person }): Promise<void> {
  const { trx, author } = work
  const { workspaceId } = author
  const carried = await carriedBy(work, ids, from.id)
  const byRoute = Map.groupBy(carried, ({ route_id }) => route_id!)
  const routes = (await Promise.all([...byRoute.keys()].map((id) => findRoute(trx, workspaceId, id)))).map(
    (each) => each!,
  )
  const targets = await Promise.all(routes.map(({ plan_id }) => findDispatched(trx, workspaceId, to.id, plan_id)))
  await lockPlans(
    trx,
    workspaceId,
    [...routes, ...targets].map((each) => each?.plan_id),
  )
  for (const delivery of carried) await setBack(work, delivery, from.id)
  for (const [index, route] of routes.entries()) {
    const moved = byRoute.get(route.id)!.map(({ id }) => id)
    const target = targets[index]
    await move(work, moved, { plan_id: route.plan_id, target, to }).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      // The plan cannot follow, but the other driver has them.
      for (const id of moved) {
        const delivery = (await findDelivery(work, id))!
        await writeStatus(work, delivery, { status: delivery.status, driver_id: to.id })
      }
    })
  }
}

type Target = Awaited<ReturnType<typeof findDispatched>>

async function move(
  work: RoadWork,
  ids: string[],
  { plan_id, target, to }: { plan_id: string; target: Target; to: Person },
): Promise<void> {
  if (target?.plan_id === plan_id) {
    await edit(work, plan_id, (routes) => [
      {
        type: 'move',
        delivery_ids: ids,
        route_id: target.id,
        position: doneCount(routeIn(routes, target.id)) + 1,
      },
    ])
  } else if (target) {
    await edit(work, plan_id, () => [{ type: 'remove', delivery_ids: ids }])
    for (const id of ids)
      await edit(work, target.plan_id, (routes) => [nextStop(routes, target.id, id)], { added: [id] })
  } else {
    await edit(work, plan_id, (routes) => splitOff(routes, ids, to.id), { drivers: [to.id] })
  }
}

/** A route of its own for these deliveries, which come last on their old one first. */
function splitOff(routes: EditRoute[], ids: string[], driver_id: string): SettledEdit[] {
  const route = routes.find(({ stops }) => stops.some(({ delivery_id }) => ids.includes(delivery_id)))
  if (!route) throw new AppError('delivery_not_on_plan')
  const isGiven = ({ delivery_id }: EditRoute['stops'][number]) => ids.includes(delivery_id)
  const given = route.stops.filter(isGiven)
  const stop_ids = [...route.stops.filter((stop) => !isGiven(stop)), ...given].map(({ id }) => id)
  return [
    { type: 'reorder', route_id: route.id, stop_ids },
    { type: 'split', route_id: route.id, stop_id: given[0]!.id, driver_id },
  ]
}

/**
 * What another driver had on their route was done by this one, so it comes onto this one's. If the plan cannot follow, it
 * stays where it is. Returns the delivery as it is then.
 */
export async function followMove(work: RoadWork, delivery: StoredDelivery): Promise<StoredDelivery> {
  const { trx, author, driver } = work
  const { workspaceId } = author
  const route = (await findRoute(trx, workspaceId, delivery.route_id!))!
  const target = await findDispatched(trx, workspaceId, driver.id, route.plan_id)
  await lockPlans(trx, workspaceId, [route.plan_id, target?.plan_id])
  await setBack(work, delivery, delivery.driver_id)
  const leaves = () =>
    target
      ? move(work, [delivery.id], { plan_id: route.plan_id, target, to: driver })
      : edit(work, route.plan_id, () => [{ type: 'remove', delivery_ids: [delivery.id] }])
  await leaves().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
  return (await findDelivery(work, delivery.id))!
}
