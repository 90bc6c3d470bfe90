import { figureSplits } from '#domain/figures/splits.ts'
import { addUpDue, keepAllUp } from '#server/features/figure-keeping/tasks.ts'
import { runApp, send } from '../../measure/running-app.ts'
import { copyDays, eachDay, fillDay, fillFleet, readDays, tellDay } from './figures/fill.ts'

/*
 * Figures of two years with 5,000 deliveries a day. `--deliveries=100000` for fewer days.
 */
const goals = { figures: 500, list: 300, addresses: 500, day: 2000 }
const given = process.argv.find((argument) => argument.startsWith('--deliveries='))?.split('=')[1]
const wanted = Number(given ?? 3_650_000)
const rounds = 3
const lastDay = '2026-03-15'

const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

type Measured = { ms: number; what: string }

export async function run(): Promise<void> {
  const app = await runApp('/nowhere', { EVENT_RETENTION_DAYS: '3650' })
  try {
    const { workspaceId: id, token } = await app.makeOwner()
    const workspace = { id, lastDay }
    const { deps } = app
    const blocks = Math.max(0, Math.ceil(wanted / (eachDay * readDays)) - 1)
    await app.asOwner(async (owner) => {
      await owner.query(`update workspaces set time_zone = 'UTC' where id = '${id}'`)
      await fillFleet(owner, workspace)
      for (let day = 0; day < readDays; day++) {
        await fillDay(owner, workspace, shifted(lastDay, day - readDays + 1), 1 + day * eachDay)
      }
      await tellDay(owner, workspace, lastDay)
    })
    await app.settle()
    await timed(`first reading of ${readDays * eachDay} deliveries`, async () => {
      await keepAllUp(deps)
      await addUpDue(deps, { quiet: 0 })
    })
    await timed(`copying them for ${(blocks + 1) * readDays} days`, () =>
      app.asOwner((owner) => copyDays(owner, workspace, blocks)),
    )
    await app.settle()
    const [{ count }] = (await app.asOwner(async (owner) => (await owner.query('select count(*)::int from figure_attempts')).rows)) as [{ count: number }] // prettier-ignore
    console.log(`  ${count} attempts`)

    const next = shifted(lastDay, 1)
    await app.asOwner((owner) => fillDay(owner, workspace, next, 1 + (blocks + 1) * readDays * eachDay))
    await app.asOwner((owner) => owner.query('analyze deliveries, stops, stop_progress, delivery_events, eta_history'))
    await app.asOwner((owner) => tellDay(owner, workspace, next))
    const day = await timed(`bringing a day of ${eachDay} up to date (goal: ${goals.day} ms)`, async () => {
      await keepAllUp(deps)
      await addUpDue(deps, { quiet: 0 })
    })
    check(day < goals.day, 'bringing a day up to date')
    const ask = (path: string) => send(`${app.url}/v1/analytics/${path}`, token, 'GET')
    await measureFigures(ask, (blocks + 1) * readDays, goals.figures)
    await measureLists(ask, (blocks + 1) * readDays, goals.list)
    await measureAddresses(ask, (blocks + 1) * readDays, goals.addresses)
  } finally {
    await app.stop()
  }
}

type Ask = (path: string) => Promise<unknown>

async function filtersOf(ask: Ask): Promise<Record<string, string>> {
  const range = `from=${shifted(lastDay, -6)}&to=${lastDay}`
  const keyOf = async (split: string) => {
    const { rows } = (await ask(`figures?${range}&split=${split}`)) as { rows: { key: string }[] }
    return rows[0]!.key
  }
  const [driver, vehicle, depot, client] = [await keyOf('driver'), await keyOf('vehicle'), await keyOf('depot'), await keyOf('client')] // prettier-ignore
  return {
    all: '',
    driver: `&driver_id=${driver}`,
    vehicle: `&vehicle_id=${vehicle}`,
    depot: `&depot_id=${depot}`,
    client: `&client_id=${client}`,
    'client and depot': `&client_id=${client}&depot_id=${depot}`,
    'client and driver': `&client_id=${client}&driver_id=${driver}`,
  }
}

async function measureFigures(ask: Ask, days: number, goal: number): Promise<void> {
  const ranges = [
    ['30 days', 30, 'day'],
    ['a year', 365, 'week'],
    ['all', days, 'month'],
    ['all by week', days, 'week'],
  ] as const
  const measured: Measured[] = []
  for (const [filter, query] of Object.entries(await filtersOf(ask)))
    for (const [name, length, period] of ranges)
      for (const split of [undefined, ...figureSplits]) {
        const path = `figures?from=${shifted(lastDay, 1 - length)}&to=${lastDay}&period=${period}${query}${split ? `&split=${split}` : ''}`
        for (let round = 0; round < rounds; round++)
          measured.push({ what: `${name}, ${filter}, by ${split ?? 'nothing'}`, ms: await taken(() => ask(path)) })
      }
  tell('figures', measured, goal)
}

async function measureLists(ask: Ask, days: number, goal: number): Promise<void> {
  const shows = ['all', 'failed', 'late', 'late_address', 'early', 'low', 'first_failed', 'eta_missed']
  const narrow = ['', '&hour=9', '&window=08-11', '&reason=refused']
  const measured: Measured[] = []
  for (const [filter, query] of Object.entries(await filtersOf(ask)))
    for (const length of [30, days])
      for (const show of shows)
        for (const narrowing of narrow) {
          const path = `deliveries?from=${shifted(lastDay, 1 - length)}&to=${lastDay}&show=${show}${query}${narrowing}`
          measured.push({ what: `${length} days, ${filter}, ${show}${narrowing}`, ms: await taken(() => ask(path)) })
        }
  tell('deliveries behind a number', measured, goal)
}

async function measureAddresses(ask: Ask, days: number, goal: number): Promise<void> {
  const { all, depot, client } = await filtersOf(ask)
  const measured: Measured[] = []
  for (const [filter, query] of Object.entries({ all, depot, client, search: '&q=contoh 12' }))
    for (const [name, length] of [
      ['30 days', 30],
      ['a year', 365],
      ['all', days],
    ] as const)
      // prettier-ignore
      for (let round = 0; round < rounds; round++) {
        const path = `addresses?from=${shifted(lastDay, 1 - length)}&to=${lastDay}${query}`
        measured.push({ what: `${name}, ${filter}`, ms: await taken(() => ask(path)) })
      }
  tell('addresses by trouble', measured, goal)
}

async function taken(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const ms = await taken(work)
  console.log(`  ${what}: ${Math.round(ms)} ms`)
  return ms
}

function tell(what: string, measured: Measured[], goal: number): void {
  const sorted = measured.toSorted((a, b) => a.ms - b.ms)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.ms
  const ms = (value: number) => `${Math.round(value)} ms`
  console.log(
    `  ${what}: p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}, most ${ms(at(1))}, of ${measured.length} (goal: p95 < ${goal} ms)`,
  )
  for (const slow of sorted.slice(-5).toReversed()) console.log(`    ${ms(slow.ms)}  ${slow.what}`)
  check(at(0.95) < goal, what)
}

function check(isMet: boolean, what: string): void {
  if (isMet) return
  console.log(`  NOT MET: ${what}`)
  process.exitCode = 1
}
