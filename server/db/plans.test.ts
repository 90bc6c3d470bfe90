import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetEvents, keepSpans } from '../features/events/commands.ts'
import { keepAllUp } from '../features/figure-keeping/tasks.ts'
import { claimDue, findAbandoned } from '../features/notification-sending/queries.ts'
import { tellEvents, watchArrivals } from '../features/notifications/commands.ts'
import { makeDays } from '../features/positions/commands.ts'
import { claimCalls } from '../features/webhook-sending/queries.ts'
import { spread } from '../features/webhook-sending/tasks.ts'
import { fillFleet, fillPast } from '../testing/past.ts'
import { clockFrom, day } from '../testing/planning-day.ts'
import { plantSize, stepsOf, toldDeliveries, watchPlans, type SeenPlan } from '../testing/ten-million.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'

/*
 * What people, phones and programs wait for, planned by PostgreSQL as if there were ten million deliveries in one workspace.
 */
const { app, databaseUrl, deps, makeMember } = await testApp((parts) => ({
  now: clockFrom('10:00', parts.now),
  config: { ...parts.config, quotas: { ...parts.config.quotas, deliveries: 2 * toldDeliveries } },
}))
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
afterAll(() => pool.end())

/** Whoever expects to pay this reads a good part of a large table. */
const mostCost = toldDeliveries / 100

const past = { from: '2024-03-16', days: 730, each: 10, perRoute: 10 }
const ids: Record<string, string> = {}
let grown: string[]
let take: () => SeenPlan[]
let member: TestMember
let driver: TestMember

beforeAll(async () => {
  member = await makeMember()
  const { workspaceId } = member
  driver = await makeMember({ role: 'driver', workspaceId })
  await makeDays(deps.db, deps.now())
  await fillFleet(pool, { workspaceId, drivers: 2 })
  await fillPast(pool, { ...past, workspaceId, number: 1 })
  await fillPast(pool, { ...past, workspaceId, from: day, days: 1, each: 20, number: 7301, isOpen: true })
  const { rows } = await pool
    .query(`
    update workspaces set tier = 'enterprise', last_delivery_number = 7400 where id = '${workspaceId}';
    update drivers set user_id = '${driver.userId}' where workspace_id = '${workspaceId}' and name = 'Driver 1';
    insert into shifts (workspace_id, id, driver_id, started_at)
      select workspace_id, new_id(), id, now() - interval '20 years' from drivers where name = 'Driver 1';
    insert into notification_settings (workspace_id, active) values ('${workspaceId}', true);
    insert into quota_counts (workspace_id, name, used) values ('${workspaceId}', 'deliveries', ${toldDeliveries})
      on conflict (workspace_id, name) do update set used = excluded.used;
    analyze;
    select s.id as stop, s.delivery_id as delivery, s.route_id as route, r.plan_id as plan, r.driver_id as driver
      from stops s join routes r on r.id = s.route_id join plans p on p.id = r.plan_id join drivers d on d.id = r.driver_id
      where p.day = '${day}' and d.name = 'Driver 1' and s.delivery_id is not null limit 1`)
    .then((all) => (all as never as pg.QueryResult[]).at(-1)!)
  Object.assign(ids, rows[0])
  // Figures read the past once, as soon as something happens.
  await send({ path: '/v1/deliveries', body: order('FIRST') })
  await keepAllUp(deps)
  await pool.query('delete from figure_days')
  const owner = await pool.connect()
  try {
    grown = await plantSize(owner)
    take = (await watchPlans(deps.pool, owner)).take
  } finally {
    owner.release()
  }
  await vi.waitFor(() => deps.pool.query('select 1'))
})

type Call = { as?: 'driver' | 'recipient'; path: string; body?: object }

async function send({ as, path, body }: Call): Promise<unknown> {
  const reply = await app.inject({
    method: body ? 'POST' : 'GET',
    url: path,
    headers: { ...(as !== 'recipient' && { authorization: `Bearer ${(as ? driver : member).token}` }) },
    ...(body && { payload: body }),
  })
  if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
  return reply.headers['content-type']?.toString().includes('json') ? JSON.parse(reply.body) : reply.body
}
const get = (path: string) => send({ path })
const order = (reference: string) => ({ reference, delivery_address: 'Jl. Contoh 7', scheduled_date: day })

/** What people and programs wait for. */
const hot: Record<string, () => Promise<unknown>> = {
  'opening a day': async () => {
    for (const path of [
      `plans?day=${day}&limit=50`,
      `plans/${ids.plan}`,
      `plans/${ids.plan}/progress`,
      `plans/${ids.plan}/etas`,
      `plans/${ids.plan}/changes?limit=100`,
      `plans/${ids.plan}/handovers`,
      `plans/${ids.plan}/late-orders`,
      `plans/${ids.plan}/risks`,
      `plans/${ids.plan}/unpublished`,
      `planning-day?day=${day}`,
      `planning-week?first_day=${day}`,
      `deliveries/counts?date_from=${day}&date_to=${day}`,
      `deliveries?date_from=${day}&date_to=${day}&order=desc&limit=50`,
      `deliveries?status=pending&date_from=${day}&date_to=${day}&limit=200`,
      `plans?day=${day}&scenarios=true&limit=50`,
      `plans?revises=${ids.plan}&limit=50`,
    ])
      await get(`/v1/${path}`)
  },
  'the open days': () => get('/v1/deliveries/counts?open=true'),
  'the list of deliveries': async () => {
    const { next_cursor } = (await get('/v1/deliveries?limit=50')) as { next_cursor: string }
    await get(`/v1/deliveries?limit=50&cursor=${encodeURIComponent(next_cursor)}`)
    await get(`/v1/deliveries?limit=50&status=failed&date_from=2026-03-01&date_to=${day}`)
  },
  'searching deliveries': async () => {
    await get('/v1/deliveries?limit=50&q=R-4711')
    await get('/v1/deliveries?limit=50&q=Recipient%204711')
    await get('/v1/deliveries?limit=50&q=4711')
  },
  'a delivery': async () => {
    await get(`/v1/deliveries/${ids.delivery}`)
    await get(`/v1/deliveries/${ids.delivery}/events`)
    await get(`/v1/deliveries/${ids.delivery}/notifications`)
    await get(`/v1/deliveries/${ids.delivery}/etas`)
  },
  'a route': async () => {
    await get(`/v1/routes/${ids.route}`)
    await get(`/v1/routes/${ids.route}/etas`)
  },
  'creating a delivery': () => send({ path: '/v1/deliveries', body: order('NEW-1') }),
  'an import, and the same again': async () => {
    const deliveries = Array.from({ length: 50 }, (_, place) => order(`IMPORT-${place}`))
    for (let time = 0; time < 2; time++) await send({ path: '/v1/deliveries/import', body: { deliveries } })
  },
  'inserting an order into the running day': async () => {
    const { id } = (await send({
      path: '/v1/deliveries',
      body: { ...order('NOW'), delivery_location: { lat: -6.15, lng: 106.8 } },
    })) as { id: string }
    const { places } = (await get(`/v1/plans/${ids.plan}/places?delivery_id=${id}`)) as { places: unknown[] }
    expect(places).toBeDefined()
    await send({ path: `/v1/deliveries/${id}/emergency`, body: {} })
  },
  positions: async () => {
    const recorded_at = deps.now().toISOString()
    const pings = [{ recorded_at, lat: -6.16, lng: 106.84 }]
    const body = { pings }
    expect(await send({ as: 'driver', path: '/v1/pings', body })).toMatchObject({ accepted: 1 })
    await send({ as: 'driver', path: '/v1/pings', body })
    await get('/v1/positions')
    const span = `from=${day}T00:00:00Z&to=${day}T23:00:00Z`
    await get(`/v1/drivers/${ids.driver}/trail?${span}`)
    await get(`/v1/drivers/${ids.driver}/stays?${span}`)
  },
  'the driver’s app': async () => {
    await send({ as: 'driver', path: '/v1/driver/day' })
    await send({ as: 'driver', path: '/v1/my-route' })
    await send({ as: 'driver', path: '/v1/driver/messages' })
  },
  'the tracking page': async () => {
    const { url } = (await get(`/v1/deliveries/${ids.delivery}/tracking-link`)) as { url: string }
    await send({ as: 'recipient', path: `/v1/tracking/${url.split('/t/')[1]}` })
  },
  'events after a cursor': async () => {
    const { cursor } = (await get('/v1/events?limit=2')) as { cursor: string }
    await get(`/v1/events?after=${cursor}`)
    await get(`/v1/events?after=${cursor}&types=driver.*`)
    await get('/v1/events?after=latest')
    await send({ as: 'driver', path: `/v1/events?after=${cursor}` }).catch(() => {})
  },
  'telling recipients': async () => {
    await tellEvents(deps)
    await watchArrivals(deps)
    for (const channel of ['push', 'email', 'sms'] as const) await claimDue(deps.db, channel, deps.now(), 100)
    await findAbandoned(deps.db, deps.now(), 100)
  },
  webhooks: async () => {
    await send({ path: '/v1/webhooks', body: { url: 'https://example.com/hook', types: ['delivery.*'] } })
    await send({ path: '/v1/deliveries', body: order('HOOK-1') })
    await spread(deps)
    await claimCalls(deps.db, deps.now(), { each: 20, most: 100 })
  },
  alerts: () => get('/v1/alerts?limit=50'),
  'figures by day': async () => {
    await keepAllUp(deps)
    await get(`/v1/analytics/figures?from=2026-02-16&to=${day}&period=day`)
    await get(`/v1/analytics/figures?from=2026-02-16&to=${day}&period=day&split=driver`)
    await get(`/v1/analytics/deliveries?from=2026-02-16&to=${day}&show=failed`)
  },
  'the audit log': async () => {
    const { next_cursor } = (await get('/v1/audit?limit=10')) as { next_cursor: string | null }
    if (next_cursor) await get(`/v1/audit?limit=10&cursor=${encodeURIComponent(next_cursor)}`)
    await get(`/v1/audit?limit=10&record=${ids.delivery}`)
  },
  'forgetting events': async () => {
    await forgetEvents(deps.db, new Date('2020-01-01'))
    await keepSpans(deps.db, 5)
  },
}

/** A search goes through the newest deliveries until it has a page of them, and through all of them to count. */
const readsOn = ['searching deliveries']

/** What is wrong with a plan, in words. */
function wrongWith({ text, plan }: SeenPlan, most: number): string[] {
  const read = stepsOf(plan).filter(
    (step) => step['Node Type'].includes('Seq Scan') && grown.includes(step['Relation Name'] ?? ''),
  )
  const words = read.map((step) => `reads all of ${step['Relation Name']}`)
  if (plan['Total Cost'] > most) words.push(`costs ${Math.round(plan['Total Cost'])}`)
  return words.map((word) => `${word}: ${text}`)
}

const wrongIn = async (name: string) => {
  take()
  await hot[name]!()
  const plans = take()
  expect(plans.length).toBeGreaterThan(0)
  return [...new Set(plans.flatMap((plan) => wrongWith(plan, readsOn.includes(name) ? Infinity : mostCost)))]
}

test.each(Object.keys(hot))('no statement reads all of a large table: %s', async (name) => {
  expect(await wrongIn(name)).toEqual([])
})

test('a statement whose index is gone is found out, whether it reads a table or another index', async () => {
  await pool.query('drop index deliveries_day')
  expect((await wrongIn('opening a day')).join()).toMatch(/costs \d+: .*deliveries/)
  await pool.query('drop index stops_route')
  expect((await wrongIn('a route')).join()).toMatch(/reads all of stops/)
})
