import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#domain/api/endpoint.ts'
import type { FieldProblem } from '#domain/errors.ts'
import type { Role } from '#domain/permissions.ts'
import { buildApp } from '../app.ts'
import { audience } from '../auth/keys/keys.ts'
import { openClosers } from '../closers.ts'
import { readConfig } from '../config.ts'
import { inAuthScope, type Trx } from '../db/connect.ts'
import { openDeps, type Deps } from '../deps.ts'
import { limitTable } from '../http/limit-table.ts'
import { makeFolders } from '../objects/folders.ts'
import { openLimiter } from '../http/rate-limit.ts'
import { makeDatabase, sealingKey } from './databases.ts'
import { rig } from './rig.ts'

/** A signed-in member. */
export type TestMember = { userId: string; workspaceId: string; sessionId: string; email: string; token: string }

type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params?: z.input<P>; query?: z.input<Q>; body?: z.input<B>; headers?: Record<string, string> }
    : never

/** The same without types, as it is sent. */
type Sent = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: string | object
  headers?: Record<string, string>
}

/** `body` is the declared reply. When the call was refused, look at `code` and `errors` instead. */
export type TestReply<R> = {
  status: number
  headers: Record<string, unknown>
  body: R
  /** The problem's code when the call was refused. */
  code?: string
  /** The wrong fields when the code is `validation_failed` or `problem_unusable`. */
  errors?: FieldProblem[]
}

/**
 * The real app over its own database. Call this at the top of a test file; everything is closed after the file.
 * @param change replaces parts, such as the clock
 * @param siteRoot the folder of a built site, if the test needs one
 * @param env further settings
 */
export async function testApp(
  change: (deps: Deps) => Partial<Deps> = () => ({}),
  siteRoot = '/nowhere',
  env: NodeJS.ProcessEnv = {},
) {
  const closers = openClosers()
  afterAll(() => closers.close())
  const database = await makeDatabase()
  closers.add(() => database.drop())
  const config = readConfig({
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(Object.values(limitTable).map(({ setting }) => [setting, '1000000'])),
    AUTH_MAIL_MIN_GAP: '0',
    PORT: '3000',
    KARTA_SEALING_KEY: sealingKey,
    ...env,
  })
  const home = mkdtempSync(join(tmpdir(), 'karta-test-'))
  closers.add(async () => rmSync(home, { recursive: true }))
  const parts = await openDeps({
    config,
    folders: makeFolders(join(home, 'objects')),
    databaseUrl: database.url,
    closers,
    report: () => {},
    maxConnections: 5,
    checkReplies: true,
  })
  const changed = { ...parts, ...change(parts) }
  const deps = { ...changed, limiter: openLimiter(changed.config.limits, changed) }
  const { db, keys } = parts
  const routes: { method: string; url: string }[] = []
  const app = await buildApp(deps, siteRoot, ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
  closers.add(() => app.close())
  await app.ready()

  /** Makes a person with a session, as a member of `workspaceId` or of a new workspace. */
  async function makeMember(
    options: {
      role?: Role
      workspaceId?: string
      timeZone?: string
      /** Whose deliveries the role `client` sees; a new client's by default. */
      clientId?: string
      /** The only depots that the member has to do with. */
      depotIds?: string[]
    } = {},
  ): Promise<TestMember> {
    const userId = randomUUID()
    const sessionId = randomUUID()
    const workspaceId = options.workspaceId ?? randomUUID()
    const email = `${userId}@example.com`
    await inAuthScope(db, async (trx) => {
      await trx
        .insertInto('auth.users')
        .values({ id: userId, email, phone: null, password_hash: null, app_metadata: '{}', user_metadata: '{}' })
        .execute()
      await trx
        .insertInto('auth.sessions')
        .values({ id: sessionId, user_id: userId, amr: '[]', user_agent: null, ip: null })
        .execute()
    })
    await rig(db, workspaceId, async (trx) => {
      if (!options.workspaceId) {
        await trx
          .insertInto('workspaces')
          .values({
            id: workspaceId,
            name: 'Test deliveries',
            trial_ends_at: sql`now() + interval '7 days'` as never,
            time_zone: options.timeZone ?? 'Asia/Jakarta',
          })
          .execute()
      }
      await trx
        .insertInto('members')
        .values({
          workspace_id: workspaceId,
          user_id: userId,
          role: options.role ?? 'owner',
          name: email,
          client_id: options.clientId ?? (options.role === 'client' ? await makeClient(trx, workspaceId) : null),
          depot_ids: options.depotIds ?? null,
        })
        .execute()
    })
    return { userId, workspaceId, sessionId, email, token: signToken({ userId, sessionId, email }) }
  }

  async function makeClient(trx: Trx, workspaceId: string): Promise<string> {
    const client = { workspace_id: workspaceId, name: randomUUID(), reference: null, email: null, phone: null }
    return (await trx.insertInto('clients').values(client).returning('id').executeTakeFirstOrThrow()).id
  }

  function signToken({ userId, sessionId, email }: Pick<TestMember, 'userId' | 'sessionId' | 'email'>): string {
    const now = Math.floor(Date.now() / 1000)
    return keys.sign({
      iss: `${config.publicUrl}/auth/v1`,
      aud: audience,
      sub: userId,
      session_id: sessionId,
      email,
      role: 'authenticated',
      iat: now,
      exp: now + 3600,
    })
  }

  /** Calls a declared endpoint as `member` (or as nobody). */
  async function call<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
    member: TestMember | null,
    endpoint: Endpoint<P, Q, B, R>,
    input: Input<Endpoint<P, Q, B, R>> = {} as Input<Endpoint<P, Q, B, R>>,
  ): Promise<TestReply<z.output<R>>> {
    const { params, query, body, headers } = input as Sent
    const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
    const reply = await app.inject({
      method: endpoint.method,
      url,
      query: query && Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { ...(member && { authorization: `Bearer ${member.token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
    const json = reply.body ? JSON.parse(reply.body) : undefined
    const problem = reply.statusCode >= 400 ? { code: json.code, errors: json.errors } : {}
    return { status: reply.statusCode, headers: reply.headers, body: json, ...problem }
  }

  return {
    app,
    routes,
    deps,
    databaseUrl: database.url,
    makeMember,
    signToken,
    call,
    /** Calls endpoints as one member. */
    as: (member: TestMember | null) => ({
      call: <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
        endpoint: Endpoint<P, Q, B, R>,
        input?: Input<Endpoint<P, Q, B, R>>,
      ) => call(member, endpoint, input),
    }),
  }
}
