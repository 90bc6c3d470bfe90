import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Agent } from 'node:http'
import { request } from 'node:http'
import { sql } from 'kysely'
import { inWorkspace, openDb, openPool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { call, freePort, signUp, startServer } from '#server/testing/server-process.ts'
import { limitTable } from '#server/http/limit-table.ts'
import { throwAwayFolder } from '../../throw-away.ts'

const parallel = 200
const each = 2_000
const limit = 1_000
const seconds = 10

/**
 * Whether monthly counts are exact under 200 parallel requests to two servers on one database, and what a call costs:
 * with an API key, which is counted, and with a session, which is not.
 */
export async function run(): Promise<void> {
  const dataDir = throwAwayFolder('bench-billing')
  const database = await startEmbedded({ dataDir, log: () => {} })
  const limits = Object.fromEntries(Object.values(limitTable).map(({ setting }) => [setting, '10000000']))
  const servers = await Promise.all(
    [await freePort(), await freePort()].map(async (port, at) => {
      const server = startServer({
        ...limits,
        PORT: String(port),
        DATABASE_URL: database.url,
        DATA_DIR: join(dataDir, `server-${at}`),
        KARTA_SEALING_KEY: sealingKey,
        AUTH_MAIL_AUTOCONFIRM: 'true',
      })
      await server.ready
      return { server, url: `http://127.0.0.1:${port}` }
    }),
  )
  const urls = servers.map(({ url }) => url)
  const pool = openPool(database.url, { max: 1, onError: () => {} })
  const db = openDb(pool)
  try {
    const token = await signUp(urls[0]!)
    const { workspace } = await call<{ workspace: { id: string } }>(urls[0]!, token, 'GET', '/v1/me')
    const key = await newKey(urls[0]!, token)
    await pool.query(`update workspaces set trial_ends_at = now() where id = $1`, [workspace.id])
    await call(urls[1]!, key, 'GET', read)
    const outcome = await many(urls, key, each)
    const counted = await countOf(db, workspace.id)
    console.log(
      `${each + 1} requests, ${parallel} at a time to 2 servers, limit ${limit}: ${outcome.admitted + 1} admitted, ${outcome.refused} refused with 429, ${outcome.other} others; counted ${counted}`,
    )
    if (outcome.admitted + 1 !== limit || outcome.other || counted !== limit) process.exitCode = 1
    await pool.query(`update workspaces set tier = 'enterprise' where id = $1`, [workspace.id])
    for (const [name, shown] of Object.entries({ 'with a session': token, 'with an API key': key })) {
      const { median, rate } = await pace(urls[0]!, shown)
      console.log(
        `GET ${read} ${name}: ${median.toFixed(2)} ms one by one (median), ${rate} a second with 20 at a time`,
      )
    }
  } finally {
    await pool.end()
    for (const { server } of servers) server.child.kill()
    await Promise.all(servers.map(({ server }) => server.ended))
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const read = '/v1/deliveries?limit=1'
const sealingKey = Buffer.alloc(32, 7).toString('base64')
const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** A GET's status. Cheaper than fetch, so that what is measured is the server. */
function get(url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode!))
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function newKey(url: string, token: string): Promise<string> {
  const body = { name: `Bench ${randomUUID()}`, scopes: ['read'] }
  return (await call<{ secret: string }>(url, token, 'POST', '/v1/api-keys', body)).secret
}

/** So many requests, some at the same time, to the servers in turn. */
async function many(urls: string[], key: string, count: number) {
  const outcome = { admitted: 0, refused: 0, other: 0 }
  let next = 0
  const work = async () => {
    while (next < count) {
      const status = await get(`${urls[next++ % urls.length]}${read}`, key)
      outcome[status === 200 ? 'admitted' : status === 429 ? 'refused' : 'other']++
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return outcome
}

async function countOf(db: ReturnType<typeof openDb>, workspaceId: string): Promise<number> {
  const { rows } = await inWorkspace(db, workspaceId, (trx) =>
    sql<{ requests: number }>`select requests from api_usage where workspace_id = ${workspaceId}`.execute(trx),
  )
  return rows[0]!.requests
}

async function pace(url: string, token: string) {
  for (let warm = 0; warm < 300; warm++) await get(`${url}${read}`, token)
  const times: number[] = []
  for (let at = 0; at < 500; at++) {
    const begun = performance.now()
    await get(`${url}${read}`, token)
    times.push(performance.now() - begun)
  }
  const end = performance.now() + seconds * 1000
  let count = 0
  const work = async () => {
    while (performance.now() < end) {
      await get(`${url}${read}`, token)
      count++
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
  return { median: times.toSorted((a, b) => a - b)[250]!, rate: Math.round(count / seconds) }
}
