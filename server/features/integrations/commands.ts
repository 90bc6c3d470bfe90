import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ConnectionFailure } from '#domain/connection-failures.ts'
import { AppError } from '#domain/errors.ts'
import type { EventType } from '#domain/events/types.ts'
import type { ConnectionProblem, Integration, NewConnection, ShopPlatform } from '#domain/schema/integration.ts'
import type { ShopKeys } from '#domain/schema/shop.ts'
import type { ShopRules } from '#domain/shops/rules.ts'
import { afterCommit, inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { connectors } from '../../outside/shops/connectors.ts'
import type { ShopConnector } from '../../outside/shops/platform.ts'
import { ShopCallError } from '../../outside/shops/shop-call-error.ts'
import { sendMail } from '../../queue/mail.ts'
import { connectShop, syncShop } from '../../queue/tasks.ts'
import { managersOf } from '../members/queries.ts'
import { mailAddresses } from '../ownership/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  lockOpenAttempt,
  openConnection,
  readIntegration,
  readStored,
  workspaceOfAttempt,
  type OpenConnection,
  type Reader,
} from './queries.ts'
import { accessLostMail, approvalMinutes, checkMinutes, sealContext, shopAddress, stateHash } from './rules.ts'

const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/**
 * Starts an attempt and returns its state, which cannot be guessed and works once. This ends any earlier attempt.
 * @throws AppError `integration_connected`
 */
export async function beginAttempt(
  trx: Trx,
  actor: Actor,
  platform: ShopPlatform,
  { shop, return_to }: { shop: string | null; return_to: NewConnection['return_to'] },
  now: Date,
): Promise<string> {
  const { workspaceId, userId } = actor
  const state = randomBytes(24).toString('base64url')
  await lockWorkspace(trx, workspaceId)
  await endAttempt(trx, workspaceId, platform)
  const expiresAt = minutesAfter(now, approvalMinutes)
  const { id } = await trx
    .insertInto('connection_attempts')
    .values({
      workspace_id: workspaceId,
      platform,
      state_hash: stateHash(state),
      user_id: userId,
      return_to,
      shop,
      granted: null,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const waiting = {
    state: 'connecting' as const,
    step: 'approval' as const,
    shop,
    shop_version: null,
    last_error: null,
    attempt_id: id,
    deadline: expiresAt,
    connected_at: null,
    connected_by: userId,
    updated_at: now,
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('integrations')
    .values({ workspace_id: workspaceId, platform, ...waiting, credentials: null })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'platform'])
        .doUpdateSet({ ...waiting, credentials: null, problem: null })
        .where((eb) =>
          eb.or([eb('integrations.state', '!=', 'connected'), eb('integrations.problem', 'is not', null)]),
        ),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new AppError('integration_connected')
  await tell(trx, actor, 'integration.connecting', { platform }, now)
  return state
}

/** The result of a shop's answer: the attempt continues, or is no longer open. */
export type Received = {
  returnTo: NewConnection['return_to']
  /** Whose attempt it is, if there is one. */
  workspaceId?: string
  failure?: ConnectionFailure
}

type Answer = { grant: object } | { failure: ConnectionFailure }

/**
 * Accepts a shop's answer to an attempt, once. The keys are sealed and wait until the person who started the attempt
 * confirms it. Otherwise someone could trick another person into approving their attempt.
 * @param judge reads the answer, knowing the shop that was asked
 */
export async function receiveAnswer(
  deps: Deps,
  platform: ShopPlatform,
  state: string,
  judge: (shop: string | null) => Answer,
): Promise<Received> {
  const { db, now, sealer, queue } = deps
  const workspaceId = await workspaceOfAttempt(db, state)
  if (!workspaceId) return { returnTo: 'page', failure: 'expired' }
  return inWorkspace(db, workspaceId, async (trx) => {
    const attempt = await lockOpenAttempt(trx, workspaceId, platform, state, now())
    if (!attempt) return { returnTo: 'page', failure: 'expired' }
    const answer = judge(attempt.shop)
    if ('failure' in answer) {
      // Anyone can send a fake answer, which must not end the real attempt.
      if (answer.failure !== 'not_genuine') await failAttempt(trx, workspaceId, attempt.id, answer.failure, now())
      return { returnTo: attempt.return_to, workspaceId, failure: answer.failure }
    }
    const granted = sealer.seal(JSON.stringify(answer.grant), sealContext(workspaceId, platform))
    await trx
      .updateTable('connection_attempts')
      .set({ granted })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', attempt.id)
      .execute()
    if (attempt.confirmed_at) await queue.add(trx, connectShop, { workspaceId, platform, attemptId: attempt.id })
    return { returnTo: attempt.return_to, workspaceId }
  })
}

/**
 * Confirms an attempt after the person returns from the shop. Repeating it changes nothing.
 * @throws AppError `connection_expired`
 */
export async function confirmAttempt(
  trx: Trx,
  deps: Deps,
  actor: Actor,
  platform: ShopPlatform,
  state: string,
): Promise<void> {
  const { workspaceId, userId } = actor
  const now = deps.now()
  const attempt = await trx
    .selectFrom('connection_attempts')
    .select(['id', 'granted', 'confirmed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('user_id', '=', userId)
    .where('state_hash', '=', stateHash(state))
    .where('expires_at', '>', now.toISOString())
    .forUpdate()
    .executeTakeFirst()
  if (!attempt) throw new AppError('connection_expired')
  if (attempt.confirmed_at) return
  await trx
    .updateTable('connection_attempts')
    .set({ confirmed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', attempt.id)
    .execute()
  await trx
    .updateTable('integrations')
    .set({ step: 'check', deadline: minutesAfter(now, checkMinutes), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('attempt_id', '=', attempt.id)
    .execute()
  await tell(trx, actor, 'integration.connecting', { platform }, now)
  if (attempt.granted) await deps.queue.add(trx, connectShop, { workspaceId, platform, attemptId: attempt.id })
}

/**
 * Connects a shop with keys that its owner made there. They are tried like those that a shop gives.
 * @throws AppError `integration_connected`, `validation_failed`
 */
export async function beginWithKeys(
  trx: Trx,
  deps: Deps,
  actor: Actor,
  platform: ShopPlatform,
  { shop: given, keys }: ShopKeys,
): Promise<void> {
  const isOfPlatform = platform === ('access_token' in keys ? 'shopify' : 'woocommerce')
  if (!isOfPlatform) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'keys', message: 'These are keys of another platform.' }],
    })
  }
  const shop = shopAddress(platform, given, deps.config.shops.allowPrivate)
  const state = await beginAttempt(trx, actor, platform, { shop, return_to: 'dashboard' }, deps.now())
  const grant = 'access_token' in keys ? keys : { ...keys, key_permissions: 'read_write' }
  await trx
    .updateTable('connection_attempts')
    .set({ granted: deps.sealer.seal(JSON.stringify(grant), sealContext(actor.workspaceId, platform)) })
    .where('workspace_id', '=', actor.workspaceId)
    .where('state_hash', '=', stateHash(state))
    .execute()
  await confirmAttempt(trx, deps, actor, platform, state)
}

type Connected = {
  workspaceId: string
  attemptId: string
  credentials: Buffer
  shop: string
  /** What the shop is for good. */
  key: string
  version: string | null
}

/** Stores the shop with its sealed keys, unless the attempt was abandoned meanwhile. */
export async function saveConnection(trx: Trx, queue: Deps['queue'], connected: Connected, now: Date): Promise<void> {
  const { workspaceId, attemptId, credentials, shop, key, version } = connected
  await closeAttempt(trx, workspaceId, attemptId)
  const changed = await trx
    .updateTable('integrations')
    .set({ state: 'connected', step: null, credentials, shop, shop_key: key, shop_version: version, last_error: null })
    .set({ problem: null })
    .set({ attempt_id: null, deadline: null, connected_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'connecting')
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await tell(trx, karta(workspaceId), 'integration.connected', changed, now)
  await beginSync(trx, workspaceId, changed.id, now)
  await queue.add(trx, syncShop, { workspaceId, integrationId: changed.id })
}

/** From now on, the shop is kept in step. It begins with all its open orders. */
async function beginSync(trx: Trx, workspaceId: string, id: string, now: Date): Promise<void> {
  await sql`
    insert into shop_syncs (integration_id, workspace_id, position, next_sync_at)
    select ${id}, ${workspaceId}, coalesce((select h.position from event_heads h where h.workspace_id = ${workspaceId}), 0),
      ${new Date(now.getTime() + 3_600_000)}
    on conflict (integration_id) do update set next_sync_at = excluded.next_sync_at, failures = 0, failure = null`.execute(
    trx,
  )
}

/**
 * Changes which orders of a shop are delivered, and how.
 * @throws AppError `integration_not_connected`, `version_conflict`, `depot_not_found`
 */
export async function changeRules(
  trx: Trx,
  actor: Actor,
  reader: Reader,
  platform: ShopPlatform,
  change: Partial<ShopRules>,
  seen: Seen,
): Promise<Integration> {
  const { workspaceId, now } = reader
  await lockWorkspace(trx, workspaceId)
  const before = await readIntegration(trx, reader, platform)
  await checkSeen(seen, before, () => ({ current: before }))
  if (before.state !== 'connected') throw new AppError('integration_not_connected')
  await checkDepots(trx, workspaceId, Object.values(change.depots ?? {}))
  const rules = { ...before.rules, ...change }
  if (JSON.stringify(rules) === JSON.stringify(before.rules)) return before
  const changed = await trx
    .updateTable('integrations')
    .set({ rules: JSON.stringify(rules), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(trx, actor, 'integration.updated', changed, now)
  return readIntegration(trx, reader, platform)
}

async function checkDepots(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  if (!ids.length) return
  const found = await trx
    .selectFrom('depots')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  if (found.length < new Set(ids).size) throw new AppError('depot_not_found')
}

type Shops = Pick<Deps, 'db' | 'sealer' | 'now' | 'config' | 'mailer' | 'queue'>

/**
 * Works with a connected shop, outside any transaction. Keys that end soon are renewed first, and so are keys that the shop
 * refuses; then `work` begins anew. If the shop no longer lets Karta in, the connection says so, and its owners get a mail.
 * @returns undefined if the shop is not connected any more
 * @throws ShopCallError
 */
export async function withShop<T>(
  deps: Shops,
  { workspaceId, integrationId }: { workspaceId: string; integrationId: string },
  work: (connector: ShopConnector, connection: OpenConnection) => Promise<T>,
): Promise<T | undefined> {
  const first = await inWorkspace(deps.db, workspaceId, (trx) => openConnection(trx, deps, workspaceId, integrationId))
  const connector = first && connectors[first.platform]
  if (!connector) return undefined
  let connection = connector.isEnding?.(first.store) ? ((await renewed(deps, connector, first)) ?? first) : first
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await work(connector, connection)
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) throw error
      const other = isAgain ? undefined : await renewed(deps, connector, connection)
      if (!other) {
        await inWorkspace(deps.db, workspaceId, (trx) => breakConnection(trx, deps, first, problem))
        throw error
      }
      connection = other
    }
  }
}

const problemOf = (error: unknown) => (error instanceof ShopCallError ? error.problem : undefined)

/**
 * The connection with other keys: new ones, or those that another task got in the meantime. One task at a time renews them, since
 * a refresh token works once. Undefined if there are no others.
 * @throws ShopCallError
 */
async function renewed(deps: Shops, connector: ShopConnector, used: OpenConnection) {
  const { workspaceId, integrationId, platform } = used
  return inWorkspace(deps.db, workspaceId, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`karta renews the keys of ${integrationId}`}, 0))`.execute(
      trx,
    )
    const now = await openConnection(trx, deps, workspaceId, integrationId)
    if (!now || JSON.stringify(now.store.credentials) !== JSON.stringify(used.store.credentials)) return now
    const credentials = await connector.renew?.(now.store).catch((error: unknown) => {
      if (!problemOf(error)) throw error
    })
    if (!credentials) return undefined
    await trx
      .updateTable('integrations')
      .set({ credentials: deps.sealer.seal(JSON.stringify(credentials), sealContext(workspaceId, platform)) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', integrationId)
      .where('state', '=', 'connected')
      .execute()
    return { ...now, store: { ...now.store, credentials } }
  })
}

/** Says, once, that a shop no longer lets Karta in, or not to all that it needs. */
async function breakConnection(
  trx: Trx,
  deps: Shops,
  { workspaceId, integrationId, platform }: OpenConnection,
  problem: ConnectionProblem,
) {
  const now = deps.now()
  const changed = await trx
    .updateTable('integrations')
    .set({ problem, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', integrationId)
    .where('state', '=', 'connected')
    .where('problem', 'is', null)
    .returning(['id', 'shop'])
    .executeTakeFirst()
  if (!changed) return
  await tell(trx, karta(workspaceId), 'integration.broken', changed, now)
  const { name: workspaceName } = await readWorkspace(trx, workspaceId)
  const pageUrl = `${deps.config.publicUrl}/dashboard/integrations?workspace=${workspaceId}&platform=${platform}`
  for (const to of (await mailAddresses(trx, await managersOf(trx, workspaceId))).values()) {
    await sendMail(trx, deps, accessLostMail({ to, shop: changed.shop ?? platform, workspaceName, pageUrl }))
  }
}

/** The shop itself ended the connection: nothing is asked of it any more, and its keys are deleted. */
export async function endConnection(trx: Trx, workspaceId: string, integrationId: string, now: Date): Promise<void> {
  const changed = await trx
    .updateTable('integrations')
    .set({ ...notConnected, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', integrationId)
    .where('state', '=', 'connected')
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await stopSync(trx, workspaceId, integrationId, now)
  await tell(trx, karta(workspaceId), 'integration.disconnected', changed, now)
}

/** What is still to be told to the shop is dropped; its orders stay known, so that none comes twice. */
async function stopSync(trx: Trx, workspaceId: string, integrationId: string, now: Date): Promise<void> {
  const of = { workspace_id: workspaceId, integration_id: integrationId }
  await trx
    .deleteFrom('shop_syncs')
    .where((eb) => eb.and(of))
    .execute()
  await trx
    .updateTable('shop_events')
    .set({ done_at: now })
    .where((eb) => eb.and(of))
    .where('done_at', 'is', null)
    .execute()
  await trx
    .updateTable('shop_outbox')
    .set({ state: 'dropped', ended_at: now })
    .where((eb) => eb.and(of))
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
}

const notConnected = {
  state: 'not_connected',
  step: null,
  credentials: null,
  shop: null,
  shop_version: null,
  last_error: null,
  problem: null,
  plugin_secret: null,
  attempt_id: null,
  deadline: null,
  connected_at: null,
  connected_by: null,
} as const

/** Ends an attempt with a reason. */
export async function failAttempt(
  trx: Trx,
  workspaceId: string,
  attemptId: string,
  failure: ConnectionFailure,
  now: Date,
): Promise<void> {
  await closeAttempt(trx, workspaceId, attemptId)
  const changed = await trx
    .updateTable('integrations')
    .set({ state: 'failed', step: null, last_error: failure, attempt_id: null, deadline: null, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'connecting')
    .returning('id')
    .executeTakeFirst()
  if (changed) await tell(trx, karta(workspaceId), 'integration.failed', changed, now)
}

/**
 * Deletes the shop, its keys, and any open attempt. Afterward the shop is asked to send no more webhooks, and to ask for no rates.
 * @throws AppError `version_conflict`
 */
export async function disconnect(
  trx: Trx,
  deps: Pick<Deps, 'sealer' | 'now' | 'config' | 'report'>,
  actor: Actor,
  reader: Reader,
  platform: ShopPlatform,
  seen: Seen,
): Promise<void> {
  const { workspaceId, now } = reader
  await lockWorkspace(trx, workspaceId)
  const before = await readIntegration(trx, reader, platform)
  await checkSeen(seen, before, () => ({ current: before }))
  await endAttempt(trx, workspaceId, platform)
  await sayGoodbye(trx, deps, workspaceId, platform)
  const changed = await trx
    .updateTable('integrations')
    .set({ ...notConnected, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('state', '!=', 'not_connected')
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await stopSync(trx, workspaceId, changed.id, now)
  await tell(trx, actor, 'integration.disconnected', changed, now)
}

/** Takes back the webhooks, and the rates at the checkout, with keys that only this server still has, in its memory. What a shop then still posts gets 401. */
async function sayGoodbye(
  trx: Trx,
  deps: Pick<Deps, 'sealer' | 'now' | 'config' | 'report'>,
  workspaceId: string,
  platform: ShopPlatform,
): Promise<void> {
  const stored = await readStored(trx, workspaceId, { platform })
  // Keys that do not open any more are deleted like others.
  const opened = stored && openConnection(trx, deps, workspaceId, stored.id)
  const connection = await opened?.catch(() => undefined)
  if (!connection) return
  const { publicUrl } = deps.config
  const { removeHooks, removeRates } = connectors[platform]
  const removing = () => [
    removeHooks(connection.store, hookUrl(publicUrl, connection)),
    removeRates?.(connection.store, ratesUrl(publicUrl, connection)),
  ]
  afterCommit(trx, () => {
    for (const each of removing()) {
      each?.catch((error: unknown) => {
        if (!(error instanceof ShopCallError)) deps.report(error, 'what Karta set up in a shop that was disconnected')
      })
    }
  })
}

/** Where a shop posts its webhooks. */
export const hookUrl = (
  publicUrl: string,
  { platform, integrationId }: Pick<OpenConnection, 'platform' | 'integrationId'>,
) => `${publicUrl}/v1/hooks/${platform}/${integrationId}`

/** Where a shop asks for slots and prices at its checkout. */
export const ratesUrl = (
  publicUrl: string,
  { platform, integrationId }: Pick<OpenConnection, 'platform' | 'integrationId'>,
) => `${publicUrl}/v1/rates/${platform}/${integrationId}`

/** Who tells what a shop answered. */
const karta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

type IntegrationEvent = Extract<EventType, `integration.${string}`>

async function tell(
  trx: Trx,
  author: Author,
  type: IntegrationEvent,
  of: { platform: ShopPlatform } | { id: string },
  now: Date,
): Promise<void> {
  const stored = await readStored(trx, author.workspaceId, of)
  if (stored) await appendEvents(trx, author, [{ type, ...stored }], now)
}

async function endAttempt(trx: Trx, workspaceId: string, platform: ShopPlatform): Promise<void> {
  await trx
    .deleteFrom('connection_attempts')
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .execute()
}

/** Every writer locks the attempt before the integration, to prevent deadlocks. */
async function closeAttempt(trx: Trx, workspaceId: string, attemptId: string): Promise<void> {
  await trx
    .deleteFrom('connection_attempts')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', attemptId)
    .execute()
}

/** Deletes unfinished attempts, with any keys from shops. */
export async function forgetAttempts(db: Db): Promise<void> {
  await sql`select forget_connection_attempts()`.execute(db)
}
