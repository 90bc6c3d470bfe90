import { sql } from 'kysely'
import { shopPlatforms, type Integration, type ShopPlatform } from '#domain/schema/integration.ts'
import { usualRules } from '#domain/shops/rules.ts'
import type { Config } from '../../config.ts'
import { inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { OpenStore } from '../../outside/shops/platform.ts'
import { missingSettings, sealContext, stateHash } from './rules.ts'

export type Reader = { workspaceId: string; config: Config; now: Date }

function rowsOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('integrations as i')
    .leftJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'i.workspace_id').onRef('m.user_id', '=', 'i.connected_by'),
    )
    .select(['i.platform', 'i.state', 'i.step', 'i.shop', 'i.shop_version', 'i.last_error', 'i.deadline'])
    .select(['i.connected_at', 'm.name as connected_by', 'i.problem', 'i.rules', 'i.version'])
    .where('i.workspace_id', '=', workspaceId)
}

/** A connection as it is stored, by the attempt that made it or by its platform. */
export async function readStored(trx: Trx, workspaceId: string, of: { platform: ShopPlatform } | { id: string }) {
  const row = await rowsOf(trx, workspaceId)
    .select('i.id')
    .where((eb) => ('id' in of ? eb('i.id', '=', of.id) : eb('i.platform', '=', of.platform)))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, deadline: _, ...data } = row
  return { id, data: { ...data, rules: data.rules ?? usualRules } }
}

/** Every platform and the shop connected there. */
export async function listIntegrations(trx: Trx, { workspaceId, config, now }: Reader): Promise<Integration[]> {
  const rows = await rowsOf(trx, workspaceId).execute()
  return shopPlatforms.map((platform) => {
    const row = rows.find((each) => each.platform === platform)
    const missing_settings = missingSettings(config, platform)
    if (!row) return { ...nothing, platform, missing_settings }
    const { deadline, rules, ...shown } = row
    // Nobody came back in time. The next attempt overwrites the row.
    const isOver = row.state === 'connecting' && deadline !== null && Date.parse(deadline) < now.getTime()
    const ended = isOver && ({ state: 'failed', step: null, last_error: 'expired' } as const)
    return { ...shown, ...ended, rules: rules ?? usualRules, missing_settings }
  })
}

const nothing = {
  state: 'not_connected',
  step: null,
  shop: null,
  shop_version: null,
  connected_at: null,
  connected_by: null,
  last_error: null,
  problem: null,
  rules: usualRules,
  version: 0,
} as const

/** One platform. */
export async function readIntegration(trx: Trx, reader: Reader, platform: ShopPlatform): Promise<Integration> {
  return (await listIntegrations(trx, reader)).find((each) => each.platform === platform)!
}

/** A connected shop with its keys open. */
export type OpenConnection = { workspaceId: string; integrationId: string; platform: ShopPlatform; store: OpenStore }

type Opening = Pick<Deps, 'sealer' | 'now' | 'config'>

/** A connected shop; undefined if it is not connected any more, or no longer lets Karta in. */
export async function openConnection(
  trx: Trx,
  { sealer, now, config }: Opening,
  workspaceId: string,
  integrationId: string,
): Promise<OpenConnection | undefined> {
  const row = await trx
    .selectFrom('integrations')
    .select(['platform', 'shop', 'shop_key', 'credentials', 'rules'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', integrationId)
    .where('state', '=', 'connected')
    .where('problem', 'is', null)
    .executeTakeFirst()
  if (!row?.credentials) return undefined
  const { platform, credentials, shop } = row
  const store = {
    shop: shop ?? '',
    key: row.shop_key ?? shop ?? '',
    credentials: JSON.parse(sealer.open(credentials, sealContext(workspaceId, platform))) as object,
    settings: config.shops,
    rules: { ...usualRules, ...row.rules },
    now: now(),
  }
  return { workspaceId, integrationId, platform, store }
}

/** The workspace that has a connection, because a shop's webhooks come without a session. */
export async function workspaceOfShop(db: Db, platform: ShopPlatform, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select workspace_of_shop(${id}, ${platform}) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Everybody who has this shop connected. */
export async function connectionsOfShop(db: Db, platform: ShopPlatform, key: string) {
  const { rows } = await sql<{ workspace_id: string; integration_id: string }>`
    select workspace_id, integration_id from connections_of_shop(${platform}, ${key})`.execute(db)
  return rows.map((row) => ({ workspaceId: row.workspace_id, integrationId: row.integration_id }))
}

/** The workspace whose attempt has this state, because the shop's answer comes without a session. */
export async function workspaceOfAttempt(db: Db, state: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select workspace_of_attempt(${stateHash(state)}) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

/** The attempt with this state, locked, if it has neither expired nor been answered. */
export function lockOpenAttempt(trx: Trx, workspaceId: string, platform: ShopPlatform, state: string, now: Date) {
  return trx
    .selectFrom('connection_attempts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('state_hash', '=', stateHash(state))
    .where('expires_at', '>', now.toISOString())
    .where('granted', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** An attempt that the shop has answered and the person has confirmed. */
export function readGranted(trx: Trx, workspaceId: string, attemptId: string) {
  return trx
    .selectFrom('connection_attempts')
    .select(['shop', 'granted'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', attemptId)
    .where('granted', 'is not', null)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** Where the person of an attempt should land, or undefined if the attempt is gone. */
export async function returnOfAttempt(db: Db, platform: ShopPlatform, state: string, now: Date) {
  const workspaceId = await workspaceOfAttempt(db, state)
  if (!workspaceId) return undefined
  const attempt = await inWorkspace(db, workspaceId, (trx) =>
    trx
      .selectFrom('connection_attempts')
      .select('return_to')
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform)
      .where('state_hash', '=', stateHash(state))
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst(),
  )
  return attempt && { returnTo: attempt.return_to, workspaceId }
}
