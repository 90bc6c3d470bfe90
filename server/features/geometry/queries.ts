import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { placeKey } from '#domain/travel/place-key.ts'
import { profileOfType, type Profile } from '#domain/travel/profiles.ts'
import type { Trx } from '../../db/connect.ts'

/** A route's places in driving order, and how its vehicle drives. */
export type RouteAlong = { route_id: string; profile: Profile; places: number[] }

/**
 * The routes of a plan along their places, and whose roads they take; none of these if it was timed as the crow flies.
 * @throws AppError `plan_not_found`
 */
export async function readRoutesAlong(trx: Trx, workspaceId: string, planId: string) {
  const plan = await trx
    .selectFrom('plans')
    .select('timed_with')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  const { rows } = await sql<{ route_id: string; type: string | null; places: [number, number][] }>`
    select r.id as route_id, v.type,
      jsonb_agg(jsonb_build_array(s.lng, s.lat) order by s.position) filter (where s.lat is not null) as places
    from routes r join stops s on s.route_id = r.id left join vehicles v on v.id = r.vehicle_id
    where r.workspace_id = ${workspaceId} and r.plan_id = ${planId}
    group by r.id, v.type order by r.position`.execute(trx)
  const sources = plan.timed_with?.sources ?? {}
  const routes = rows.map(({ route_id, type, places }): RouteAlong => {
    const own = profileOfType(type ?? undefined)
    return { route_id, profile: sources[own] ? own : 'car', places: (places ?? []).map(placeKey) }
  })
  return { sources, routes }
}

/** The polylines that are known from one place to another, by both. Null is known not to exist. */
export async function readWays(
  trx: Trx,
  workspaceId: string,
  source: string,
  legs: readonly (readonly [number, number])[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ origin: number; destination: number; way: string | null }>`
    select w.origin, w.destination, w.way from travel_ways w
      join unnest(${legs.map(([from]) => from)}::bigint[], ${legs.map(([, to]) => to)}::bigint[]) as l (origin, destination)
        using (origin, destination)
    where w.workspace_id = ${workspaceId} and w.source = ${source}`.execute(trx)
  return new Map(rows.map(({ origin, destination, way }) => [`${origin} ${destination}`, way]))
}
