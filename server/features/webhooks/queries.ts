import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type {
  CallState,
  UndeliveredWebhooks,
  WebhookCall,
  WebhookCallInFull,
  WebhookEndpointWithHealth,
} from '#domain/schema/webhook.ts'
import type { WebhookEndpoint } from '#domain/schema/webhook-endpoint.ts'
import { bodyOf } from '#domain/webhooks/body.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import type { Deps } from '../../deps.ts'
import { readEventsAt } from '../../events/read.ts'
import { secretContext } from './rules.ts'

const columns = [
  'id',
  'url',
  'description',
  'types',
  'depot_ids',
  'active',
  'paused_at',
  'paused_why',
  'previous_secret_ends_at',
  'created_at',
  'created_by',
  'updated_at',
  'version',
] as const

const endpointsOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('webhook_endpoints').where('workspace_id', '=', workspaceId)

/**
 * One endpoint, without its secret.
 * @throws AppError `webhook_not_found`
 */
export async function getEndpoint(trx: Trx, workspaceId: string, id: string): Promise<WebhookEndpoint> {
  const row = await endpointsOf(trx, workspaceId).select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('webhook_not_found')
  return row
}

/**
 * Where an endpoint's calls go, and the secrets that sign them at the moment, the newest first.
 * @throws AppError `webhook_not_found`
 */
export async function readSecrets(
  trx: Trx,
  deps: Pick<Deps, 'sealer' | 'now'>,
  workspaceId: string,
  id: string,
): Promise<{ url: string; secrets: string[] }> {
  const row = await endpointsOf(trx, workspaceId)
    .select(['url', 'secret', 'previous_secret', 'previous_secret_ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('webhook_not_found')
  return { url: row.url, secrets: openSecrets(deps, id, row) }
}

type SealedSecrets = {
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_ends_at: string | null
}

/** The secrets that sign an endpoint's calls at the moment, the newest first. */
export function openSecrets(
  { sealer, now }: Pick<Deps, 'sealer' | 'now'>,
  id: string,
  { secret, previous_secret: previous, previous_secret_ends_at: endsAt }: SealedSecrets,
): string[] {
  const sealed = previous && endsAt && new Date(endsAt) > now() ? [secret, previous] : [secret]
  return sealed.map((each) => sealer.open(each, secretContext(id)))
}

/** Every endpoint with how it does, the oldest first. */
export async function listEndpoints(trx: Trx, workspaceId: string): Promise<WebhookEndpointWithHealth[]> {
  const endpoints = await endpointsOf(trx, workspaceId).select(columns).orderBy('created_at').orderBy('id').execute()
  const { rows } = await sql<{ id: string; waiting: number; undelivered: number } & Pick<Health, Told>>`
    select p.endpoint_id as id, p.failing_since, p.last_sent_at,
      (select count(*)::int from webhook_calls c where c.endpoint_id = p.endpoint_id and c.state in ('waiting', 'sending'))
        as waiting,
      (select count(*)::int from webhook_calls c where c.endpoint_id = p.endpoint_id and c.state = 'undelivered')
        as undelivered
    from webhook_progress p where p.workspace_id = ${workspaceId}`.execute(trx)
  const healths = new Map(rows.map(({ id, ...health }) => [id, health]))
  return endpoints.map((endpoint) => ({ ...endpoint, health: healths.get(endpoint.id)! }))
}

type Health = WebhookEndpointWithHealth['health']
type Told = 'failing_since' | 'last_sent_at'

const callColumns = [
  'id',
  'endpoint_id',
  'event_id',
  'type',
  'subject_kind',
  'subject_id',
  'state',
  'attempts',
  'send_after',
  'status',
  'failure',
  'created_at',
  'ended_at',
  'batch_id',
  'index',
] as const

const callsOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('webhook_calls').where('workspace_id', '=', workspaceId)

type CallRow = {
  subject_kind: string
  subject_id: string
  send_after: string
  batch_id: number
  index: number
} & Omit<WebhookCall, 'subject' | 'next_attempt_at'>

function toCall({ subject_kind, subject_id, send_after, batch_id: _, index: __, ...row }: CallRow): WebhookCall {
  return {
    ...row,
    subject: { kind: subject_kind, id: subject_id },
    next_attempt_at: row.state === 'waiting' ? send_after : null,
  }
}

const newestFirst = {
  name: 'number',
  order: 'desc' as const,
  by: sql`number`,
  values: z.number().int(),
  tie: sql`id`,
  ties: z.uuid(),
}

export type CallFilter = {
  endpoint_id?: string | undefined
  state?: CallState | undefined
  type?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/** Calls, the newest first. */
export async function listCalls(
  trx: Trx,
  workspaceId: string,
  { cursor, limit, ...filter }: CallFilter & { cursor?: string | undefined; limit: number },
) {
  let found = callsOf(trx, workspaceId)
  if (filter.endpoint_id) found = found.where('endpoint_id', '=', filter.endpoint_id)
  if (filter.state) found = found.where('state', '=', filter.state)
  if (filter.type) found = found.where('type', '=', filter.type as never)
  if (filter.since) found = found.where('created_at', '>=', filter.since)
  if (filter.until) found = found.where('created_at', '<', filter.until)
  const { rows, next_cursor } = await readPage(found.select(callColumns), newestFirst, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toCall), next_cursor, total }
}

/**
 * What was given up, what failed so far and what that holds up, by endpoint and type; of an endpoint that is off, whatever
 * waits. The longest waiting comes first.
 */
export async function listUndelivered(trx: Trx, workspaceId: string): Promise<UndeliveredWebhooks[]> {
  const { rows } = await sql<UndeliveredWebhooks>`
    select e.id as endpoint_id, e.url, e.active, c.type,
      count(*) filter (where c.state = 'undelivered')::int as given_up,
      count(*) filter (where c.state <> 'undelivered')::int as waiting,
      min(c.created_at) as oldest_at, max(c.created_at) as newest_at, max(c.answered_at) as answered_at,
      (array_agg(c.status order by c.answered_at desc nulls last))[1] as status,
      (array_agg(c.failure order by c.answered_at desc nulls last))[1] as failure
    from webhook_endpoints e join webhook_calls c on c.endpoint_id = e.id
    where e.workspace_id = ${workspaceId} and (c.state = 'undelivered'
      or c.state in ('waiting', 'sending') and (c.failure is not null or not c.is_next or not e.active))
    group by e.id, c.type order by oldest_at, e.id, c.type`.execute(trx)
  return rows
}

/** @throws AppError `webhook_call_not_found` */
export async function readCallRow(trx: Trx, workspaceId: string, id: string) {
  const row = await callsOf(trx, workspaceId).select(callColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('webhook_call_not_found')
  return row
}

/**
 * One call with what is posted and what was answered.
 * @throws AppError `webhook_call_not_found`
 */
export async function getCall(trx: Trx, workspaceId: string, id: string): Promise<WebhookCallInFull> {
  const row = await readCallRow(trx, workspaceId, id)
  const [event] = await readEventsAt(trx, workspaceId, [row])
  const answers = await trx
    .selectFrom('webhook_answers')
    .select(['at', 'took_ms', 'status', 'failure', 'answer'])
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...toCall(row), body: event ? bodyOf(event) : null, answers }
}
