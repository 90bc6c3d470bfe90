import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dayOf } from '#domain/time.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { operationSearches } from '#server/features/optimize/tasks.ts'
import { planSearches } from '#server/features/planning/tasks.ts'
import { readRevision } from '#server/features/revisions/queries.ts'
import { workOnSearches } from '#server/queue/turns.ts'
import { makeOrders, runApp, send } from '../measure/running-app.ts'

/*
 * How long a modest workspace waits while a greedy one floods the server with searches. The goal for a plan of 2 seconds is
 * to be ready within 2 seconds and its own time limit.
 */
const { rounds, patience } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, patience: { type: 'string', default: '180' } },
}).values
const pollMs = 50

const app = await runApp()
try {
  workOnSearches(app.deps, [planSearches(app.deps, readRevision), operationSearches(app.deps)])
  const [greedy, modest] = [await makeTenant(400, 5), await makeTenant(40, 2)]

  console.log(
    '| A greedy workspace keeps asking for | A modest one asks for | Until it starts, s | longest | Until it is ready, s | longest |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const [what, plans, operations] of [
    ['nothing', 0, 0],
    ['12 plans of 120 s', 120, 0],
    ['12 plans of 120 s, 12 operations of 120 s', 120, 120],
    ['12 plans of 10 s, 12 operations of 10 s', 10, 10],
    ['12 plans of 600 s, 12 operations of 10 s', 600, 10],
  ] as const) {
    const end = await greedy.flood(plans, operations)
    for (const seconds of [2, 60]) await measure(what, seconds)
    await end()
  }

  await greedy.imports(0, () => readOften('nothing'))
  await greedy.imports(40, () => readOften('40 imports of 500 deliveries at a time'))

  async function readOften(what: string): Promise<void> {
    const times: number[] = []
    for (let i = 0; i < 40; i++) {
      const askedAt = performance.now()
      await send(`${app.url}/v1/deliveries?limit=1`, modest.token, 'GET')
      times.push(performance.now() - askedAt)
      await delay(pollMs)
    }
    console.log(
      `${what}: a modest one reads in ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
    )
  }

  async function measure(what: string, seconds: number): Promise<void> {
    const starts: number[] = []
    const ends: number[] = []
    // A plan of a minute is cancelled once it starts: only its wait is of interest.
    const isShort = seconds <= 10
    for (let round = 0; round < (isShort ? Number(rounds) : 1); round++) {
      const askedAt = performance.now()
      const gone = () => (performance.now() - askedAt) / 1000
      const url = await modest.plan(seconds)
      let start: number | undefined
      for (;;) {
        const { state } = (await send(`${url}/progress`, modest.token, 'GET')) as PlanSummary
        if (state !== 'queued') start ??= gone()
        if (start !== undefined && (!isShort || state !== 'optimizing')) break
        if (gone() > Number(patience)) break
        await delay(pollMs)
      }
      starts.push(start ?? Infinity)
      ends.push(start === undefined ? Infinity : gone())
      await send(`${url}/cancel`, modest.token, 'POST').catch(() => {})
      if (start === undefined) break
    }
    const ready = isShort ? `${show(median(ends))} | ${show(Math.max(...ends))}` : ' | '
    console.log(
      `| ${what} | a plan of ${seconds} s | ${show(median(starts))} | ${show(Math.max(...starts))} | ${ready} |`,
    )
  }
} finally {
  await app.stop()
}

/** A workspace with a day to plan, too large for its drivers so that a search uses all of its time. */
async function makeTenant(deliveries: number, drivers: number) {
  const { token } = await app.makeOwner()
  const day = dayOf(new Date(Date.now() + 86_400_000), 'UTC')
  const post = (path: string, body: unknown) => send(app.url + path, token, 'POST', body)
  const location = { lat: -6.157, lng: 106.846 }
  await post('/v1/depots', { name: 'Depot', address: 'Kemayoran', location, opens: '06:00', closes: '22:00' })
  const ids: string[] = []
  for (let i = 0; i < drivers; i++) {
    const driver = await post('/v1/drivers', { name: `Driver ${i}`, shift_start: '08:00', shift_end: '18:00' })
    ids.push((driver as { id: string }).id)
  }
  const orders = makeOrders(deliveries).map((order) => ({ ...order, scheduled_date: day, weight_kg: 1 }))
  await post('/v1/deliveries/import', { deliveries: orders })
  return {
    token,
    async plan(seconds: number): Promise<string> {
      const { id } = (await post('/v1/plans', { day, driver_ids: ids, time_limit_seconds: seconds })) as PlanSummary
      return `${app.url}/v1/plans/${id}`
    },
    /** Keeps so many imports under way during `work`. */
    async imports(count: number, work: () => Promise<void>): Promise<void> {
      const end = new AbortController()
      let next = 0
      const importing = Array.from({ length: count }, async () => {
        while (!end.signal.aborted) {
          const deliveries = makeOrders(500).map((order) => ({ ...order, reference: `FLOOD-${next++}` }))
          await post('/v1/deliveries/import', { deliveries })
        }
      })
      await delay(1000)
      await work()
      end.abort()
      await Promise.all(importing)
    },
    /** Keeps 12 plans and 12 operations of so many seconds unfinished, until the returned function is called. */
    async flood(planSeconds: number, operationSeconds: number): Promise<() => Promise<void>> {
      const open = { plans: new Set<string>(), operations: new Set<string>() }
      const fill = async () => {
        for (const url of open.plans) if (isOver(await send(`${url}/progress`, token, 'GET'))) open.plans.delete(url)
        for (const url of open.operations) if (isOver(await send(url, token, 'GET'))) open.operations.delete(url)
        if (planSeconds > 0) while (open.plans.size < 12) open.plans.add(await this.plan(planSeconds))
        if (operationSeconds > 0)
          while (open.operations.size < 12) open.operations.add(await operation(operationSeconds))
      }
      const end = new AbortController()
      await fill()
      const flooding = (async () => {
        while (!end.signal.aborted) {
          await delay(1000)
          await fill()
        }
      })()
      await delay(1000)
      return async () => {
        end.abort()
        await flooding
        for (const url of [...open.plans, ...open.operations]) {
          await send(`${url}/cancel`, token, 'POST').catch(() => {})
        }
        await delay(2000)
      }
    },
  }

  /** Sends a problem to be solved later, and gives the address of the operation. */
  async function operation(seconds: number): Promise<string> {
    const reply = await fetch(`${app.url}/v1/optimize?time_limit_seconds=${seconds}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({
        vehicles: ids.map((_, i) => ({ id: i + 1, start: [106.8, -6.2], end: [106.8, -6.2] })),
        jobs: orders.map(({ delivery_location: at }, i) => ({ id: i + 1, location: [at.lng, at.lat] })),
      }),
    })
    if (reply.status !== 202) throw new Error(`${reply.status} ${await reply.text()}`)
    return app.url + reply.headers.get('location')
  }
}

function isOver(search: unknown): boolean {
  const { state, status } = search as { state?: string; status?: string }
  return !['queued', 'optimizing', 'running'].includes((state ?? status)!)
}

function show(seconds: number): string {
  return seconds === Infinity ? `more than ${patience}` : seconds.toFixed(1)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
