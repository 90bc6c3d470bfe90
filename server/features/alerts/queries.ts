import { sql } from 'kysely'
import { z } from 'zod'
import { choicesOf, type AlertChoices } from '#domain/alerts/choices.ts'
import { actionsOf, type AlertKind, type AlertState } from '#domain/alerts/kinds.ts'
import { AppError } from '#domain/errors.ts'
import type { AlertSettings } from '#domain/schema/alert-settings.ts'
import type { AlertSeverity } from '#domain/alerts/kinds.ts'
import type { Alert, InboxAlert } from '#domain/schema/alert.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'

const alerts = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('alerts as a')
    .leftJoin('drivers as d', 'd.id', 'a.driver_id')
    .leftJoin('routes as r', 'r.id', 'a.route_id')
    .select(['a.id', 'a.kind', 'a.severity', 'a.sentence', 'a.state', 'a.driver_id', 'd.name as driver_name'])
    .select(['a.vehicle_id', 'a.delivery_id', 'a.stop_id', 'a.route_id', 'a.depot_id', 'a.raised_at'])
    .select(sql<string | null>`coalesce(a.plan_id, r.plan_id)`.as('plan_id'))
    .select(['a.seen_at', 'a.seen_by', 'a.done_at', 'a.done_by', 'a.settled_at', 'a.version'])
    .where('a.workspace_id', '=', workspaceId)

const withActions = <Row extends Omit<Alert, 'actions'>>(row: Row) => ({ ...row, actions: actionsOf(row) })

/** @throws AppError `alert_not_found` */
export async function getAlert(trx: Trx, workspaceId: string, id: string): Promise<Alert> {
  const row = await alerts(trx, workspaceId).where('a.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('alert_not_found')
  return withActions(row)
}

/** Alerts by their ids. */
export async function getAlerts(trx: Trx, workspaceId: string, ids: string[]): Promise<Alert[]> {
  const rows = await alerts(trx, workspaceId)
    .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
    .orderBy('a.id')
    .execute()
  return rows.map(withActions)
}

/** The alert about something that is not over, if there is one. */
export async function findUnsettled(trx: Trx, workspaceId: string, key: string): Promise<Alert | undefined> {
  const row = await alerts(trx, workspaceId)
    .where('a.key', '=', key)
    .where('a.settled_at', 'is', null)
    .executeTakeFirst()
  return row && withActions(row)
}

type Filter = {
  state: AlertState | 'not_done'
  kind?: AlertKind | undefined
  severity?: AlertSeverity | undefined
  driver_id?: string | undefined
  cursor?: string | undefined
  limit: number
}

const newestFirst = {
  name: 'raised',
  order: 'desc',
  by: sql`a.raised_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`a.id`,
  ties: z.uuid(),
} as const

/**
 * Alerts, the newest first, with whom to call.
 * @param hidden kinds that whoever asks does not want in the inbox
 */
export async function listAlerts(trx: Trx, workspaceId: string, filter: Filter, hidden: AlertKind[] = []) {
  const { state, kind, severity, driver_id, ...page } = filter
  let found = alerts(trx, workspaceId).select('d.phone as driver_phone')
  found = state === 'not_done' ? found.where('a.state', '<>', 'done') : found.where('a.state', '=', state)
  if (kind) found = found.where('a.kind', '=', kind)
  if (severity) found = found.where('a.severity', '=', severity)
  if (hidden.length) found = found.where('a.kind', 'not in', hidden)
  if (driver_id) found = found.where('a.driver_id', '=', driver_id)
  const { rows, next_cursor } = await readPage(found, newestFirst, page)
  const { open } = await trx
    .selectFrom('alerts')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'open')
    .where(sql<boolean>`kind <> all(${hidden}::text[])`)
    .executeTakeFirstOrThrow()
  return { data: rows.map(withActions) as InboxAlert[], next_cursor, open }
}

/** Where somebody is told of which alerts. */
export async function readChoices(
  trx: Trx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<AlertChoices> {
  const row = await trx
    .selectFrom('alert_choices')
    .select('choices')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return choicesOf(row?.choices ?? {})
}

/** Who is told of what nobody sees. */
export async function readAlertSettings(trx: Trx, workspaceId: string): Promise<AlertSettings> {
  const row = await trx
    .selectFrom('alert_settings')
    .select(['escalation', 'version'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? { escalation: [], version: 1 }
}

/** Whose business an alert is: its delivery's depot, else its plan's or its driver's. */
export async function depotOf(
  trx: Trx,
  workspaceId: string,
  {
    delivery_id,
    route_id,
    driver_id,
    plan_id,
  }: Partial<Record<'delivery_id' | 'route_id' | 'driver_id' | 'plan_id', string | null>>,
): Promise<string | null> {
  const { rows } = await sql<{ depot_id: string | null }>`select coalesce(
      (select depot_id from deliveries where workspace_id = ${workspaceId} and id = ${delivery_id ?? null}),
      (select p.depot_id from routes r join plans p on p.id = r.plan_id
        where r.workspace_id = ${workspaceId} and r.id = ${route_id ?? null}),
      (select depot_id from plans where workspace_id = ${workspaceId} and id = ${plan_id ?? null}),
      (select depot_id from drivers where workspace_id = ${workspaceId} and id = ${driver_id ?? null})) as depot_id`.execute(
    trx,
  )
  return rows[0]!.depot_id
}
