import type pg from 'pg'
import { fillFleet, fillPast, type Past } from '#server/testing/past.ts'
import { runApp, send } from '../../measure/running-app.ts'

/*
 * Opening a day of 1,000 deliveries in a workspace with a past of 10,000, and then of ten million. `--deliveries=1000000`
 * for a smaller one.
 */
const given = process.argv.find((argument) => argument.startsWith('--deliveries='))?.split('=')[1]
const large = Number(given ?? 10_000_000)
const small = 10_000
const eachDay = 5000
const perRoute = 25
const openDay = '2026-03-16'
const opened = 1000
/** So many deliveries are written in one transaction. */
const atOnce = 100_000
const rounds = 25
const goal = 1.2

const dayBefore = (days: number) =>
  new Date(Date.parse(`${openDay}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

type App = Awaited<ReturnType<typeof runApp>>

export async function run(): Promise<void> {
  const app = await runApp('/nowhere', { QUOTAS: `deliveries=${2 * large}` })
  try {
    const { workspaceId, token } = await app.makeOwner()
    const fill = (past: Omit<Past, 'workspaceId' | 'perRoute'>) =>
      app.asOwner((owner) => fillPast(owner, { workspaceId, perRoute, ...past }))
    await app.asOwner(async (owner) => {
      await owner.query(`update workspaces set time_zone = 'UTC' where id = '${workspaceId}'`)
      await fillFleet(owner, { workspaceId, drivers: eachDay / perRoute })
    })
    await fill({ from: openDay, days: 1, each: opened, number: 1, isOpen: true })
    await fill({ from: dayBefore(small / eachDay), days: small / eachDay, each: eachDay, number: opened + 1 })
    const [plan] = await app.asOwner(async (owner) => {
      const query = `select id from plans where workspace_id = '${workspaceId}' and day = '${openDay}'`
      return (await owner.query<{ id: string }>(query)).rows
    })
    const calls = callsOf(plan!.id)
    const before = await measure(app, token, calls)
    await timed(`writing ${(large - small).toLocaleString('en')} deliveries`, () => grow(app, workspaceId))
    await tellSizes(app)
    const after = await measure(app, token, calls)
    compare(calls, before, after)
  } finally {
    await app.stop()
  }
}

/** What the page of a day asks for. */
const callsOf = (plan: string) => [
  'deliveries/counts?open=true',
  `plans?day=${openDay}&limit=50`,
  `plans/${plan}/progress`,
  `plans/${plan}`,
  `plans/${plan}/etas`,
  `plans/${plan}/changes?limit=100`,
  `plans/${plan}/handovers`,
  `plans/${plan}/late-orders`,
  `plans/${plan}/risks`,
  `plans/${plan}/unpublished`,
  `plans?day=${openDay}&scenarios=true&limit=50`,
  `planning-day?day=${openDay}`,
  `planning-week?first_day=${openDay}`,
  `deliveries/counts?date_from=${openDay}&date_to=${openDay}`,
  `deliveries?status=pending&date_from=${openDay}&date_to=${openDay}&limit=200`,
  `deliveries?date_from=${openDay}&date_to=${openDay}&order=desc&limit=50`,
  'positions',
]

/** Writes the rest of the past, without what would check and count each row, and makes the indexes anew afterward. */
async function grow(app: App, workspaceId: string): Promise<void> {
  await app.asOwner(async (owner) => {
    const indexes = await dropIndexes(owner)
    await owner.query('set session_replication_role = replica')
    const days = (large - small) / eachDay
    const step = atOnce / eachDay
    for (let done = 0; done < days; done += step) {
      const part = Math.min(step, days - done)
      const from = dayBefore(small / eachDay + done + part)
      const number = opened + small + 1 + done * eachDay
      await fillPast(owner, { workspaceId, perRoute, from, days: part, each: eachDay, number })
    }
    await owner.query(`set session_replication_role = origin; set maintenance_work_mem = '1GB'`)
    for (const definition of indexes) await owner.query(definition)
    await owner.query(`insert into quota_counts (workspace_id, name, used)
      values ('${workspaceId}', 'deliveries', ${large + opened}) on conflict (workspace_id, name) do update set used = excluded.used`)
  })
  await app.settle()
}

const written = ['deliveries', 'stops', 'stop_progress', 'routes', 'delivery_events', 'notifications', 'chain_heads']

async function dropIndexes(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ definition: string; name: string }>(
    `select indexname as name, indexdef as definition from pg_indexes i where schemaname = 'public' and tablename = any($1)
      and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [written],
  )
  for (const { name } of rows) await owner.query(`drop index "${name}"`)
  return rows.map(({ definition }) => definition)
}

async function tellSizes(app: App): Promise<void> {
  const { rows } = await app.asOwner((owner) =>
    owner.query<{ name: string; rows: string; size: string }>(
      `select relname as name, to_char(reltuples, 'FM999,999,999') as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
        from pg_class where oid = any($1::text[]::regclass[]) order by pg_total_relation_size(oid) desc`,
      [written],
    ),
  )
  for (const { name, rows: count, size } of rows) console.log(`  ${name}: ${count} rows, ${size}`)
}

/** The median time of each call, in milliseconds. */
async function measure(app: App, token: string, calls: string[]): Promise<number[]> {
  await app.settle()
  const taken = calls.map((): number[] => [])
  for (let round = -3; round < rounds; round++) {
    for (const [index, path] of calls.entries()) {
      const startedAt = performance.now()
      await send(`${app.url}/v1/${path}`, token, 'GET')
      if (round >= 0) taken[index]!.push(performance.now() - startedAt)
    }
  }
  return taken.map((times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!)
}

function compare(calls: string[], before: number[], after: number[]): void {
  for (const [index, path] of calls.entries()) {
    const name = path.replaceAll(/[\da-f]{8}-[\da-f-]+/g, 'ID')
    console.log(`  ${ms(before[index]!)} → ${ms(after[index]!)}  ${name}`)
  }
  const sum = (times: number[]) => times.reduce((all, time) => all + time, 0)
  const ratio = sum(after) / sum(before)
  const count = (deliveries: number) => `${deliveries.toLocaleString('en')} deliveries`
  console.log(`  all calls of a day: ${ms(sum(before))} with ${count(small)}, ${ms(sum(after))} with ${count(large)}`)
  console.log(`  ${Math.round(ratio * 100)} % of the time (goal: at most ${goal * 100} %)`)
  if (ratio > goal) {
    console.log('  NOT MET: opening a day')
    process.exitCode = 1
  }
}

const ms = (time: number) => `${time.toFixed(1)} ms`

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.log(`  ${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
