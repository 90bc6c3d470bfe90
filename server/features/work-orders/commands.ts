import { AppError } from '#domain/errors.ts'
import type { RoadData } from '#domain/road/entry.ts'
import { isSpan, NewWorkOrder, spanMessage, type WorkOrder, type WorkOrderChange } from '#domain/schema/work-order.ts'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { anySeen, checkSeen, type Seen } from '../../http/if-match.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { doneSchedule } from '../maintenance/commands.ts'
import { getStoredSchedule } from '../maintenance/queries.ts'
import { noteReading } from '../odometer/commands.ts'
import { odometersOf } from '../odometer/queries.ts'
import type { Handled, RoadHandlers, RoadWork } from '../road/commands.ts'
import { shiftHandlers } from '../shifts/commands.ts'
import { findShift } from '../shifts/queries.ts'
import { mendVehicle, vehicleHandlers } from '../vehicle-checks/commands.ts'
import { getCheck, unmendedChecks } from '../vehicle-checks/queries.ts'
import { changeVehicle } from '../vehicles/commands.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { getOrder, openOrders, routesDuring } from './queries.ts'
import { awaySentence, isOpen, noteOfCheck, titleOfCheck } from './rules.ts'

const oneOfCheck = { work_orders_check: 'duplicate_work_order' } as const

/** What phones say that work orders and odometers follow from. */
export const workshopHandlers = { vehicle_checked: inspect, shift_ended: endShift } satisfies Partial<RoadHandlers>

/**
 * Makes a work order. Costs are in the workspace's present currency, and stay in it.
 * @throws AppError `vehicle_not_found`, `maintenance_not_found`, `vehicle_check_not_found`, `duplicate_work_order`,
 * `validation_failed`
 */
export async function createOrder(trx: Trx, actor: Actor, order: NewWorkOrder, now: Date): Promise<WorkOrder> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await getVehicle(trx, workspaceId, order.vehicle_id)
  await checkBelongs(trx, workspaceId, order)
  const { id } = await insert(trx, actor, order, now)
  const made = await getOrder(trx, workspaceId, id)
  return settle(trx, actor, made, now)
}

/** The maintenance and the check are of the same vehicle. */
async function checkBelongs(trx: Trx, workspaceId: string, { vehicle_id, schedule_id, check_id }: NewWorkOrder) {
  if (schedule_id !== null) {
    const schedule = await getStoredSchedule(trx, workspaceId, schedule_id)
    if (schedule.vehicle_id !== vehicle_id) throw new AppError('maintenance_not_found')
  }
  if (check_id !== null) {
    const check = await getCheck(trx, workspaceId, check_id)
    if (check.vehicle_id !== vehicle_id) throw new AppError('vehicle_check_not_found')
  }
}

async function insert(trx: Trx, author: Author, order: NewWorkOrder, now: Date): Promise<{ id: string }> {
  const { workspaceId, name } = author
  const { currency, time_zone } = await readWorkspace(trx, workspaceId)
  const days = daysOf(order, dayOf(now, time_zone))
  const row = { ...order, ...days, workspace_id: workspaceId, currency, created_by: name }
  const write = trx
    .insertInto('work_orders')
    .values({ ...row, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(oneOfCheck, write)
  const data = await getOrder(trx, workspaceId, id)
  await appendEvents(trx, author, [{ type: 'work_order.created', id, data }], now)
  return { id }
}

/**
 * In the workshop, a vehicle is out from today on unless it says otherwise. What is done was done today, or before.
 * @throws AppError `validation_failed`
 */
function daysOf(order: Pick<NewWorkOrder, 'state' | 'from_day' | 'until_day' | 'done_on'>, today: string) {
  const { state, until_day } = order
  const from_day = state === 'in_workshop' ? (order.from_day ?? today) : order.from_day
  const done_on = state === 'done' ? (order.done_on ?? today) : null
  if (!isSpan({ from_day, until_day })) refuse(spanMessage.path.join('.'), spanMessage.message)
  if (done_on !== null && done_on > today) refuse('done_on', 'That is in the future.')
  return { from_day, done_on }
}

function refuse(path: string, message: string): never {
  throw new AppError('validation_failed', { errors: [{ path, message }] })
}

/**
 * Changes a work order. One that is done or canceled keeps its state and days; its costs and notes can still be corrected.
 * @throws AppError `work_order_not_found`, `version_conflict`, `work_order_ended`, `validation_failed`
 */
export async function changeOrder(
  trx: Trx,
  actor: Actor,
  id: string,
  change: WorkOrderChange,
  seen: Seen,
  now: Date,
): Promise<WorkOrder> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getOrder(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  const next = { ...before, ...change }
  const fixed = ['state', 'from_day', 'until_day'] as const
  if (!isOpen(before) && fixed.some((name) => next[name] !== before[name])) throw new AppError('work_order_ended')
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const days = daysOf(next, dayOf(now, time_zone))
  await trx
    .updateTable('work_orders')
    .set({ ...change, ...days, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getOrder(trx, workspaceId, id)
  const ends = isOpen(before) && !isOpen(data)
  const type = ends && data.state === 'done' ? 'finished' : ends ? 'canceled' : 'updated'
  await appendEvents(trx, actor, [{ type: `work_order.${type}`, id, data, before }], now)
  return settle(trx, actor, data, now, before)
}

/** What follows from a work order as it is now. It goes on as Karta itself, so it comes last. */
async function settle(trx: Trx, actor: Actor, order: WorkOrder, now: Date, before?: WorkOrder): Promise<WorkOrder> {
  const isNewlyDone = order.state === 'done' && (!before || isOpen(before))
  if (isNewlyDone) await finish(trx, actor, order, now)
  await setWorkspace(trx, actor.workspaceId)
  await tellAway(trx, actor.workspaceId, order, now)
  return order
}

/** The maintenance counts from that day, the vehicle's last maintenance is this one, and its defects are solved. */
async function finish(trx: Trx, actor: Actor, order: WorkOrder, now: Date): Promise<void> {
  const { workspaceId } = actor
  const vehicle = await getVehicle(trx, workspaceId, order.vehicle_id)
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const day = order.done_on!
  const at = day < dayOf(now, time_zone) ? instantOf(dayAfter(day), '00:00', time_zone) : now
  const reached =
    order.odometer_km ?? (await odometersOf(trx, workspaceId, [vehicle.id], at)).get(vehicle.id)?.km ?? null
  if (order.schedule_id) await doneIfThere(trx, actor, order.schedule_id, { day, km: reached }, now)
  if (vehicle.last_maintenance_on === null || vehicle.last_maintenance_on < day) {
    await changeVehicle(trx, actor, vehicle.id, { last_maintenance_on: day }, anySeen(), now)
  }
  if (order.check_id) await mendAll(trx, actor, order.check_id, now)
  if (order.odometer_km !== null) {
    await noteReading(trx, actor, { vehicle, km: order.odometer_km, at, source: 'work_order' }, now)
  }
}

/** Solves the defects of a check, and of later ones that found the same. */
async function mendAll(trx: Trx, actor: Actor, checkId: string, now: Date): Promise<void> {
  const check = await getCheck(trx, actor.workspaceId, checkId)
  for (const each of await unmendedChecks(trx, actor.workspaceId, check.vehicle_id)) {
    if (titleOfCheck(each) === titleOfCheck(check)) await mendVehicle(trx, actor, each.id, now)
  }
}

/** Maintenance may have been deleted since. */
async function doneIfThere(trx: Trx, actor: Actor, id: string, done: { day: string; km: number | null }, now: Date) {
  const there = await trx
    .selectFrom('maintenance_schedules')
    .select('id')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (there) await doneSchedule(trx, actor, id, done, now)
}

/** Tells of plans that use the vehicle while it is in the workshop, or that none does any more. */
export async function tellAway(trx: Trx, workspaceId: string, order: WorkOrder, now: Date): Promise<void> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const key = `vehicle_away:${order.id}`
  const routes = isOpen(order) ? await routesDuring(trx, workspaceId, order, dayOf(now, time_zone)) : []
  const [first] = routes
  if (!first) return settleAlert(trx, workspaceId, key, now)
  const about = { vehicle_id: order.vehicle_id, route_id: first.id, plan_id: first.plan_id }
  const sentence = awaySentence(order, routes)
  await raiseAlert(trx, workspaceId, { kind: 'vehicle_away', severity: 'medium', key, sentence, ...about }, now)
}

/** A driver's check: its odometer is a reading, and a defect that keeps the vehicle from driving is a work order at once. */
async function inspect(work: RoadWork, data: RoadData['vehicle_checked']): Promise<Handled> {
  const handled = await vehicleHandlers.vehicle_checked(work, data)
  if (handled) return handled
  const { trx, author, entry, now } = work
  const { workspaceId } = author
  const vehicle = await getVehicle(trx, workspaceId, data.vehicle_id)
  await note(work, vehicle, data.odometer_km)
  const title = titleOfCheck(data)
  if (!title) return undefined
  const open = await openOrders(trx, workspaceId, [vehicle.id])
  if (open.some((order) => order.check_id !== null && order.title === title)) return undefined
  const vehicle_id = vehicle.id
  const order = NewWorkOrder.parse({ vehicle_id, title, note: noteOfCheck(data), check_id: entry.id })
  await insert(trx, author, order, now)
  return undefined
}

/** The odometer at the end of a shift is a reading of its vehicle. */
async function endShift(work: RoadWork, data: RoadData['shift_ended']): Promise<Handled> {
  const handled = await shiftHandlers.shift_ended(work, data)
  if (handled || data.odometer_km === null) return handled
  const { trx, author } = work
  const shift = await findShift(trx, author.workspaceId, data.shift_id)
  if (!shift?.vehicle_id) return undefined
  await note(work, await getVehicle(trx, author.workspaceId, shift.vehicle_id), data.odometer_km)
  return undefined
}

async function note({ trx, author, entry, now }: RoadWork, vehicle: { id: string; code: string }, km: number | null) {
  if (km !== null) await noteReading(trx, author, { vehicle, km, at: entry.happenedAt, source: 'check' }, now)
}
