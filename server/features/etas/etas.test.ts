import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { finishAlert, listAlerts } from '#domain/api/alerts.ts'
import { eraseDelivery } from '#domain/api/deliveries.ts'
import { getEtaModel, listPlanEtas, listRouteEtas, listSaidEtas } from '#domain/api/etas.ts'
import { usualWidths } from '#domain/eta/widths.ts'
import { recordPings } from '#domain/api/positions.ts'
import { setStatus } from '#domain/api/statuses.ts'
import * as road from '#domain/api/road.ts'
import { inWorkspace } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { openPhone } from '../../testing/phone.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { fitWorkspace, forgetFigures } from './commands.ts'
import { estimateDue, tellSilent } from './tasks.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { as, deps } = testing
const setClock = (time: string) => (clock = new Date(`2026-03-16T${time}Z`))
const at = (time: string) => `2026-03-16T${time}Z`
const estimateNow = () =>
  estimateDue({ ...deps, now: () => clock, report: (error) => expect.unreachable(String(error)) })

/** A driver on shift with three stops, ten minutes of driving and five minutes of work each, due by the given time. */
async function start({ due = '12:00' }: { due?: string } = {}) {
  setClock('03:00:00')
  const day = await dispatchedDay(testing, { stops: 3, order: { window_end: due } })
  const { owner, route, stops, driver } = day
  await rig(deps.db, owner.workspaceId, async (trx) => {
    for (const [index, { id }] of stops.entries()) {
      await sql`update stops set arrival_at = ${at('03:00:00')}::timestamptz + make_interval(mins => ${10 + index * 15}),
        departure_at = ${at('03:00:00')}::timestamptz + make_interval(mins => ${15 + index * 15}),
        service_seconds = 300 where id = ${id}`.execute(trx)
    }
    await sql`insert into stops (workspace_id, route_id, position, kind, name, address, lat, lng, arrival_at, departure_at,
      waiting_seconds, service_seconds, distance_km, load_kg, load_l) values (${owner.workspaceId}, ${route.id}, -1, 'start',
      'Depot', 'Depot', -6.15, 106.84, ${at('03:00:00')}, ${at('03:00:00')}, 0, 0, 0, 0, 0)`.execute(trx)
    await sql`update routes set ends_at = ${at('04:00:00')} where id = ${route.id}`.execute(trx)
  })
  const phone = openPhone(() => clock)
  await as(driver).call(road.registerDevice, { body: phone.device })
  let sent = 0
  const say: typeof phone.write = (...args) => phone.write(...args)
  const send = async () => {
    const entries = phone.log.slice(sent)
    sent = phone.log.length
    const { body } = await as(driver).call(road.sendEntries, { body: { device_id: phone.id, entries } })
    expect(body.results.map(({ outcome }) => outcome)).toEqual(entries.map(() => 'applied'))
  }
  say('shift_started', { shift_id: randomUUID(), vehicle_id: null })
  await send()
  const etas = async () => (await as(owner).call(listRouteEtas, { params: { id: route.id } })).body
  const inbox = async () => (await as(owner).call(listAlerts)).body.data
  return { ...day, say, send, etas, inbox }
}

const minutesUntil = (instant: string) => Math.round((Date.parse(instant) - clock.getTime()) / 60_000)

test('arrivals are expected from the plan, then from what happens, and what was said is kept and judged', async () => {
  const { owner, driver, route, stops, say, send, etas } = await start()
  await estimateNow()
  const first = await etas()
  expect(first).toMatchObject({ probability: 0.8, data: stops.map(({ id }) => ({ stop_id: id, basis: 'plan' })) })
  expect(first.data.map(({ p50_at }) => minutesUntil(p50_at))).toEqual([10, 26, 42])
  expect(first.data[0]).toMatchObject({ planned_at: '2026-03-16T03:10:00.000Z', due_at: '2026-03-16T05:00:00.000Z' })
  // Within the same seconds, nothing is worked out again.
  await estimateNow()
  expect(await etas()).toEqual(first)
  const [one] = stops as [(typeof stops)[0]]
  say('departed', { stop_id: one.id })
  setClock('03:20:00')
  say('arrived', { stop_id: one.id })
  setClock('03:25:00')
  say('delivered', { stop_id: one.id, delivery_id: one.delivery_id, to: 'recipient' })
  await send()
  await estimateNow()
  const later = await etas()
  expect(later.data).toMatchObject(stops.slice(1).map(({ id }) => ({ stop_id: id, basis: 'progress' })))
  // The first drive took twice as long, which makes the next ones a little longer.
  expect(minutesUntil(later.data[0]!.p50_at)).toBeGreaterThan(10)
  // A position halfway.
  setClock('03:27:00')
  const ping = { lat: -6.1575, lng: 106.8465, recorded_at: clock.toISOString() }
  expect((await as(driver).call(recordPings, { body: { pings: [ping] } })).body.accepted).toBe(1)
  await estimateNow()
  const moved = await as(owner).call(listPlanEtas, { params: { id: route.plan_id } })
  expect(moved.body.data[0]).toMatchObject({ basis: 'position', computed_at: clock.toISOString() })
  expect(minutesUntil(moved.body.data[0]!.p50_at)).toBeLessThan(8)
  const said = await as(owner).call(listSaidEtas, { params: { id: one.delivery_id } })
  expect(said.body.data).toMatchObject([{ basis: 'plan', arrived_at: '2026-03-16T03:20:00.000Z', within: false }])
  const model = (await as(owner).call(getEtaModel)).body
  const drive = model.kinds.find(({ kind }) => kind === 'drive')!
  expect(drive).toMatchObject({ all: { observations: 1 }, drivers: [{ driver_name: 'Budi', observations: 1 }] })
  expect(drive.drivers[0]!.factor).toBeGreaterThan(1)
  expect(model.judged.leads.map(({ said: ranges }) => ranges)).toEqual([1, 0, 0, 0, 0])
  await fitWorkspace(deps.db, owner.workspaceId, clock)
  expect((await as(owner).call(getEtaModel)).body.kinds.map(({ all }) => all.observations)).toEqual([1, 1])
  // Where a driver was expected goes with the positions, and with the recipient at once.
  const history = () =>
    inWorkspace(deps.db, owner.workspaceId, (trx) =>
      trx.selectFrom('eta_history').select('delivery_id').distinct().execute(),
    )
  expect(await history()).toHaveLength(3)
  expect((await as(owner).call(eraseDelivery, { params: { id: one.delivery_id } })).status).toBe(200)
  expect(await history()).toHaveLength(2)
  await as(owner).call(road.changeRoadSettings, { body: { keep_positions_days: 2 } })
  await forgetFigures(deps.db, new Date(clock.getTime() + 86_400_000), 90)
  expect(await history()).toHaveLength(2)
  await forgetFigures(deps.db, new Date(clock.getTime() + 3 * 86_400_000), 90)
  expect(await history()).toEqual([])
})

test('the width of ranges is learned at night from days of what was said, as it was said', async () => {
  const { owner, route } = await start()
  const leads = async () => (await as(owner).call(getEtaModel)).body.judged.leads.map(({ width }) => width)
  expect(await leads()).toEqual(usualWidths)
  // Of ten days, said 20 minutes before as 10 minutes wide, half as wide as the model said it; everybody comes 4 minutes late.
  await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    sql`insert into eta_history (workspace_id, stop_id, said_at, route_id, driver_id, basis, p10_at, p50_at, p90_at,
        arrived_at, early_width, late_width)
      select ${owner.workspaceId}, new_id(), at, r.id, r.driver_id, 'plan', at + interval '15 min',
        at + interval '20 min', at + interval '25 min', at + interval '24 min', 0.5, 0.5
      from (select ${clock}::timestamptz - make_interval(days => n) as at from generate_series(1, 10) n) said,
        routes r where r.id = ${route.id}`.execute(trx),
  )
  await fitWorkspace(deps.db, owner.workspaceId, clock)
  const [soon, next, ...far] = await leads()
  expect([soon, ...far]).toEqual([usualWidths[0], ...usualWidths.slice(2)])
  // A third of the way to half, which is the least; these ten days would need less.
  expect(next!.late).toBeCloseTo(0.5 ** (1 / 3), 5)
  expect(next!.early).toBeCloseTo(0.92 ** (2 / 3) * 0.5 ** (1 / 3), 5)
})

test('without an app, what a dispatcher says by hand is where a route has got to', async () => {
  const { owner, stops, etas } = await start()
  const [{ delivery_id }] = stops as [(typeof stops)[0]]
  setClock('03:30:00')
  const said = { status: 'delivered', at: at('03:25:00') } as const
  expect((await as(owner).call(setStatus, { params: { id: delivery_id }, body: said })).status).toBe(200)
  await estimateNow()
  const { data } = await etas()
  expect(data.map(({ stop_id, basis }) => ({ stop_id, basis }))).toEqual(stops.slice(1).map(({ id }) => ({ stop_id: id, basis: 'progress' }))) // prettier-ignore
  expect(minutesUntil(data[0]!.p50_at)).toBeLessThan(10)
  expect((await as(owner).call(getEtaModel)).body.kinds.map(({ all }) => all.observations)).toEqual([0, 0])
})

test('an alert tells of a route that is going to be late, once, until it recovers', async () => {
  const { owner, stops, say, send, inbox } = await start({ due: '10:40' })
  await estimateNow()
  expect(await inbox()).toEqual([])
  // Nobody has set out, half an hour after they should have.
  setClock('03:40:00')
  await estimateNow()
  const [alert] = await inbox()
  expect(alert).toMatchObject({ kind: 'late_expected', state: 'open', driver_name: 'Budi' })
  expect(alert!.sentence).toMatch(/^Budi will probably be late: delivery \d is due by 10:40\.$/)
  expect(alert!.actions).toEqual(['call', 'message', 'reassign', 'open_delivery', 'open_route'])
  await as(owner).call(finishAlert, { params: { id: alert!.id } })
  setClock('03:41:30')
  await estimateNow()
  expect((await inbox()).filter(({ severity }) => severity === alert!.severity)).toEqual([])
  for (const { id: stop_id, delivery_id } of stops) {
    say('failed', { stop_id, delivery_id, reason: 'not_home', note: null })
  }
  await send()
  await estimateNow()
  const done = await as(owner).call(listAlerts, { query: { state: 'done' } })
  expect(done.body.data).toMatchObject([{ id: alert!.id, settled_at: clock.toISOString() }])
})

test('a driver on shift from whom nothing comes is told of, until something does', async () => {
  const { driver, inbox } = await start()
  const tell = () => tellSilent({ ...deps, now: () => clock })
  setClock('03:09:00')
  await tell()
  expect(await inbox()).toEqual([])
  setClock('03:11:00')
  await tell()
  await tell()
  expect(await inbox()).toMatchObject([
    { kind: 'driver_silent', severity: 'high', sentence: 'Nothing has been heard of Budi since 10:00.' },
  ])
  const ping = { lat: -6.15, lng: 106.84, recorded_at: clock.toISOString() }
  await as(driver).call(recordPings, { body: { pings: [ping] } })
  await tell()
  expect(await inbox()).toEqual([])
})
