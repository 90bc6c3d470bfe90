import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'

/** Dispatched routes of a driver, those of a plan first, and then those that end last. */
export function findDispatched(trx: Trx, workspaceId: string, driverId: string, planId: string | null) {
  return trx
    .selectFrom('routes as r')
    .innerJoin('plans as p', 'p.id', 'r.plan_id')
    .select(['r.id', 'r.plan_id', 'r.driver_id'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.driver_id', '=', driverId)
    .where('p.state', '=', 'dispatched')
    .orderBy(sql`(r.plan_id = ${planId}) is true`, 'desc')
    .orderBy('p.day', 'desc')
    .orderBy('r.ends_at', 'desc')
    .orderBy('r.id')
    .executeTakeFirst()
}

/** Locks plans, in the order in which everybody does. */
export async function lockPlans(trx: Trx, workspaceId: string, ids: (string | null | undefined)[]): Promise<void> {
  await trx
    .selectFrom('plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${[...new Set(ids.filter(Boolean))]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The stops of a route where somebody is visited, in their order, with how far their deliveries are. */
export function readVisits(trx: Trx, workspaceId: string, routeId: string) {
  return (
    trx
      .selectFrom('stops as s')
      .innerJoin('deliveries as d', 'd.id', 's.delivery_id')
      .select(['s.id', 's.kind', 's.delivery_id', 's.locked', 'd.status'])
      .where('s.workspace_id', '=', workspaceId)
      .where('s.route_id', '=', routeId)
      .where('s.kind', 'in', ['pickup', 'delivery'])
      // A canceled one leaves its route with the next change.
      .where('d.status', '!=', 'cancelled')
      .orderBy('s.position')
      .execute()
  )
}
export type Visit = Awaited<ReturnType<typeof readVisits>>[number]

/** What another driver said of taking over, before this one said of handing over. */
export function waitingTakeover(trx: Trx, workspaceId: string, driverId: string, handoverId: string) {
  return trx
    .selectFrom('road_entries')
    .select(['device_id', 'sequence', 'id', 'data'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('kind', '=', 'taken_over')
    .where('code', '=', 'waits_for_other')
    .where(sql<boolean>`data ->> 'handover_entry_id' = ${handoverId}`)
    .executeTakeFirst()
}

/** What a driver said of handing over. */
export function findHandover(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('road_entries')
    .select(['id', 'driver_id', 'data', 'outcome'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('kind', '=', 'handed_over')
    .where('outcome', 'in', ['applied', 'conflict'])
    .executeTakeFirst()
}

export function findDriver(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

export async function readPlanDay(trx: Trx, workspaceId: string, planId: string): Promise<string> {
  const plan = await trx
    .selectFrom('plans')
    .select('day')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  return plan.day
}
