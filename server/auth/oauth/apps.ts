import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/apps.ts'
import { AppError } from '#domain/errors.ts'
import type { AllowedApp, App, AppChange, CreatedApp, NewApp } from '#domain/schema/app.ts'
import { enterAuthScope, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { mount } from '../../http/mount.ts'
import { usualScope } from './client-fields.ts'
import { addClient, changeClient, changeSecret, deleteClient, type Client } from './clients.ts'
import { endGrant, grantsIn, grantsOf, toAppGrant } from './grants.ts'
import { endOwnGrant } from './own-grants.ts'

/** Serves the apps that a workspace registered, and what people allowed apps. */
export function registerApps(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listApps, async ({ trx, actor }) => ({ data: (await appsOf(trx, actor)).map(toApp) }))
  mount(app, deps, api.createApp, ({ trx, actor, body }) => createApp(trx, actor, body, now()))
  mount(app, deps, api.changeApp, ({ trx, actor, params, body, seen }) =>
    changeApp(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.changeAppSecret, ({ trx, actor, params, seen }) =>
    changeAppSecret(trx, actor, params.id, seen, now()),
  )
  mount(app, deps, api.deleteApp, ({ trx, actor, params, seen }) => deleteApp(trx, actor, params.id, seen, now()))
  mount(app, deps, api.listAppGrants, async ({ trx, actor }) => {
    await enterAuthScope(trx)
    return { data: (await grantsIn(trx, actor.workspaceId)).map(toAppGrant) }
  })
  mount(app, deps, api.revokeAppGrant, async ({ trx, actor, params }) => {
    await enterAuthScope(trx)
    const grant = (await grantsIn(trx, actor.workspaceId)).find(({ id }) => id === params.id)
    if (!grant) throw new AppError('app_grant_not_found')
    await endGrant(trx, grant, now(), actor)
  })
  mount(app, deps, api.listAllowedApps, async ({ trx, actor }) => ({ data: await allowedApps(trx, actor.userId) }))
  mount(app, deps, api.revokeAllowedApp, async ({ trx, actor, params }) => {
    const grant = (await grantsOf(trx, actor.userId)).find(({ id }) => id === params.id)
    if (!grant) throw new AppError('app_grant_not_found')
    await endOwnGrant(trx, grant, actor.origin, now())
  })
}

async function appsOf(trx: Trx, { workspaceId }: Actor): Promise<Client[]> {
  await enterAuthScope(trx)
  return trx
    .selectFrom('auth.oauth_clients')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

const mostApps = 50

async function createApp(trx: Trx, actor: Actor, wanted: NewApp, now: Date): Promise<CreatedApp> {
  // Two concurrent counts would both find room.
  await lockWorkspace(trx, actor.workspaceId)
  if ((await appsOf(trx, actor)).length >= mostApps) throw new AppError('too_many_apps')
  const fields = {
    client_name: wanted.name,
    redirect_uris: wanted.redirect_uris,
    client_uri: wanted.website,
    logo_uri: wanted.logo_url,
    scope: usualScope,
    token_endpoint_auth_method: wanted.type === 'public' ? ('none' as const) : ('client_secret_basic' as const),
  }
  const registrar = { workspace_id: actor.workspaceId, registration: 'manual', created_by_name: actor.name } as const
  const { client, secret } = await addClient(trx, fields, registrar, now)
  const data = toApp(client)
  await appendEvents(trx, actor, [{ type: 'app.created', id: data.id, data }], now)
  return { ...data, secret }
}

async function changeApp(trx: Trx, actor: Actor, id: string, change: AppChange, seen: Seen, now: Date): Promise<App> {
  const client = await lockApp(trx, actor, id, seen)
  const before = toApp(client)
  const { website, logo_url, ...others } = change
  const set = {
    ...others,
    ...(website !== undefined && { uri: website }),
    ...(logo_url !== undefined && { logo_uri: logo_url }),
  }
  const isSame = Object.entries(change).every(
    ([field, value]) => JSON.stringify(before[field as keyof App]) === JSON.stringify(value),
  )
  if (isSame) return before
  const data = toApp(await changeClient(trx, client, set, now))
  await appendEvents(trx, actor, [{ type: 'app.updated', id, data, before }], now)
  return data
}

async function changeAppSecret(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<CreatedApp> {
  const before = await lockApp(trx, actor, id, seen)
  if (before.auth_method === 'none') throw new AppError('app_without_secret')
  const { client, secret } = await changeSecret(trx, before, now)
  const data = toApp(client)
  await appendEvents(trx, actor, [{ type: 'app.secret_changed', id, data, before: toApp(before) }], now)
  return { ...data, secret }
}

async function deleteApp(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const client = await lockApp(trx, actor, id, seen)
  await deleteClient(trx, client)
  await appendEvents(trx, actor, [{ type: 'app.deleted', id, data: toApp(client) }], now)
}

async function lockApp(trx: Trx, { workspaceId }: Actor, id: string, seen: Seen): Promise<Client> {
  await enterAuthScope(trx)
  const client = await trx
    .selectFrom('auth.oauth_clients')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!client) throw new AppError('app_not_found')
  await checkSeen(seen, client, () => ({ current: toApp(client) }))
  return client
}

function toApp(client: Client): App {
  return {
    id: client.id,
    name: client.name,
    type: client.auth_method === 'none' ? 'public' : 'confidential',
    redirect_uris: client.redirect_uris,
    website: client.uri,
    logo_url: client.logo_uri,
    created_by: client.created_by_name,
    created_at: client.created_at,
    secret_changed_at: client.secret_changed_at,
    version: client.version,
  }
}

/** What a person allowed, with the names of their workspaces. */
async function allowedApps(trx: Trx, userId: string): Promise<AllowedApp[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from memberships_of(${userId})`.execute(trx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (await grantsOf(trx, userId)).map((row) => {
    const { member: _, ...grant } = toAppGrant(row)
    return { ...grant, workspace: { id: row.workspace_id, name: names.get(row.workspace_id) ?? '' } }
  })
}
