import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setPosition } from '#domain/api/addresses.ts'
import { getPlanGeometry } from '#domain/api/travel.ts'
import * as api from '#domain/api/plan-changes.ts'
import * as plans from '#domain/api/plans.ts'
import { changePlanningSettings, getLearnedSpeeds } from '#domain/api/planning-settings.ts'
import { decodePolyline } from '#domain/travel/polyline.ts'
import { unpackTravel } from '#domain/travel/wire.ts'
import { placeKey } from '#domain/travel/place-key.ts'
import { measureEstimates } from '../plan-changes/tasks.ts'
import { openTravelEngine } from '../../outside/travel/engine.ts'
import { driveBetween } from '../../outside/travel/double-roads.ts'
import { startTravelDouble } from '../../outside/travel/double.ts'
import { clockFrom, day, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { forgetTravel } from './commands.ts'
import { forgetRecent } from './rules.ts'

const double = await startTravelDouble('valhalla')
afterAll(() => double.close())
/** After each test, the engine is as good as new. */
let later = 0
const { app, deps, makeMember, as } = await testApp(({ now }) => {
  const clock = clockFrom('06:00', now)
  const travel = openTravelEngine(
    {
      kind: 'valhalla',
      urls: { car: double.url },
      key: undefined,
      atOnce: 2,
      patienceSeconds: 0.5,
      cacheDays: 30,
      userAgent: 'Karta',
    },
    { now: () => new Date(clock().getTime() + later), wait: async () => {} },
  )
  return { now: clock, travel }
})
workOnPlans(deps)
beforeEach(() => {
  later += 3_600_000
  double.behave({})
  double.calls.length = 0
})

async function workspace() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const driver = await make.driver({}, { type: 'van' })
  const { call } = as(member)
  const plan = async () => {
    const params = await draftPlan(call, [driver])
    return (await call(plans.getPlan, { params })).body
  }
  return { member, make, driver, call, plan }
}

/** A plan's tables as a browser gets them. */
async function tablesOf({ token }: TestMember, id: string) {
  const reply = await app.inject({ url: `/v1/plans/${id}/travel`, headers: { authorization: `Bearer ${token}` } })
  const bytes = reply.headers['content-encoding'] === 'gzip' ? gunzipSync(reply.rawPayload) : reply.rawPayload
  const type = reply.headers['content-type']
  return { status: reply.statusCode, type, tables: () => unpackTravel(Uint8Array.from(bytes).buffer) }
}

const askedPairs = () =>
  double.calls
    .filter(({ url }) => url.pathname === '/sources_to_targets')
    .map(({ body }) => JSON.parse(body) as { sources: unknown[]; targets: unknown[] })
    .reduce((sum, { sources, targets }) => sum + sources.length * targets.length, 0)

test('a plan drives along roads, and its changes are timed with the same ones', async () => {
  const { make, plan, call } = await workspace()
  for (let i = 0; i < 6; i++) await make.delivery()
  const made = await plan()
  expect(made.travel).toEqual({ engine: 'valhalla', note: null })
  const [route] = made.routes
  const along = route!.stops.map(({ location }) => [location!.lng, location!.lat] as const)
  const drives = along.slice(1).map((to, leg) => driveBetween('car', along[leg]!, to))
  expect(route!.driving_seconds).toBe(drives.reduce((sum, { seconds }) => sum + Math.round(seconds), 0))
  const meters = drives.reduce((sum, each) => sum + each.meters, 0)
  expect(Math.abs(route!.distance_km * 1000 - meters)).toBeLessThan(drives.length)
  expect(askedPairs()).toBe(49)

  double.calls.length = 0
  const changes = [{ type: 'refresh' as const }]
  const { body } = await call(api.previewPlanChange, { params: { id: made.id }, body: { changes } })
  expect(body.effect).toMatchObject({ distance_km: 0, driving_seconds: 0 })
  expect(double.calls).toEqual([])
})

test('the next plan asks only for what is new: a row and a column', async () => {
  const { make, plan } = await workspace()
  for (let i = 0; i < 5; i++) await make.delivery()
  await plan()
  const [first] = await make.deliveries()
  await make.change(first!.id, { lat: -6.19, lng: 106.81 })
  double.calls.length = 0
  // The database knows it too, not only the memory.
  forgetRecent()
  const again = await plan()
  expect(again.travel).toEqual({ engine: 'valhalla', note: null })
  expect(askedPairs()).toBe(6 + 5)
  double.calls.length = 0
  await plan()
  expect(double.calls).toEqual([])

  await forgetTravel(deps.db, new Date(Date.now() + 40 * 86_400_000), 30)
  const kept = await deps.pool.query('select count(*)::int from travel_blocks')
  expect(kept.rows).toEqual([{ count: 0 }])
})

test('an engine that dies, answers in HTML or says nothing leaves straight lines and a note', async () => {
  const { make, plan, call } = await workspace()
  // More than one question, so that the engine can die between two of them.
  for (let i = 0; i < 55; i++) await make.delivery()
  await call(changePlanningSettings, { body: { detour_factor: 1.3 } })
  const notes = []
  for (const behavior of [{ diesAfter: 1 }, { mood: 'html' }, { mood: 'silent' }, { mood: 'refuses' }] as const) {
    double.behave(behavior)
    const { travel, routes } = await plan()
    expect(travel!.engine).toBe('great_circle')
    expect(routes[0]!.stops.length).toBeGreaterThan(2)
    notes.push(travel!.note)
  }
  const because = (why: string) => `Times are for straight lines × 1.3 at 30 km/h, because ${why}.`
  expect(notes.map((note) => note!.replace(/at \d+ km/, 'at 30 km'))).toEqual([
    because('Valhalla answers with an error'),
    because('Valhalla answers with a page instead of figures'),
    because('Valhalla takes too long'),
    because('Valhalla refuses our key'),
  ])
  // What it measured before it died is not asked again.
  double.behave({})
  double.calls.length = 0
  later += 3_600_000
  expect((await plan()).travel).toEqual({ engine: 'valhalla', note: null })
  expect(askedPairs()).toBeLessThan(56 * 56)
})

test('a delivery without a road near is planned by straight lines and named, one behind the water is left out', async () => {
  const { make, plan } = await workspace()
  for (let i = 0; i < 3; i++) await make.delivery()
  const lost = await make.delivery({ lat: -6.2, lng: 106.9 })
  const island = await make.delivery({ lat: -6.1, lng: 106.8 })
  double.behave({
    isOffRoad: ([lng]) => lng === 106.9,
    isCutOff: (from, to) => from[0] !== to[0] && (from[0] === 106.8 || to[0] === 106.8),
  })
  const { travel, routes, unassigned } = await plan()
  expect(travel).toEqual({
    engine: 'valhalla',
    note: `No road was found near delivery ${lost.number}: drives there are straight lines.`,
  })
  expect(routes[0]!.stops.map(({ delivery_id }) => delivery_id)).toContain(lost.id)
  expect(unassigned).toMatchObject([
    {
      delivery_id: island.id,
      reason: 'No road leads there from where any driver starts. Check its position on the map.',
    },
  ])
})

test('a change inside a transaction estimates what nobody measured, which is measured and timed again', async () => {
  const { make, plan, call } = await workspace()
  const first = await make.delivery()
  await make.delivery()
  const { id } = await plan()
  const params = { id }
  await call(plans.approvePlan, { params })
  double.calls.length = 0
  const moved = { lat: -6.19, lng: 106.8 }
  const reply = await call(setPosition, { params: { id: first.id }, body: { location: moved } })
  expect(reply.status).toBe(200)
  expect(double.calls).toEqual([])
  const estimated = (await call(plans.getPlan, { params })).body
  expect(estimated.travel!.note).toContain('until the routing engine has measured them')

  await measureEstimates(deps)
  const { travel, routes } = (await call(plans.getPlan, { params })).body
  expect(travel).toEqual({ engine: 'valhalla', note: null })
  const along = routes[0]!.stops.map(({ location }) => [location!.lng, location!.lat] as const)
  const seconds = along.slice(1).map((to, leg) => Math.round(driveBetween('car', along[leg]!, to).seconds))
  expect(routes[0]!.driving_seconds).toBe(seconds.reduce((sum, each) => sum + each, 0))
})

test('a browser gets the tables as bytes, and the roads as polylines, of its own workspace', async () => {
  const { member, make, plan, call } = await workspace()
  const delivery = await make.delivery()
  const made = await plan()
  const params = { id: made.id }
  const reply = await tablesOf(member, made.id)
  expect(reply).toMatchObject({ status: 200, type: 'application/octet-stream' })
  const tables = reply.tables()!
  const [depot, there] = [
    [106.846, -6.157],
    [delivery.lng!, delivery.lat!],
  ] as [[number, number], [number, number]]
  const [from, to] = [depot, there].map((place) => tables.places.indexOf(placeKey(place)))
  const { seconds, meters } = tables.profiles.car!
  const at = from! * tables.places.length + to!
  const drive = driveBetween('car', depot, there)
  expect([seconds[at], meters[at]]).toEqual([Math.round(drive.seconds), Math.round(drive.meters)])

  // Without an answer, lines are straight, and nobody asks again soon.
  double.behave({ mood: 'html' })
  expect((await call(getPlanGeometry, { params })).body).toMatchObject({
    is_complete: true,
    routes: [{ legs: [null, null] }],
  })
  double.behave({})
  const { body } = await call(getPlanGeometry, { params })
  expect(body.is_complete).toBe(true)
  const legs = body.routes[0]!.legs.map((leg) => decodePolyline(leg!))
  expect(legs.map((leg) => leg[0])).toEqual([depot, there])
  double.calls.length = 0
  expect((await call(getPlanGeometry, { params })).body).toEqual(body)
  expect(double.calls).toEqual([])

  const stranger = await makeMember()
  expect((await as(stranger).call(getPlanGeometry, { params })).code).toBe('plan_not_found')
  expect((await tablesOf(stranger, made.id)).status).toBe(404)
})

test('speeds are learned from drives, as far as their plans did not know them, and used by the next plan', async () => {
  const { member, make, plan, call, driver } = await workspace()
  await make.delivery()
  const [before] = (await plan()).routes
  const note = (drives: number, hour: number, actual: number, factor: number | null) =>
    rig(deps.db, member.workspaceId, (trx) =>
      sql`insert into eta_observations (workspace_id, stop_id, kind, driver_id, cell, hour, planned_seconds, actual_seconds,
          observed_at, traffic_factor)
        select ${member.workspaceId}, new_id(), 'drive', ${driver.id}, 'c', ${hour}, 600, ${actual}::integer,
          ${`${day}T03:00:00Z`}::timestamptz, ${factor}::double precision from generate_series(1, ${drives})`.execute(
        trx,
      ),
    )
  // Twice as long as at the usual speed: half of that was planned already. Older plans and bicycles tell nothing.
  await note(60, 10, 600, 0.5)
  await note(39, 11, 1200, 1)
  await note(50, 12, 100, null)
  const learned = async () => (await call(getLearnedSpeeds)).body
  expect(await learned()).toEqual({ drives: 99, fewest_drives: 100, workdays: null, weekends: null })
  await call(changePlanningSettings, { body: { traffic_from: 'learned' } })
  expect((await plan()).routes[0]!.driving_seconds).toBe(before!.driving_seconds)

  await note(1, 11, 1200, 1)
  const speeds = [{ from: '00:00', factor: 0.5 }]
  expect(await learned()).toEqual({ drives: 100, fewest_drives: 100, workdays: speeds, weekends: speeds })
  const [after] = (await plan()).routes
  expect(after!.driving_seconds / before!.driving_seconds).toBeCloseTo(2, 1)
  const stranger = await makeMember()
  expect((await as(stranger).call(getLearnedSpeeds)).body.drives).toBe(0)
})
