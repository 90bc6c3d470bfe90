import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { PlanChange, PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { PlanSummary, Route } from '#domain/schema/plan.ts'
import type { Trx } from '../../db/connect.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { readRoutes, type WholeRoute } from '../changeable-plans/queries.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { toStop, trustOf } from '../planning/queries.ts'
import { fingerprintOf, newWindows, type ReplacedPlan, type WorkedOut } from './rules.ts'

// What other features need of this one's rules.
export { planAfter, workOutReplay, type WorkedOut } from './rules.ts'

/**
 * Routes as they are or would be, as the API shows them.
 * @param windows those that deliveries would have
 */
export async function showRoutes(
  trx: Trx,
  workspaceId: string,
  planId: string,
  routes: readonly WholeRoute[],
  windows: ReturnType<typeof newWindows> = new Map(),
): Promise<Route[]> {
  const ids = routes.flatMap(({ stops }) => stops.flatMap(({ delivery_id }) => delivery_id ?? []))
  const rows = ids.length
    ? await trx
        .selectFrom('deliveries')
        .select(['id', 'number', 'status', 'kind', 'lat', 'lng', 'address_key'])
        .select(['window_start', 'window_end', 'pickup_window_start', 'pickup_window_end'])
        .select(['place_name', 'other_places'])
        .select(['location_source', 'location_confidence', 'location_provider', 'location_kind'])
        .where('workspace_id', '=', workspaceId)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute()
    : []
  const deliveries = new Map(rows.map((row) => [row.id, { ...row, ...windows.get(row.id) }]))
  const joined = routes.map(({ stops }) =>
    stops.map((stop) => {
      const delivery = deliveries.get(stop.delivery_id ?? '')
      return {
        ...stop,
        delivery_lat: delivery?.lat ?? null,
        delivery_lng: delivery?.lng ?? null,
        address_key: delivery?.address_key ?? null,
        location_source: delivery?.location_source ?? null,
        location_confidence: delivery?.location_confidence ?? null,
        location_provider: delivery?.location_provider ?? null,
        location_kind: delivery?.location_kind ?? null,
        delivery_number: delivery?.number ?? null,
        delivery_status: delivery?.status ?? null,
        delivery_kind: delivery?.kind ?? null,
        window_start: delivery?.window_start ?? null,
        window_end: delivery?.window_end ?? null,
        pickup_window_start: delivery?.pickup_window_start ?? null,
        pickup_window_end: delivery?.pickup_window_end ?? null,
        place_name: delivery?.place_name ?? null,
        other_places: delivery?.other_places ?? null,
      }
    }),
  )
  const trust = trustOf(joined.flat(), await serviceArea(trx, workspaceId))
  return routes.map(({ route: { position: _, ...route } }, index) => ({
    ...route,
    plan_id: planId,
    stops: joined[index]!.map((stop) => toStop(stop, trust)),
  }))
}

/** A change as the API shows it, done or only tried. */
export async function shown(
  trx: Trx,
  workspaceId: string,
  plan: PlanSummary,
  { sentence, after, removed, effect, warnings, edits }: WorkedOut,
  id: string | null,
): Promise<PlanChangeResult> {
  const routes = await showRoutes(trx, workspaceId, plan.id, after, newWindows(edits))
  return { id, plan, sentence, routes, removed_route_ids: removed, effect, warnings }
}

/**
 * What a change would do to the plan that the caller has seen.
 * @throws AppError `version_conflict`
 */
export async function showPreview(
  trx: Trx,
  workspaceId: string,
  work: WorkedOut,
  seen: Seen,
): Promise<PlanChangeResult> {
  const { plan } = work.read
  await checkSeen(seen, plan, () => ({ current: plan }))
  return shown(trx, workspaceId, plan, work, null)
}

/** What was changed of a plan, newest first, and what can still be taken back. */
export async function listPlanChanges(
  trx: Trx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  planId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ data: PlanChange[]; next_cursor: string | null; total: number }> {
  const plan = await trx
    .selectFrom('plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  const all = trx
    .selectFrom('plan_changes')
    .where('plan_changes.workspace_id', '=', workspaceId)
    .where('plan_changes.plan_id', '=', planId)
  const before = Number(cursor)
  const rows = await all
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'plan_changes.actor_id')
        .onRef('members.workspace_id', '=', 'plan_changes.workspace_id'),
    )
    .leftJoin('api_keys', 'api_keys.id', 'plan_changes.actor_id')
    .select(['plan_changes.id', 'plan_changes.number', 'plan_changes.at', 'sentence', 'types', 'effect'])
    .select(['route_ids', 'undoes', 'undone_by', 'after', 'plan_changes.actor_kind', 'plan_changes.actor_id'])
    .select(sql<boolean>`plan_changes.replaced is not null`.as('is_kept'))
    .select(['members.name as member_name', 'api_keys.name as key_name'])
    .$if(Number.isInteger(before) && before > 0, (query) => query.where('plan_changes.number', '<', before))
    .orderBy('plan_changes.number', 'desc')
    .limit(limit + 1)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const now = new Map(
    (await readRoutes(trx, workspaceId, planId)).map((whole) => [whole.route.id, fingerprintOf(whole)]),
  )
  const data = rows.slice(0, limit).map((row): PlanChange => ({
    id: row.id,
    at: row.at,
    by: row.member_name ?? row.key_name ?? (row.actor_kind === 'system' ? 'Karta' : 'Somebody who left'),
    is_yours: row.actor_id === userId,
    sentence: row.sentence,
    types: row.types,
    effect: row.effect,
    route_ids: row.route_ids,
    undoes: row.undoes,
    undone_by: row.undone_by,
    can_undo: row.undone_by === null && row.is_kept && isAsLeft(row.after, now),
  }))
  return { data, next_cursor: rows.length > limit ? String(rows[limit - 1]!.number) : null, total }
}

/** Whether the routes of a change are still as it left them. */
export function isAsLeft(after: Record<string, string | null>, now: Map<string, string>): boolean {
  return Object.entries(after).every(([id, fingerprint]) => (now.get(id) ?? null) === fingerprint)
}

/**
 * What taking a change back would be. The routes become what they were, to the second.
 * @throws AppError `plan_change_not_found`, `cannot_undo`
 */
export async function readUndo(trx: Trx, workspaceId: string, planId: string, changeId: string) {
  const change = await trx
    .selectFrom('plan_changes')
    .select(['id', 'sentence', 'route_ids', 'replaced', 'after', 'undone_by', 'undoes'])
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .where('id', '=', changeId)
    .executeTakeFirst()
  if (!change) throw new AppError('plan_change_not_found')
  if (change.undone_by) throw new AppError('cannot_undo', { detail: 'It was taken back already.' })
  if (!change.replaced) throw new AppError('cannot_undo', { detail: 'Personal data that it needs was erased.' })
  const now = new Map(
    (await readRoutes(trx, workspaceId, planId)).map((whole) => [whole.route.id, fingerprintOf(whole)]),
  )
  if (!isAsLeft(change.after, now)) {
    throw new AppError('cannot_undo', { detail: 'The same routes were changed again since.' })
  }
  return { ...change, replaced: change.replaced as ReplacedPlan }
}

/**
 * The dispatched plans of a delivery's day that may take it, those of its depot first.
 * @throws AppError `delivery_not_found`, `nothing_on_road`
 */
export async function plansOnRoad(trx: Trx, workspaceId: string, deliveryId: string): Promise<string[]> {
  const delivery = await trx
    .selectFrom('deliveries')
    .select(['scheduled_date', 'depot_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deliveryId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!delivery) throw new AppError('delivery_not_found')
  const rows = await trx
    .selectFrom('plans')
    .select(['id', 'depot_id'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'dispatched')
    .where('day', '=', delivery.scheduled_date)
    .orderBy('created_at', 'desc')
    .execute()
  if (!rows.length) throw new AppError('nothing_on_road')
  const isOwn = (depot: string | null) => Number(depot === delivery.depot_id)
  return rows.toSorted((one, other) => isOwn(other.depot_id) - isOwn(one.depot_id)).map(({ id }) => id)
}
