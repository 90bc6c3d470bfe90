import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { deliveryBatchSize } from '#domain/api/import.ts'
import { workOnWebhooks } from '#server/features/webhook-sending/tasks.ts'
import { freePort } from '../../free-port.ts'
import { makeOrders, runApp, send } from '../../measure/running-app.ts'

const seconds = 20
const perSecond = 1000
const healthy = 15
const slow = 3
const dead = 2
const endpoints = healthy + slow + dead
/** Events a second, each of which goes to every endpoint. */
const eventsPerSecond = perSecond / endpoints
const mostP99Ms = 2000
const drainSeconds = 10

/** 1,000 calls a second to 20 endpoints, of which 3 are slow and 2 are dead: how late healthy ones hear of an event. */
export async function run(): Promise<void> {
  const ports = await Promise.all(Array.from({ length: healthy + 1 }, () => freePort()))
  const receivers = spawn(process.execPath, [join(import.meta.dirname, 'receivers/main.ts'), ...ports.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(receivers.stdout)
  await once(lines, 'line')
  const app = await runApp(undefined, { WEBHOOKS_ALLOW_PRIVATE: 'true' })
  try {
    workOnWebhooks(app.deps)
    const { token } = await app.makeOwner()
    const slowPort = ports.at(-1)!
    const closed = await freePort()
    const urls = [
      ...ports.slice(0, -1).map((port) => `http://127.0.0.1:${port}/`),
      ...Array.from({ length: slow }, (_, at) => `http://127.0.0.1:${slowPort}/${at}`),
      ...Array.from({ length: dead }, (_, at) => `http://127.0.0.1:${closed}/${at}`),
    ]
    for (const url of urls) await send(`${app.url}/v1/webhooks`, token, 'POST', { url, types: ['delivery.created'] })
    const made = await makeEvents(app.url, token)
    await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000))
    receivers.stdin.write('\n')
    const [line] = (await once(lines, 'line')) as [string]
    report(JSON.parse(line) as Record<string, number>[], await madeAt(app.url, token, made))
  } finally {
    await app.stop()
    receivers.kill()
  }
}

/** Adds orders in even steps, and says how many. */
async function makeEvents(url: string, token: string): Promise<number> {
  const each = eventsPerSecond / 2
  const orders = makeOrders(each * 2 * seconds)
  const startedAt = performance.now()
  for (let from = 0; from < orders.length; from += each) {
    const deliveries = orders.slice(from, from + Math.min(each, deliveryBatchSize))
    await send(`${url}/v1/deliveries/import`, token, 'POST', { source: 'csv', deliveries })
    const due = startedAt + ((from + each) / each) * 500
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
  return orders.length
}

type Page = { data: { id: string; at: string }[]; cursor: string; has_more: boolean }

/** When each event happened, by its id. */
async function madeAt(url: string, token: string, count: number): Promise<Map<string, number>> {
  const made = new Map<string, number>()
  for (let after = ''; made.size < count;) {
    const query = new URLSearchParams({ types: 'delivery.created', limit: '200', ...(after && { after }) })
    const page = (await send(`${url}/v1/events?${query}`, token, 'GET')) as Page
    for (const { id, at } of page.data) made.set(id, Date.parse(at))
    after = page.cursor
    if (!page.data.length && !page.has_more) break
  }
  return made
}

function report(came: Record<string, number>[], made: Map<string, number>): void {
  const delays = came.slice(0, -1).flatMap((of) => Object.entries(of).map(([id, at]) => at - made.get(id)!))
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  const expected = made.size * healthy
  console.log(
    `${made.size} events in ${seconds} s to ${endpoints} endpoints, of which ${slow} answer after 8 s and ${dead} are dead`,
  )
  console.log(`healthy endpoints got ${sorted.length} of ${expected} calls`)
  console.log(`from the event to the endpoint: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (limit ${mostP99Ms} ms)`)
  if (sorted.length < expected || at(0.99) >= mostP99Ms) process.exitCode = 1
}
