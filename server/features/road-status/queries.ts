import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { readStored, wasDriversOwn, type StoredDelivery } from '../deliveries/queries.ts'
import type { RoadWork } from '../road/commands.ts'

/** A stop with the route and plan that it is on. */
export function findStop(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('stops as s')
    .innerJoin('routes as r', 'r.id', 's.route_id')
    .innerJoin('plans as p', 'p.id', 'r.plan_id')
    .select(['s.id', 's.kind', 's.delivery_id', 'r.id as route_id', 'r.driver_id', 'p.id as plan_id', 'p.state'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.id', '=', id)
    .executeTakeFirst()
}
export type FoundStop = NonNullable<Awaited<ReturnType<typeof findStop>>>

/** Whether the driver has set out for a stop. */
export async function hasSetOut(trx: Trx, workspaceId: string, stopId: string): Promise<boolean> {
  const progress = await trx
    .selectFrom('stop_progress')
    .select('departed_at')
    .where('workspace_id', '=', workspaceId)
    .where('stop_id', '=', stopId)
    .executeTakeFirst()
  return (progress?.departed_at ?? null) !== null
}

/** The route that a delivery is on, with its plan. */
export function findRoute(trx: Trx, workspaceId: string, routeId: string) {
  return trx
    .selectFrom('routes as r')
    .innerJoin('plans as p', 'p.id', 'r.plan_id')
    .select(['r.id', 'r.driver_id', 'p.id as plan_id', 'p.state'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', routeId)
    .executeTakeFirst()
}

/** When a person corrected the status of a delivery last. */
export async function lastCorrection(trx: Trx, workspaceId: string, deliveryId: string): Promise<Date | undefined> {
  const found = await trx
    .selectFrom('delivery_events')
    .select('at')
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where('kind', '=', 'corrected')
    .where(sql<boolean>`detail -> 'device' is null`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found && new Date(found.at)
}

/** A delivery as it is stored, whatever has become of it. */
export async function findDelivery({ trx, author }: RoadWork, id: string): Promise<StoredDelivery | undefined> {
  const [delivery] = await readStored(trx, author.workspaceId, [id])
  return delivery
}

/** The stop where a delivery goes, on the route that it is on. A phone that added it itself does not know its id yet. */
export async function findStopOf(trx: Trx, workspaceId: string, stopId: string, delivery: StoredDelivery | undefined) {
  const stop = await findStop(trx, workspaceId, stopId)
  if (stop || !delivery?.route_id || stopId !== delivery.id) return stop
  const own = await trx
    .selectFrom('stops')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('route_id', '=', delivery.route_id)
    .where('delivery_id', '=', delivery.id)
    .where('kind', '=', 'delivery')
    .executeTakeFirst()
  return own && findStop(trx, workspaceId, own.id)
}

/** The same, if it is a stop of the delivery: nobody ends what another delivery has. */
export async function findVisit(trx: Trx, workspaceId: string, stopId: string | undefined, delivery: StoredDelivery) {
  const stop = stopId === undefined ? undefined : await findStopOf(trx, workspaceId, stopId, delivery)
  return stop?.delivery_id === delivery.id ? stop : undefined
}

/** The route for which a driver added an unplanned delivery. Undefined if they did not. */
export async function addedTo(trx: Trx, workspaceId: string, { id, source }: StoredDelivery, driverId: string) {
  if (source !== 'driver') return undefined
  const added = await trx
    .selectFrom('road_entries')
    .select(sql<string>`data ->> 'route_id'`.as('route_id'))
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .where('driver_id', '=', driverId)
    .where('kind', '=', 'stop_added')
    .where('outcome', '<>', 'refused')
    .executeTakeFirst()
  return added?.route_id
}

/** Whether the stop is the driver's, or its delivery once was, or the driver added it. */
export async function isOwn(work: RoadWork, stop: FoundStop | undefined, delivery: StoredDelivery | undefined) {
  const { trx, author, driver } = work
  if (stop?.driver_id === driver.id || delivery?.driver_id === driver.id) return true
  if (!delivery) return false
  if (await wasDriversOwn(trx, author.workspaceId, delivery.id, driver.id)) return true
  return (await addedTo(trx, author.workspaceId, delivery, driver.id)) !== undefined
}

/** Where somebody hands over what is brought to the recipient later. */
export const isHandover = ({ kind }: Pick<FoundStop, 'kind'>, delivery: Pick<StoredDelivery, 'kind'>) =>
  kind === 'pickup' && delivery.kind !== 'return'
