import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { audience } from '#server/auth/keys/keys.ts'
import { prepareSealing } from '#server/auth/keys/prepare-sealing.ts'
import { limitTable } from '#server/http/limit-table.ts'
import { openClosers, type Closers } from '#server/closers.ts'
import { readConfig } from '#server/config.ts'
import { inAuthScope, inWorkspace, openPool, prepareDatabase } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { openDeps } from '#server/deps.ts'
import { makeFolders } from '#server/objects/folders.ts'
import { prepareQueue } from '#server/queue/queue.ts'
import { throwAwayFolder } from '../throw-away.ts'

/**
 * Runs the real server in this process, on a temporary embedded database, unless `settings` name another one.
 * @param siteRoot the folder of its pages, if it needs any
 * @param settings as in `.env.example`
 */
export async function runApp(siteRoot = '/nowhere', settings: Record<string, string> = {}) {
  const closers = openClosers()
  const dataDir = throwAwayFolder('bench')
  closers.add(async () => rmSync(dataDir, { recursive: true, force: true }))
  const databaseUrl = settings.DATABASE_URL ?? (await openDatabase(dataDir, closers))
  let stopping = false
  let watch: ((query: CompiledQuery) => void) | undefined
  const limits = Object.values(limitTable).map(({ setting }) => [setting, '10000000'])
  const config = readConfig({
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(limits),
    DATA_DIR: dataDir,
    ...settings,
  })
  await prepareDatabase(databaseUrl, async (owner) => {
    await prepareQueue(owner)
    await prepareSealing(owner, config, () => {})
  })
  const report = (error: unknown) => {
    if (!stopping) console.error(error)
  }
  const deps = await openDeps({
    config,
    databaseUrl,
    folders: makeFolders(join(dataDir, 'objects')),
    closers,
    report,
    logQuery: ({ query }) => watch?.(query),
  })
  const { db, pool, keys } = deps
  const app = await buildApp(deps, siteRoot)
  closers.add(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })

  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    pool,
    deps,
    /** The owner of a new workspace, with an access token. */
    async makeOwner() {
      const [userId, sessionId, workspaceId] = [randomUUID(), randomUUID(), randomUUID()]
      const email = `${userId}@example.com`
      await inAuthScope(db, async (trx) => {
        await sql`insert into auth.users (id, email) values (${userId}, ${email})`.execute(trx)
        await sql`insert into auth.sessions (id, user_id, amr) values (${sessionId}, ${userId}, '[]')`.execute(trx)
      })
      await inWorkspace(db, workspaceId, async (trx) => {
        // As the tables' owner, whom nobody asks for events.
        await sql`set local role none`.execute(trx)
        // Only this tier has no request limit.
        await sql`insert into workspaces (id, name, tier, trial_ends_at)
          values (${workspaceId}, 'Bench', 'enterprise', now())`.execute(trx)
        await sql`insert into members (workspace_id, user_id, role, name)
          values (${workspaceId}, ${userId}, 'owner', ${email})`.execute(trx)
      })
      const now = Math.floor(Date.now() / 1000)
      const issuer = `${config.publicUrl}/auth/v1`
      const claims = { iss: issuer, aud: audience, role: 'authenticated', sub: userId, session_id: sessionId, email }
      return { workspaceId, token: keys.sign({ ...claims, iat: now, exp: now + 3600 }) }
    },
    /** Works as the owner of the tables, whom nobody asks for events, and without limits on time. */
    async asOwner<T>(work: (owner: pg.Pool) => Promise<T>): Promise<T> {
      const owner = openPool(databaseUrl, { max: 1, onError: report })
      try {
        return await work(owner)
      } finally {
        await owner.end()
      }
    },
    /** Updates the query planner's statistics, as autovacuum does after some idle seconds. */
    async settle() {
      const owner = openPool(databaseUrl, { onError: report })
      await owner.query('vacuum analyze')
      await owner.end()
    },
    /** The statements that the server sends during `work`, in order. */
    async statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
      const seen: { text: string; values: unknown[] }[] = []
      watch = (query) => seen.push({ text: query.sql, values: [...query.parameters] })
      await work()
      watch = undefined
      return seen.filter(({ text }) => !/^(begin|commit)$/.test(text))
    },
    async stop() {
      stopping = true
      await closers.close()
    },
  }
}

async function openDatabase(dataDir: string, closers: Closers): Promise<string> {
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  closers.add(() => embedded.stop())
  return embedded.url
}

/** Sends JSON and returns the reply's JSON. Any failure ends the benchmark. */
export async function send(url: string, token: string, method: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** Orders like those in the sample file, spread over Jakarta. */
export function makeOrders(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    reference: `BENCH-${index}`,
    pickup_address: 'Gudang Pusat, Jl. Industri Raya, Kemayoran',
    delivery_address: `Jl. Contoh ${index}, Jakarta`,
    delivery_location: { lat: -6.1 - (index % 200) / 1000, lng: 106.7 + (index % 250) / 1000 },
    recipient_name: `Recipient ${index}`,
    recipient_phone: `+62811${String(index).padStart(7, '0')}`,
    scheduled_date: '2026-03-15',
    window_start: '09:00',
    window_end: '17:00',
    weight_kg: 2.5,
    volume_l: 20,
    notes: 'parcel',
  }))
}
