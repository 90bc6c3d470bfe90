import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Handover, RouteHandover } from '#domain/schema/handover.ts'
import type { Trx } from '../../db/connect.ts'
import { stateOf } from './rules.ts'

export const handoverColumns = [
  'id',
  'plan_id',
  'given_at',
  'given_by',
  'mailed_at',
  'opened_at',
  'seen_at',
  'link_expires_at',
  'version',
] as const

/** A route of a plan with its driver, and what its stops are now, as a hash. */
export type RouteToHand = {
  route_id: string
  plan_id: string
  day: string
  state: string
  ends_at: string
  driver_id: string
  driver_name: string
  driver_email: string | null
  has_account: boolean
  stops: string
  stop_count: number
}

const routesOf = (trx: Trx, workspaceId: string, which: { planId: string } | { routeIds: string[] }) =>
  sql<RouteToHand>`
    select r.id as route_id, r.plan_id, p.day, p.state, r.ends_at, r.driver_id, r.driver_name, d.email as driver_email,
      d.user_id is not null as has_account,
      (select md5(coalesce(string_agg(concat_ws('|', s.kind, s.delivery_id, s.address), ';' order by s.position), ''))
        from stops s where s.workspace_id = r.workspace_id and s.route_id = r.id) as stops,
      (select count(s.delivery_id)::integer from stops s where s.workspace_id = r.workspace_id and s.route_id = r.id)
        as stop_count
    from routes r join plans p on p.id = r.plan_id join drivers d on d.id = r.driver_id
    where r.workspace_id = ${workspaceId}
      and ${'planId' in which ? sql`r.plan_id = ${which.planId}` : sql`r.id = any(${which.routeIds}::uuid[])`}
    order by r.position, r.id`.execute(trx)

export async function readRoutes(trx: Trx, workspaceId: string, routeIds: string[]): Promise<RouteToHand[]> {
  return (await routesOf(trx, workspaceId, { routeIds })).rows
}

export const readHandovers = (trx: Trx, workspaceId: string, routeIds: string[]) =>
  trx
    .selectFrom('route_handovers')
    .select([...handoverColumns, 'had_stops', 'link_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${routeIds}::uuid[])`)
    .execute()

/**
 * Which drivers have their routes.
 * @throws AppError `plan_not_found`
 */
export async function listHandovers(trx: Trx, workspaceId: string, planId: string): Promise<RouteHandover[]> {
  const plan = await trx
    .selectFrom('plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  const { rows } = await routesOf(trx, workspaceId, { planId })
  const handovers = await readHandovers(
    trx,
    workspaceId,
    rows.map(({ route_id }) => route_id),
  )
  const known = new Map(handovers.map((each) => [each.id, each]))
  return rows.map(({ route_id, driver_id, driver_name, driver_email, has_account, stops }) => {
    const found = known.get(route_id)
    return {
      route_id,
      driver_id,
      driver_name,
      driver_email,
      has_account,
      state: stateOf(found?.had_stops ?? null, stops),
      handover: found ? handoverOf(found) : null,
    }
  })
}

type Stored = Handover & { had_stops: string | null; link_id: string | null }

/** The row as `/v1` shows it. */
export const handoverOf = ({ had_stops: _, link_id: __, ...row }: Stored): Handover => row

/** Which route a token opens, whatever the workspace. */
export async function findRouteLink(
  trx: Trx,
  tokenHash: Buffer,
): Promise<{ workspace_id: string; id: string; expires_at: string } | undefined> {
  const { rows } = await sql<{ workspace_id: string; id: string; expires_at: string }>`
    select * from find_route_link(${tokenHash})`.execute(trx)
  return rows[0]
}
