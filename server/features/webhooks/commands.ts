import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  WebhookEndpointChange,
  WebhookReplay,
} from '#domain/schema/webhook.ts'
import type { WebhookEndpoint } from '#domain/schema/webhook-endpoint.ts'
import { wantedTypes } from '#domain/webhooks/types.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getEndpoint, readCallRow } from './queries.ts'
import { checkUrl, mostEndpoints, newSecret, secretContext } from './rules.ts'

type Making = Pick<Deps, 'sealer' | 'config' | 'now'>

/**
 * Adds an endpoint, which is posted what happens from now on.
 * @throws AppError `too_many_webhooks`, `validation_failed`, `depot_not_found`
 */
export async function createEndpoint(
  trx: Trx,
  { sealer, config, now }: Making,
  actor: Actor,
  wanted: NewWebhookEndpoint,
): Promise<CreatedWebhookEndpoint> {
  const { workspaceId } = actor
  const at = now()
  checkUrl(wanted.url, config.webhooksAllowPrivate)
  await lockWorkspace(trx, workspaceId)
  await checkDepots(trx, workspaceId, wanted.depot_ids)
  const { count } = await trx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  if (count >= mostEndpoints) throw new AppError('too_many_webhooks')
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(trx)
  const { id } = rows[0]!
  const secret = newSecret()
  await trx
    .insertInto('webhook_endpoints')
    .values({
      ...wanted,
      id,
      workspace_id: workspaceId,
      secret: sealer.seal(secret, secretContext(id)),
      created_at: at,
      created_by: actor.name,
      updated_at: at,
    })
    .execute()
  await trx
    .insertInto('webhook_progress')
    .values({ endpoint_id: id, workspace_id: workspaceId, position: await newestPosition(trx, workspaceId) } as never)
    .execute()
  const data = await getEndpoint(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'webhook_endpoint.created', id, data }], at)
  return { ...data, secret }
}

/**
 * Changes an endpoint. One that is turned on again is also sent what happened while it was off, unless asked otherwise.
 * @throws AppError `webhook_not_found`, `version_conflict`, `validation_failed`, `depot_not_found`, `events_forgotten`
 */
export async function changeEndpoint(
  trx: Trx,
  { config, now }: Making,
  actor: Actor,
  id: string,
  { resume_from: from = 'where_it_stopped', ...change }: WebhookEndpointChange,
  seen: Seen,
): Promise<WebhookEndpoint> {
  const { workspaceId } = actor
  const before = await lockEndpoint(trx, workspaceId, id, seen)
  if (change.url !== undefined) checkUrl(change.url, config.webhooksAllowPrivate)
  await checkDepots(trx, workspaceId, change.depot_ids ?? null)
  const isResumed = change.active === true && !before.active
  if (isResumed) await resume(trx, workspaceId, id, from, now())
  await trx
    .updateTable('webhook_endpoints')
    .set({ ...change, ...(isResumed && { paused_at: null, paused_why: null }), updated_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getEndpoint(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'webhook_endpoint.updated', id, data, before }], now())
  return data
}

/** Forgets past failures, and what happened while the endpoint was off if that is left out. */
async function resume(
  trx: Trx,
  workspaceId: string,
  id: string,
  from: 'where_it_stopped' | 'now',
  now: Date,
): Promise<void> {
  const newest = await newestPosition(trx, workspaceId)
  const { position } = await trx
    .selectFrom('webhook_progress')
    .select('position')
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (from === 'where_it_stopped' && position < (await forgottenPosition(trx, workspaceId))) {
    throw new AppError('events_forgotten')
  }
  await trx
    .updateTable('webhook_progress')
    .set({ failures: 0, failing_since: null, try_after: sql`'-infinity'`, ...(from === 'now' && { position: newest }) })
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', id)
    .execute()
  await sendNow(trx, workspaceId, id, now)
}

/**
 * Deletes an endpoint and its log.
 * @throws AppError `webhook_not_found`, `version_conflict`
 */
export async function deleteEndpoint(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  const before = await lockEndpoint(trx, workspaceId, id, seen)
  await trx.deleteFrom('webhook_endpoints').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'webhook_endpoint.deleted', id, data: before }], now)
}

/**
 * Gives an endpoint a new secret. Calls are signed with the old one too until the overlap ends.
 * @throws AppError `webhook_not_found`, `version_conflict`
 */
export async function rotateSecret(
  trx: Trx,
  { sealer, now }: Making,
  actor: Actor,
  id: string,
  { overlap_hours: hours }: { overlap_hours: number },
  seen: Seen,
): Promise<CreatedWebhookEndpoint> {
  const { workspaceId } = actor
  const at = now()
  const before = await lockEndpoint(trx, workspaceId, id, seen)
  const secret = newSecret()
  await trx
    .updateTable('webhook_endpoints')
    .set((eb) => ({
      previous_secret: hours ? eb.ref('secret') : null,
      previous_secret_ends_at: hours ? new Date(at.getTime() + hours * 3_600_000) : null,
      secret: sealer.seal(secret, secretContext(id)),
      updated_at: at,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getEndpoint(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'webhook_endpoint.rotated', id, data, before }], at)
  return { ...data, secret }
}

/**
 * Sends the event of a call again, after whatever is still waiting about the same record.
 * @throws AppError `webhook_call_not_found`, `webhook_off`, `webhook_event_forgotten`
 */
export async function replayCall(trx: Trx, actor: Actor, id: string, now: Date): Promise<{ id: string }> {
  const { workspaceId } = actor
  const row = await readCallRow(trx, workspaceId, id)
  await lockProgress(trx, workspaceId, row.endpoint_id)
  const { rows } = await sql<{ id: string }>`
    insert into webhook_calls (workspace_id, endpoint_id, batch_id, index, event_id, type, subject_kind, subject_id,
      is_next, send_after, created_at)
    select c.workspace_id, c.endpoint_id, c.batch_id, c.index, c.event_id, c.type, c.subject_kind, c.subject_id,
      not ${isBusy(sql`c.endpoint_id`, sql`c.subject_id`)}, ${now}, ${now}
    from webhook_calls c join events e on e.workspace_id = c.workspace_id and e.batch_id = c.batch_id and e.index = c.index
    where c.workspace_id = ${workspaceId} and c.id = ${id} returning id`.execute(trx)
  if (!rows[0]) throw new AppError('webhook_event_forgotten')
  await noteReplayed(trx, workspaceId, row.endpoint_id)
  return rows[0]
}

/**
 * Sends the events of a span again, in their order: those that were given up, or all that the endpoint wants.
 * @throws AppError `webhook_not_found`, `webhook_off`
 */
export async function replaySpan(
  trx: Trx,
  actor: Actor,
  id: string,
  { since, until, types: chosen, only }: WebhookReplay,
  now: Date,
): Promise<{ added: number }> {
  const { workspaceId } = actor
  const { types, depot_ids } = await getEndpoint(trx, workspaceId, id)
  await lockProgress(trx, workspaceId, id)
  const inSpan = (at: ReturnType<typeof sql>) =>
    sql`${at} >= coalesce(${since ?? null}, '-infinity'::timestamptz) and ${at} < coalesce(${until ?? null}, 'infinity'::timestamptz)`
  const wanted =
    only === 'all'
      ? sql`${inSpan(sql`b.at`)} and e.type = any(${wantedTypes(types)}::text[])
          and (${depot_ids}::uuid[] is null or e.depot_ids && ${depot_ids}::uuid[])`
      : sql`exists (select from webhook_calls u where u.endpoint_id = ${id} and u.state = 'undelivered'
          and u.batch_id = e.batch_id and u.index = e.index and ${inSpan(sql`u.created_at`)})`
  const events = sql`
    select e.batch_id, e.index, e.id, e.type, e.subject_kind, e.subject_id, b.position
    from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
    where b.workspace_id = ${workspaceId} and b.position is not null and ${wanted}
      and e.type = any(${wantedTypes(chosen ?? [])}::text[])`
  const added = await addCalls(trx, { workspaceId, endpointId: id }, events, now)
  await noteReplayed(trx, workspaceId, id)
  return { added }
}

/** What was given up is no longer undelivered once a later call takes its event. The endpoint's progress must be locked. */
async function noteReplayed(trx: Trx, workspaceId: string, endpointId: string): Promise<void> {
  await sql`
    update webhook_calls u set state = 'replayed'
    where u.workspace_id = ${workspaceId} and u.endpoint_id = ${endpointId} and u.state = 'undelivered'
      and exists (select from webhook_calls o where o.endpoint_id = u.endpoint_id and o.subject_id = u.subject_id
        and o.event_id = u.event_id and o.number > u.number and o.state in ('waiting', 'sending'))`.execute(trx)
}

/** Adds a call for each of these events, in their order. The endpoint's progress must be locked. */
export async function addCalls(
  trx: Trx,
  { workspaceId, endpointId }: { workspaceId: string; endpointId: string },
  events: ReturnType<typeof sql>,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    insert into webhook_calls (workspace_id, endpoint_id, batch_id, index, event_id, type, subject_kind, subject_id,
      is_next, send_after, created_at)
    select ${workspaceId}, ${endpointId}, e.batch_id, e.index, e.id, e.type, e.subject_kind, e.subject_id,
      row_number() over (partition by e.subject_id order by e.position, e.index) = 1
        and not ${isBusy(sql`${endpointId}::uuid`, sql`e.subject_id`)}, ${now}, ${now}
    from (${events}) e order by e.position, e.index returning 1`.execute(trx)
  return rows.length
}

/** Calls of an endpoint that wait for another attempt need not wait any longer. */
export async function sendNow(trx: Trx, workspaceId: string, endpointId: string, now: Date): Promise<void> {
  await trx
    .updateTable('webhook_calls')
    .set({ send_after: now })
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('is_next', '=', true)
    .where('send_after', '>', now.toISOString())
    .execute()
}

/** Whether a call about this subject is still to be sent. */
const isBusy = (endpoint: ReturnType<typeof sql>, subject: ReturnType<typeof sql>) =>
  sql`exists (select from webhook_calls o where o.endpoint_id = ${endpoint} and o.subject_id = ${subject}
    and o.state in ('waiting', 'sending'))`

async function lockEndpoint(trx: Trx, workspaceId: string, id: string, seen: Seen): Promise<WebhookEndpoint> {
  await lockWorkspace(trx, workspaceId)
  const before = await getEndpoint(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  return before
}

/** @throws AppError `webhook_off` */
async function lockProgress(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const { active } = await getEndpoint(trx, workspaceId, id)
  if (!active) throw new AppError('webhook_off')
  await trx
    .selectFrom('webhook_progress')
    .select('endpoint_id')
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', id)
    .forUpdate()
    .execute()
}

async function newestPosition(trx: Trx, workspaceId: string): Promise<number> {
  const head = await headOf(trx, workspaceId)
  return head?.position ?? 0
}

async function forgottenPosition(trx: Trx, workspaceId: string): Promise<number> {
  const head = await headOf(trx, workspaceId)
  return head?.forgotten_position ?? 0
}

const headOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('event_heads')
    .select(['position', 'forgotten_position'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()

/** Lists of ids have no foreign keys, so this rejects depots of other workspaces. */
async function checkDepots(trx: Trx, workspaceId: string, ids: string[] | null): Promise<void> {
  if (!ids?.length) return
  const { count } = await trx
    .selectFrom('depots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  if (count !== ids.length) throw new AppError('depot_not_found')
}
