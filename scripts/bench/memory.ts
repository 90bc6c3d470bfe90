/*
 * The memory of a started server and its database: idle, at work, and a minute after each kind of work. Runs on Linux.
 */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { VroomInput } from '#solver/index.ts'
import { buildSite } from '../build.ts'
import { memoryByKind } from '../measure/memory.ts'
import { npmStart, npmStop } from '../measure/npm-start.ts'
import { throwAwayFolder } from '../throw-away.ts'

const settledAfterMs = 60_000
const lookEveryMs = 100

await buildSite()
const dataDir = throwAwayFolder('bench')
const started = await npmStart(dataDir)
try {
  const token = await signUp()
  await wait(10_000)
  report('idle', look())
  await measure('40 bodies of 31 kB at once that inflate to 31 MB each', () => bombs(token))
  await measure('5 problems of 900 jobs with matrices (9 MB each) at once, 3 times', () => problems(token))
} finally {
  await npmStop(started)
  rmSync(dataDir, { recursive: true })
}

type Memory = ReturnType<typeof memoryByKind>
function look(): Memory {
  return memoryByKind(started.npm.pid!, dataDir)
}

/** Prints the most memory during the work, and the memory a minute after it. */
async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  let most = look()
  const watch = setInterval(() => {
    const now = look()
    if (now.karta > most.karta) most = now
  }, lookEveryMs)
  await work()
  clearInterval(watch)
  report(what, most)
  await wait(settledAfterMs)
  report('  a minute after', look())
}

function report(what: string, { npm, postgresql, karta }: Memory): void {
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  const parts = `Karta ${megabytes(karta)}, PostgreSQL ${megabytes(postgresql)}, npm ${megabytes(npm)}`
  console.log(`${what}: ${megabytes(npm + postgresql + karta)} (${parts})`)
}

async function signUp(): Promise<string> {
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: randomUUID() })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${started.url}/auth/v1/signup`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { access_token: string }).access_token
}

async function bombs(token: string): Promise<void> {
  const body = gzipSync(JSON.stringify({ jobs: [], vehicles: [], pad: 'a'.repeat(31e6) }))
  await Promise.all(Array.from({ length: 40 }, () => send(token, body, { 'content-encoding': 'gzip' })))
}

async function problems(token: string): Promise<void> {
  const body = JSON.stringify(withMatrices(900))
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 5 }, () => send(token, body)))
  }
}

function withMatrices(count: number): VroomInput {
  const places = Array.from({ length: count + 100 }, (_, place) => place)
  const table = places.map((a) => places.map((b) => Math.abs(a - b) * 7))
  return {
    jobs: places.slice(1, count + 1).map((place) => ({ id: place, location_index: place })),
    vehicles: places.slice(1, 21).map((id) => ({ id, start_index: 0, end_index: 0 })),
    matrices: { car: { durations: table, distances: table } },
  }
}

/** Refusals are welcome here: what matters is the memory they take. */
async function send(token: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<void> {
  try {
    const reply = await fetch(`${started.url}/v1/optimize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: body as BodyInit,
    })
    await reply.text()
  } catch {
    // A refused body's connection may end before all of it is sent.
  }
}
