import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql, type CompiledQuery } from 'kysely'
import { buildApp } from '#server/app.ts'
import { audience, openKeys, tokenVerifier } from '#server/auth/keys/keys.ts'
import { loadMailTemplates } from '#server/auth/mails/load.ts'
import { openSealer } from '#server/auth/keys/sealing.ts'
import { rateLimitGroups } from '#server/auth/settings.ts'
import { readConfig } from '#server/config.ts'
import { inAuthScope, inWorkspace, openDb, openPool, prepareDatabase } from '#server/db/connect.ts'
import { appRole } from '#server/db/app-role.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { systemClock } from '#server/deps.ts'
import { openEngine } from '#server/engine/engine.ts'
import { openBell } from '#server/queue/bell.ts'
import { openQueue, prepareQueue } from '#server/queue/queue.ts'
import { throwAwayFolder } from '../throw-away.ts'

/** The server as it runs in earnest, in this process, over an embedded database that is thrown away; with pages when told where they are. */
export async function runApp(siteRoot = '/nowhere') {
  const dataDir = throwAwayFolder('bench')
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  await prepareDatabase(embedded.url, prepareQueue)
  let stopping = false
  const onError = (error: Error) => {
    if (!stopping) console.error(error)
  }
  const pool = openPool(embedded.url, { role: appRole, onError })
  let watch: ((query: CompiledQuery) => void) | undefined
  const db = openDb(pool, ({ query }) => watch?.(query))
  const queue = await openQueue(pool, onError)
  const planEngine = openEngine(1)
  const operationEngine = openEngine(1)
  const limits = Object.values(rateLimitGroups).map(({ setting }) => [setting, '10000000'])
  const config = readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '10000000',
    ...Object.fromEntries(limits),
  })
  const keys = await openKeys(db, config.auth.externalUrl, config.auth, systemClock)
  const verifyToken = tokenVerifier(keys)
  const sealer = await openSealer(db)
  const app = await buildApp(
    {
      config,
      db,
      pool,
      queue,
      planEngine,
      operationEngine,
      bell: openBell(),
      mailer: undefined,
      mailTemplates: loadMailTemplates(undefined),
      sms: undefined,
      keys,
      sealer,
      verifyToken,
      now: systemClock,
      report: () => {},
      checkReplies: false,
    },
    siteRoot,
  )
  await app.listen({ port: 0, host: '127.0.0.1' })

  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    pool,
    /** The owner of a new workspace, with an access token. */
    async makeOwner() {
      const [userId, sessionId, workspaceId] = [randomUUID(), randomUUID(), randomUUID()]
      const email = 'bench@example.com'
      await inAuthScope(db, async (trx) => {
        await sql`insert into auth.users (id, email) values (${userId}, ${email})`.execute(trx)
        await sql`insert into auth.sessions (id, user_id, amr) values (${sessionId}, ${userId}, '[]')`.execute(trx)
      })
      await inWorkspace(db, workspaceId, async (trx) => {
        // No other tier lets a key ask without end.
        await sql`insert into workspaces (id, name, tier, trial_ends_at)
          values (${workspaceId}, 'Bench', 'enterprise', now())`.execute(trx)
        await sql`insert into members (workspace_id, user_id, role, name)
          values (${workspaceId}, ${userId}, 'owner', ${email})`.execute(trx)
      })
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: `${config.publicUrl}/auth/v1`, aud: audience, sub: userId, session_id: sessionId, email }
      return { workspaceId, token: await keys.sign({ ...claims, iat: now, exp: now + 3600 }) }
    },
    /** Brings the planner's statistics up to date, as some seconds of rest do. */
    async settle() {
      const owner = openPool(embedded.url, { onError })
      await owner.query('vacuum analyze')
      await owner.end()
    },
    /** The statements that `work` makes the server send, in order. */
    async statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
      const seen: { text: string; values: unknown[] }[] = []
      watch = (query) => seen.push({ text: query.sql, values: [...query.parameters] })
      await work()
      watch = undefined
      return seen.filter(({ text }) => !/^(begin|commit)$/.test(text))
    },
    async stop() {
      stopping = true
      await app.close()
      await queue.stop()
      await planEngine.stop()
      await operationEngine.stop()
      await pool.end()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sends JSON and gives back the answer's JSON; anything but success ends the benchmark. */
export async function send(url: string, token: string, method: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** Orders in the manner of the sample file, spread over Jakarta. */
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
