import { sql } from 'kysely'
import { bodyOf } from '#domain/webhooks/body.ts'
import { mostInARow } from '#domain/webhooks/retries.ts'
import { wantedTypes } from '#domain/webhooks/types.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents } from '../../events/append.ts'
import { readEventsAt } from '../../events/read.ts'
import type { PostAnswer, WebhookMessage } from '../../outside/webhook-poster.ts'
import { sendMail } from '../../queue/mail.ts'
import { managersOf } from '../members/queries.ts'
import { mailAddresses } from '../ownership/queries.ts'
import { addCalls, sendNow } from '../webhooks/commands.ts'
import { getEndpoint, openSecrets } from '../webhooks/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { callAfter, pauseFor, pauseMail, progressAfter } from './rules.ts'

/** How many commits of the log are read at once. One of an import may have a thousand events. */
const mostBatches = 100

/**
 * Adds a call for each event since the log was last read for an endpoint, and moves on, in one transaction: each event
 * becomes one call. Returns whether there may be more.
 */
export async function spreadEvents(trx: Trx, workspaceId: string, endpointId: string, now: Date): Promise<boolean> {
  // Another server is at it if the row is locked.
  const { rows } = await sql<{ position: number; types: string[]; depot_ids: string[] | null }>`
    select greatest(p.position, h.forgotten_position) as position, e.types, e.depot_ids
    from webhook_progress p join webhook_endpoints e on e.id = p.endpoint_id
      join event_heads h on h.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and p.endpoint_id = ${endpointId} and e.active
    for update of p skip locked`.execute(trx)
  const [progress] = rows
  if (!progress) return false
  const { position, types, depot_ids } = progress
  const read = await sql<{ last: number | null; count: number }>`
    select max(b.position) as last, count(*)::int as count from (
      select position from event_batches where workspace_id = ${workspaceId} and position > ${position}
      order by position limit ${mostBatches}) b`.execute(trx)
  const { last, count } = read.rows[0]!
  if (last === null) return false
  const events = sql`
    select e.batch_id, e.index, e.id, e.type, e.subject_kind, e.subject_id, b.position
    from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
    where b.workspace_id = ${workspaceId} and b.position > ${position} and b.position <= ${last}
      and e.type = any(${wantedTypes(types)}::text[])
      and (${depot_ids}::uuid[] is null or e.depot_ids && ${depot_ids}::uuid[])`
  await addCalls(trx, { workspaceId, endpointId }, events, now)
  await trx
    .updateTable('webhook_progress')
    .set({ position: last })
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .execute()
  return count === mostBatches
}

/** A call, ready to be posted. Without a body, its event was forgotten before it could be sent. */
export type PreparedCall = {
  workspaceId: string
  id: string
  endpointId: string
  attempts: number
  url: string
  message: WebhookMessage | undefined
}

/** Reads what claimed calls post, and signs it. */
export async function prepareCalls(
  trx: Trx,
  deps: Pick<Deps, 'sealer' | 'now'>,
  workspaceId: string,
  ids: string[],
): Promise<PreparedCall[]> {
  const at = deps.now()
  const calls = await trx
    .selectFrom('webhook_calls as c')
    .innerJoin('webhook_endpoints as e', 'e.id', 'c.endpoint_id')
    .select(['c.id', 'c.endpoint_id', 'c.event_id', 'c.batch_id', 'c.index', 'c.attempts', 'e.url', 'e.secret'])
    .select(['e.previous_secret', 'e.previous_secret_ends_at'])
    .where('c.workspace_id', '=', workspaceId)
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .where('c.state', '=', 'sending')
    .execute()
  const events = new Map((await readEventsAt(trx, workspaceId, calls)).map((event) => [event.id, event]))
  const opened = new Map<string, string[]>()
  return calls.map((call) => {
    const event = events.get(call.event_id)
    const common = { workspaceId, id: call.id, endpointId: call.endpoint_id, attempts: call.attempts, url: call.url }
    if (!event) return { ...common, message: undefined }
    const secrets = opened.get(call.endpoint_id) ?? openSecrets(deps, call.endpoint_id, call)
    opened.set(call.endpoint_id, secrets)
    return { ...common, message: { id: event.id, at, body: JSON.stringify(bodyOf(event)), secrets } }
  })
}

export type Answered = PreparedCall & { answer: PostAnswer }

/** Notes what endpoints answered, and lets the next call about each record go out. */
export async function noteAnswers(
  trx: Trx,
  deps: Pick<Deps, 'now' | 'config' | 'mailer' | 'queue'> & { random: () => number },
  workspaceId: string,
  answered: Answered[],
): Promise<void> {
  const now = deps.now()
  const known = await lockProgress(trx, workspaceId, [...new Set(answered.map(({ endpointId }) => endpointId))])
  const after = answered.map((each) => ({ ...each, next: callAfter(each, now, deps.random()) }))
  await storeAnswers(trx, workspaceId, after, now)
  await letNextGo(
    trx,
    workspaceId,
    after.filter(({ next }) => next.state !== 'waiting').map(({ id }) => id),
  )
  for (const [endpointId, of] of Map.groupBy(answered, (each) => each.endpointId)) {
    const before = known.get(endpointId)
    if (!before) continue
    const answers = of.map(({ answer }) => answer)
    const progress = progressAfter(before, answers, now, deps.random())
    await trx
      .updateTable('webhook_progress')
      .set({
        failures: progress.failures,
        failing_since: progress.failing_since,
        try_after: progress.try_after ?? sql`'-infinity'`,
        ...(answers.some(({ failure }) => failure === null) && { last_sent_at: now }),
      })
      .where('workspace_id', '=', workspaceId)
      .where('endpoint_id', '=', endpointId)
      .execute()
    // What failed while the endpoint was down need not wait any longer.
    if (before.failures >= mostInARow && progress.failures === 0) await sendNow(trx, workspaceId, endpointId, now)
    const why = pauseFor(progress, answers, now)
    if (why) await pause(trx, deps, workspaceId, endpointId, why, now)
  }
}

async function lockProgress(trx: Trx, workspaceId: string, ids: string[]) {
  const rows = await trx
    .selectFrom('webhook_progress')
    .select(['endpoint_id', 'failures', 'failing_since'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`endpoint_id = any(${ids}::uuid[])`)
    .orderBy('endpoint_id')
    .forUpdate()
    .execute()
  return new Map(
    rows.map(({ endpoint_id, failures, failing_since }) => [
      endpoint_id,
      { failures, failing_since: failing_since === null ? null : new Date(failing_since), try_after: null },
    ]),
  )
}

type After = Answered & { next: ReturnType<typeof callAfter> }

async function storeAnswers(trx: Trx, workspaceId: string, after: After[], now: Date): Promise<void> {
  const of = <T>(value: (each: After) => T) => after.map(value)
  await sql`
    with given as (
      select * from unnest(${of(({ id }) => id)}::uuid[], ${of(({ next }) => next.state)}::text[],
        ${of(({ next }) => ('sendAfter' in next ? next.sendAfter : null))}::timestamptz[],
        ${of(({ answer }) => answer.status)}::integer[], ${of(({ answer }) => answer.failure)}::text[],
        ${of(({ answer }) => answer.answer)}::text[], ${of(({ answer }) => answer.tookMs)}::integer[])
        as g(id, state, send_after, status, failure, answer, took_ms)),
    changed as (
      update webhook_calls c set state = g.state, send_after = coalesce(g.send_after, c.send_after), status = g.status,
          failure = g.failure, answered_at = ${now}::timestamptz, claimed_at = null,
          ended_at = case when g.state = 'waiting' then null else ${now}::timestamptz end
        from given g where c.workspace_id = ${workspaceId} and c.id = g.id and c.state = 'sending' returning c.id)
    insert into webhook_answers (workspace_id, call_id, at, took_ms, status, failure, answer)
    select ${workspaceId}, g.id, ${now}, g.took_ms, g.status, g.failure, g.answer from given g join changed on changed.id = g.id
    `.execute(trx)
}

/** Calls about the same records, each the oldest that is still to be sent, have their turn. */
async function letNextGo(trx: Trx, workspaceId: string, ended: string[]): Promise<void> {
  if (!ended.length) return
  await sql`
    update webhook_calls n set is_next = true
      from (select distinct c.endpoint_id, c.subject_id from webhook_calls c
          where c.workspace_id = ${workspaceId} and c.id = any(${ended}::uuid[])) s
        cross join lateral (select o.id from webhook_calls o
          where o.endpoint_id = s.endpoint_id and o.subject_id = s.subject_id and o.state in ('waiting', 'sending')
          order by o.number limit 1) f
      where n.id = f.id and n.workspace_id = ${workspaceId}`.execute(trx)
}

async function pause(
  trx: Trx,
  deps: Pick<Deps, 'config' | 'mailer' | 'queue' | 'now'>,
  workspaceId: string,
  id: string,
  why: 'failing' | 'gone',
  now: Date,
): Promise<void> {
  const before = await getEndpoint(trx, workspaceId, id)
  if (!before.active) return
  await trx
    .updateTable('webhook_endpoints')
    .set({ active: false, paused_at: now, paused_why: why, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getEndpoint(trx, workspaceId, id)
  const author = { workspaceId, userId: null, name: 'Karta' }
  await appendEvents(trx, author, [{ type: 'webhook_endpoint.paused', id, data, before }], now)
  const { name: workspaceName } = await readWorkspace(trx, workspaceId)
  const pageUrl = `${deps.config.publicUrl}/dashboard/webhooks?workspace=${workspaceId}&endpoint=${id}`
  const addresses = await mailAddresses(trx, await managersOf(trx, workspaceId))
  for (const to of addresses.values()) {
    await sendMail(trx, deps, pauseMail({ to, url: data.url, why, workspaceName, pageUrl }))
  }
}
