import { sql } from 'kysely'
import type { AlertKind, AlertSeverity } from '#domain/alerts/kinds.ts'
import { alertSeverities } from '#domain/alerts/kinds.ts'
import { mostSeenAtOnce } from '#domain/api/alerts.ts'
import { AppError } from '#domain/errors.ts'
import { may, roles } from '#domain/permissions.ts'
import type { AlertSettings, AlertSettingsPatch } from '#domain/schema/alert-settings.ts'
import type { Alert } from '#domain/schema/alert.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { depotOf, findUnsettled, getAlert, getAlerts, readAlertSettings } from './queries.ts'

/** What a dispatcher should look at. The sentence says nothing of a recipient: a delivery is called by its number. */
export type AlertDraft = {
  kind: AlertKind
  severity: AlertSeverity
  sentence: string
  /** What it is about, such as `late:<stop>`. Until that is settled, raising it again adds no second alert. */
  key: string
  driver_id?: string | null
  vehicle_id?: string | null
  delivery_id?: string | null
  stop_id?: string | null
  route_id?: string | null
  plan_id?: string | null
}

const karta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

/**
 * Tells dispatchers of something, in the transaction that finds it and that works as Karta itself. Told again, it changes
 * nothing, unless it became more severe: then whoever dealt with it has to look again.
 */
export async function raiseAlert(trx: Trx, workspaceId: string, draft: AlertDraft, now: Date): Promise<Alert> {
  const values = {
    driver_id: null,
    vehicle_id: null,
    delivery_id: null,
    stop_id: null,
    route_id: null,
    plan_id: null,
    ...draft,
    workspace_id: workspaceId,
    depot_id: await depotOf(trx, workspaceId, draft),
    raised_at: now,
  }
  const added = await trx
    .insertInto('alerts')
    .values(values)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).where('settled_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return raiseAgain(trx, workspaceId, draft, now)
  const data = await getAlert(trx, workspaceId, added.id)
  await appendEvents(trx, karta(workspaceId), [{ type: 'alert.raised', id: data.id, data }], now)
  return data
}

async function raiseAgain(trx: Trx, workspaceId: string, draft: AlertDraft, now: Date): Promise<Alert> {
  const before = await findUnsettled(trx, workspaceId, draft.key)
  // Somebody settled it in between.
  if (!before) return raiseAlert(trx, workspaceId, draft, now)
  const { severity, sentence } = draft
  if (alertSeverities.indexOf(severity) <= alertSeverities.indexOf(before.severity)) return before
  const opened = { state: 'open', seen_at: null, seen_by: null, done_at: null, done_by: null, raised_at: now } as const
  return change(trx, karta(workspaceId), before, { severity, sentence, ...opened }, 'alert.raised', now)
}

/** What an alert tells of is over. Without such an alert, nothing happens. */
export async function settleAlert(trx: Trx, workspaceId: string, key: string, now: Date): Promise<void> {
  const before = await findUnsettled(trx, workspaceId, key)
  if (!before) return
  const over = before.state === 'done' ? {} : { state: 'done' as const, done_at: now }
  await change(trx, karta(workspaceId), before, { ...over, settled_at: now }, 'alert.settled', now)
}

/**
 * Somebody has seen an alert. Whoever sees it later changes nothing.
 * @throws AppError `alert_not_found`
 */
export async function seeAlert(trx: Trx, actor: Actor, id: string, now: Date): Promise<Alert> {
  const before = await lockAlert(trx, actor.workspaceId, id)
  if (before.state !== 'open') return before
  return change(trx, actor, before, { state: 'seen', seen_at: now, seen_by: actor.name }, 'alert.seen', now)
}

/** Somebody has seen the alert about something that is not over, if there is one. */
export async function seeAlertOf(trx: Trx, actor: Actor, key: string, now: Date): Promise<void> {
  const found = await findUnsettled(trx, actor.workspaceId, key)
  if (found) await seeAlert(trx, actor, found.id, now)
}

/**
 * Somebody has seen all alerts of the inbox that were raised until then, at most so many at once.
 * @param hidden kinds that are not in the inbox
 * @returns how many nobody had seen before
 */
export async function seeAlerts(
  trx: Trx,
  actor: Actor,
  { until, kind }: { until: string; kind?: AlertKind | undefined },
  hidden: AlertKind[],
  now: Date,
): Promise<number> {
  let open = trx
    .selectFrom('alerts')
    .select('id')
    .where('workspace_id', '=', actor.workspaceId)
    .where('state', '=', 'open')
    .where('raised_at', '<=', until)
  if (kind) open = open.where('kind', '=', kind)
  if (hidden.length) open = open.where('kind', 'not in', hidden)
  const rows = await open.orderBy('raised_at').limit(mostSeenAtOnce).forUpdate().skipLocked().execute()
  if (!rows.length) return 0
  const ids = rows.map(({ id }) => id)
  const { workspaceId } = actor
  const before = new Map((await getAlerts(trx, workspaceId, ids)).map((alert) => [alert.id, alert]))
  await trx
    .updateTable('alerts')
    .set((eb) => ({ state: 'seen', seen_at: now, seen_by: actor.name, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const seen = await getAlerts(trx, workspaceId, ids)
  const told = seen.map((data) => ({ type: 'alert.seen', id: data.id, data, before: before.get(data.id)! }) as const)
  await appendEvents(trx, actor, told, now)
  return ids.length
}

/**
 * Somebody dealt with it.
 * @throws AppError `alert_not_found`
 */
export async function finishAlert(trx: Trx, actor: Actor, id: string, now: Date): Promise<Alert> {
  const before = await lockAlert(trx, actor.workspaceId, id)
  if (before.state === 'done') return before
  const { name } = actor
  const seen = before.seen_at ? {} : { seen_at: now, seen_by: name }
  return change(trx, actor, before, { state: 'done', ...seen, done_at: now, done_by: name }, 'alert.done', now)
}

async function lockAlert(trx: Trx, workspaceId: string, id: string): Promise<Alert> {
  const found = await trx
    .selectFrom('alerts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('alert_not_found')
  return getAlert(trx, workspaceId, id)
}

type Change = Partial<
  Omit<Alert, 'actions' | 'driver_name' | 'plan_id' | 'raised_at' | 'done_at' | 'seen_at' | 'settled_at'>
> & {
  raised_at?: Date
  seen_at?: Date | null
  done_at?: Date | null
  settled_at?: Date
}
type Type = 'alert.raised' | 'alert.seen' | 'alert.done' | 'alert.settled'

async function change(trx: Trx, by: Author, before: Alert, set: Change, type: Type, now: Date): Promise<Alert> {
  const { workspaceId } = by
  await trx
    .updateTable('alerts')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .execute()
  const data = await getAlert(trx, workspaceId, before.id)
  await appendEvents(trx, by, [{ type, id: data.id, data, before }], now)
  return data
}

/**
 * Changes who is told of what nobody sees.
 * @throws AppError `version_conflict`, `validation_failed`
 */
export async function changeAlertSettings(
  trx: Trx,
  actor: Actor,
  change: AlertSettingsPatch,
  seen: Seen,
  now: Date,
): Promise<AlertSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readAlertSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (!change.escalation) return before
  await checkMembers(trx, workspaceId, change.escalation)
  const escalation = JSON.stringify(change.escalation.toSorted((a, b) => a.after_minutes - b.after_minutes))
  const values = { escalation, version: before.version + 1 }
  const { id, ...changed } = await trx
    .insertInto('alert_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning(['id', 'escalation', 'version'])
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type: 'alert_settings.updated', id, data: changed, before }], now)
  return changed
}

const seeing = roles.filter((role) => may(role, 'see_operations'))

async function checkMembers(trx: Trx, workspaceId: string, steps: AlertSettings['escalation']): Promise<void> {
  if (!steps.length) return
  const found = await trx
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .where('role', 'in', seeing)
    .where(
      'user_id',
      'in',
      steps.map(({ user_id }) => user_id),
    )
    .execute()
  const known = new Set(found.map(({ user_id }) => user_id))
  const errors = steps.flatMap(({ user_id }, index) =>
    known.has(user_id) ? [] : [{ path: `escalation.${index}.user_id`, message: 'That person does not see alerts.' }],
  )
  if (errors.length) throw new AppError('validation_failed', { errors })
}

/** So long, alerts that are done can be looked up. They say which driver did what. */
const keptDays = 90

/** Deletes alerts that have been done for long. Returns how many. */
export async function forgetAlerts(db: Db, now: Date, most: number): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  const { rows } = await sql<{ gone: number }>`select forget_alerts(${before}, ${most}) as gone`.execute(
    inOneStatement(db),
  )
  return rows[0]!.gone
}
