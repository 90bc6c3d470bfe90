import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import {
  call,
  freePort,
  postmaster,
  processesOn,
  signUp,
  startServer,
  temporaryFolder,
} from './testing/server-process.ts'

const folder = temporaryFolder('crash')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Odd rounds kill only Node, the others PostgreSQL too. By hand, `CRASH_ROUNDS=20` kills more often. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const createdARound = 30
/** Long enough for the dispatch of 120 deliveries to begin, and too short for it to end. */
const dispatchingMs = 15

test(
  'kill -9 of Node, or of Node and PostgreSQL, loses nothing acknowledged and leaves each change with its event',
  { timeout: 90_000 * rounds },
  async (context) => {
    const dataDir = join(folder, 'killed')
    const port = await freePort()
    const url = `http://localhost:${port}`
    const acknowledged = new Set<string>()
    let token: string | undefined
    let plan: string | undefined
    for (let round = 0; round <= rounds; round++) {
      const server = startServer({ PORT: String(port), DATA_DIR: dataDir })
      context.onTestFinished(() => void server.child.kill('SIGTERM'))
      await server.ready
      token ??= await signUp(url)
      plan ??= await approvedPlan(url, token)
      // The dispatch that was under way when the server died: all of it, or nothing. Pressed again, it is done.
      const state = await stateOf(url, token, plan)
      expect(await statesOn(url, token, plan)).toEqual([state === 'dispatched' ? 'dispatched' : 'planned'])
      if (state === 'approved') await call(url, token, 'POST', `/v1/plans/${plan}/dispatch`)
      expect(await statesOn(url, token, plan)).toEqual(['dispatched'])
      await call(url, token, 'POST', `/v1/plans/${plan}/take-back`)
      const found = await stored(url, token)
      const references = new Set(found.map(({ reference }) => reference))
      expect([...acknowledged].filter((reference) => !references.has(reference))).toEqual([])
      const versions = found.map(({ id, version }) => [id, Array.from({ length: version }, (_, index) => index + 1)])
      expect(await told(url, token)).toEqual(Object.fromEntries(versions))
      if (round === rounds) {
        server.child.kill('SIGTERM')
        expect(await server.ended).toEqual({ code: 0, signal: null })
        break
      }
      const database = postmaster(dataDir)
      const goal = acknowledged.size + createdARound
      const killed = new AbortController()
      let isDying = false
      const client = async () => {
        while (!killed.signal.aborted) {
          const reference = randomUUID()
          const isStored = await create(url, token!, reference)
          if (isStored) acknowledged.add(reference)
          // While the other clients are busy.
          if (acknowledged.size >= goal && !isDying) {
            isDying = true
            void unlessGone(call(url, token!, 'POST', `/v1/plans/${plan}/dispatch`))
            await delay(dispatchingMs)
            kill(round % 2 === 0 ? [server.child.pid!] : [server.child.pid!, database, ...childrenOf(database)])
            killed.abort()
          }
        }
      }
      await Promise.all([client(), client(), client(), client()])
      expect((await server.ended).signal).toBe('SIGKILL')
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds * createdARound)
    expect(processesOn(dataDir)).toEqual([])
  },
)

/** A plan of the sample deliveries that only has to be dispatched. */
async function approvedPlan(url: string, token: string): Promise<string> {
  await call(url, token, 'POST', '/v1/workspace/sample-data')
  const days = await call<{ by_day: { day: string }[] }>(url, token, 'GET', '/v1/deliveries/counts')
  const drivers = await call<{ data: { id: string; active: boolean }[] }>(url, token, 'GET', '/v1/drivers?limit=100')
  const driver_ids = drivers.data.flatMap(({ id, active }) => (active ? id : []))
  const day = days.by_day[0]!.day
  const { id } = await call<{ id: string }>(url, token, 'POST', '/v1/plans', { day, driver_ids, time_limit_seconds: 1 })
  while ((await stateOf(url, token, id)) !== 'draft') await delay(100)
  await call(url, token, 'POST', `/v1/plans/${id}/approve`)
  return id
}

const stateOf = async (url: string, token: string, id: string) =>
  (await call<{ state: string }>(url, token, 'GET', `/v1/plans/${id}/progress`)).state

/** The states that the deliveries on a plan's routes have. */
async function statesOn(url: string, token: string, id: string): Promise<string[]> {
  const { routes } = await call<{ routes: { stops: { delivery_status: string | null }[] }[] }>(
    url,
    token,
    'GET',
    `/v1/plans/${id}`,
  )
  return [...new Set(routes.flatMap(({ stops }) => stops.flatMap(({ delivery_status }) => delivery_status ?? [])))]
}

/** Creates a delivery and changes it. Whether the server acknowledged the new one. A server that is gone did not. */
async function create(url: string, token: string, reference: string): Promise<boolean> {
  const delivery = { reference, delivery_address: 'Jalan Sudirman 1, Jakarta', scheduled_date: '2030-01-02' }
  const created = await unlessGone(call<{ id: string }>(url, token, 'POST', '/v1/deliveries', delivery))
  if (created) await unlessGone(call(url, token, 'PATCH', `/v1/deliveries/${created.id}`, { notes: reference }))
  return created !== undefined
}

async function unlessGone<T>(calling: Promise<T>): Promise<T | undefined> {
  try {
    return await calling
  } catch (error) {
    if (error instanceof TypeError) return undefined // the connection broke
    throw error
  }
}

type Stored = { id: string; reference: string; version: number }

async function stored(url: string, token: string): Promise<Stored[]> {
  const found: Stored[] = []
  let cursor = ''
  do {
    const page: { data: Stored[]; next_cursor: string | null } = await call(
      url,
      token,
      'GET',
      `/v1/deliveries?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    found.push(...page.data)
    cursor = page.next_cursor ?? ''
  } while (cursor)
  return found
}

/** The versions of each delivery that the event log tells of, in its order. */
async function told(url: string, token: string): Promise<Record<string, number[]>> {
  const versions: Record<string, number[]> = {}
  let page: { data: { subject: { id: string }; version: number }[]; cursor: string; has_more: boolean } | undefined
  do {
    const after = page ? `&after=${page.cursor}` : ''
    page = await call(url, token, 'GET', `/v1/events?types=delivery.*&limit=200${after}`)
    for (const { subject, version } of page!.data) (versions[subject.id] ??= []).push(version)
  } while (page!.has_more)
  return versions
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

function kill(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // PostgreSQL's helpers come and go.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
