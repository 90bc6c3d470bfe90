import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listFigureDeliveries, readFigures, readMyFigures } from '#domain/api/analytics.ts'
import { changeInBulk } from '#domain/api/bulk.ts'
import { changeDelivery, createDelivery, eraseDelivery } from '#domain/api/deliveries.ts'
import { changeDriver } from '#domain/api/drivers.ts'
import { correctStatus, setStatus } from '#domain/api/statuses.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { failureReasonNames } from '#domain/failure-reasons.ts'
import { shownBehind, sumBehind } from '#domain/figures/measures.ts'
import { figureSplits } from '#domain/figures/splits.ts'
import type { attemptSums } from '#domain/figures/sums.ts'
import { dayAfter } from '#domain/time.ts'
import { inWorkspace } from '../../db/connect.ts'
import { day } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { setDeliveryStates, tellUpdated } from '../deliveries/commands.ts'
import { addUpDue, keepAllUp } from './tasks.ts'

const base = await testApp((deps) => ({ now: () => new Date(deps.now().getTime() + passed) }))
const { as, deps } = base
let passed = 0
const range = { from: '2025-01-01', to: '2029-12-31' }
const author = (workspaceId: string) => ({ workspaceId, userId: null, name: 'Test' })

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type World = Awaited<ReturnType<typeof dispatchedDay>>

/** Puts a delivery that waits onto a route of another day, and dispatches it. */
async function planAgain({ owner, record, route }: World, id: string) {
  const workspaceId = owner.workspaceId
  const made = await rig(deps.db, workspaceId, async (trx) => {
    const copy = await sql<{ id: string }>`insert into plans (workspace_id, day, state, driver_ids, time_limit_seconds)
      select workspace_id, day + 1, 'dispatched', driver_ids, 1 from plans where id = ${route.plan_id} returning id`.execute(
      trx,
    )
    const { rows } = await sql<{ id: string }>`
      insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
        driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l, cost)
      values (${workspaceId}, ${copy.rows[0]!.id}, 0, ${record.id}, 'Budi', ${deps.now()}, ${deps.now()}, 5, 60, 0, 60, 120, 0,
        0, 0, 1234) returning id`.execute(trx)
    await sql`insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at,
        departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l, promised_at)
      values (${workspaceId}, ${rows[0]!.id}, 0, 'delivery', ${id}, '', '', 0, 0, ${deps.now()}, ${deps.now()}, 0, 60, 5, 0, 0,
        ${deps.now()})`.execute(trx)
    return rows[0]!
  })
  await inWorkspace(deps.db, workspaceId, async (trx) => {
    const actor = author(workspaceId)
    const patch = () => ({ driver_id: record.id, route_id: made.id, estimated_arrival: null })
    await setDeliveryStates(trx, { ids: [id], to: 'planned', actor, now: deps.now(), patch })
    await setDeliveryStates(trx, { ids: [id], to: 'dispatched', actor, now: deps.now() })
  })
}

/** Writes rows that no command here writes, and says that the delivery changed. */
async function write({ owner: { workspaceId } }: World, id: string, statement: ReturnType<typeof sql>) {
  await rig(deps.db, workspaceId, (trx) => statement.execute(trx))
  await inWorkspace(deps.db, workspaceId, (trx) => tellUpdated(trx, author(workspaceId), [id], deps.now()))
}

/** Something that happens in a workspace, or is refused, as chance has it. */
async function happen(world: World, random: () => number) {
  const { owner, stops } = world
  const { workspaceId } = owner
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!
  const stop = pick(stops)
  const id = stop.delivery_id
  const params = { id }
  const ended = (said: { why?: string }) =>
    random() < 0.5 ? { status: 'delivered', ...said } : { status: 'failed', reason: pick(failureReasonNames), ...said }
  const at = new Date(deps.now().getTime() - Math.floor(random() * 7 * 86_400_000))
  passed += Math.floor(random() * 10_000)
  await pick([
    () => as(owner).call(setStatus, { params, body: ended({}) as never }),
    () => as(owner).call(setStatus, { params, body: ended({}) as never }),
    () => as(owner).call(correctStatus, { params, body: ended({ why: 'It was wrong' }) as never }),
    () => as(owner).call(correctStatus, { params, body: { status: 'dispatched', why: 'Not yet' } }),
    () => as(owner).call(changeDelivery, { params, body: { status: 'pending' } }),
    () => as(owner).call(changeDelivery, { params, body: { status: 'cancelled' } }),
    () => planAgain(world, id).catch(() => undefined),
    () => as(owner).call(changeInBulk, { body: { ids: [id], change: { deleted: true } } as never }),
    () => as(owner).call(eraseDelivery, { params }),
    () => as(owner).call(changeWorkspace, { body: { currency: pick(['USD', 'EUR', 'IDR']) } }),
    () =>
      write(
        world,
        id,
        sql`insert into stop_progress (workspace_id, stop_id, delivery_id, driver_id, arrived_at, done_at)
        values (${workspaceId}, ${stop.id}, ${id}, ${world.record.id}, ${at}, ${deps.now()})
        on conflict (workspace_id, stop_id) do update set arrived_at = excluded.arrived_at`,
      ),
    () =>
      write(
        world,
        id,
        sql`insert into notifications (workspace_id, delivery_id, event, channel, occasion, send_after,
        created_at, sent_at, state, cost) values (${workspaceId}, ${id}, 'planned', 'sms', ${String(random())}, now(), now(),
        ${at}, 'sent', ${Math.floor(random() * 50)})`,
      ),
    () => write(world, id, sql`update deliveries set rating = 1 + ${Math.floor(random() * 5)} where id = ${id}`),
    () => write(world, id, sql`update routes set cost = ${Math.floor(random() * 9999)} where id = ${world.route.id}`),
    // Somebody corrects the address, or places the pin.
    () =>
      write(
        world,
        id,
        sql`update deliveries set delivery_address = ${`Jl. Baru ${Math.floor(random() * 3)}`},
        location_source = ${pick(['geocoder', 'driver', 'dispatcher'])}, location_confidence = ${pick([0.4, 1])}
        where id = ${id} and erased_at is null`,
      ),
    // The same event again.
    () => write(world, id, sql`select 1`),
    () => keepAllUp(deps),
    () => addUpDue(deps, { quiet: 0 }),
  ])()
}

async function keptRows(workspaceId: string) {
  return inWorkspace(deps.db, workspaceId, async (trx) => ({
    attempts: await trx.selectFrom('figure_attempts').selectAll().orderBy('delivery_id').orderBy('attempt').execute(),
    routes: await trx.selectFrom('figure_routes').selectAll().orderBy('route_id').execute(),
  }))
}

/** What attempts at each address add up to by month, from the attempts themselves. */
async function addUpPlaces(workspaceId: string) {
  const { rows } = await inWorkspace(deps.db, workspaceId, (trx) =>
    sql`select date_trunc('month', day::timestamp)::date as month, place_id, depot_id, client_id, sum(attempts) as attempts,
        sum(failed_there) as failed_there, sum(services) as services,
        sum(planned_service_seconds) as planned_service_seconds, sum(actual_service_seconds) as actual_service_seconds,
        sum(waited) as waited, sum(waiting_seconds) as waiting_seconds, sum(late_address) as late_address,
        coalesce(sum(late_seconds) filter (where late_address > 0), 0) as late_address_seconds,
        sum(pin_unsure) as pin_unsure
      from figure_attempts where place_id is not null group by 1, 2, 3, 4 order by place_id, month`.execute(trx),
  )
  const kept = await inWorkspace(deps.db, workspaceId, async (trx) => ({
    months: await trx
      .selectFrom('figure_place_months')
      .selectAll()
      .orderBy('place_id')
      .orderBy('month')
      .orderBy('depot_id')
      .orderBy('client_id')
      .execute(),
    places: await trx.selectFrom('figure_places').select('id').orderBy('id').execute(),
  }))
  const asNumbers = (row: object) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => name !== 'workspace_id')
        .map(([name, value]) => [name, /_id$|month/.test(name) ? value : Number(value)]),
    )
  return {
    kept: { months: kept.months.map(asNumbers), places: kept.places.map(({ id }) => id) },
    raw: {
      months: (rows as object[]).map(asNumbers),
      places: [...new Set((rows as { place_id: string }[]).map(({ place_id }) => place_id))].toSorted(),
    },
  }
}

/** What an erased delivery no longer tells. */
const forgotten = { area: null, late_plan: 0, late_start: 0, late_driving: 0, late_address: 0, late_service: 0 }

/** Counts attempts in histories by the plainest way there is, without any of the code that keeps figures. */
async function countHistories(workspaceId: string) {
  const { rows } = await inWorkspace(deps.db, workspaceId, (trx) =>
    sql<{ delivery_id: string; kind: string; before: string; after: string | null; reason: string | null }>`
      select * from (select delivery_id, sequence, kind, after, coalesce(lag(state) over w, 'pending') as before from (
        select e.delivery_id, e.sequence, e.kind, e.changes ->> 'status' as after,
          (select l.changes ->> 'status' from delivery_events l where l.delivery_id = e.delivery_id
            and l.sequence <= e.sequence and l.changes ->> 'status' is not null order by l.sequence desc limit 1) as state
        from delivery_events e join deliveries d on d.id = e.delivery_id where d.deleted_at is null) s
        window w as (partition by delivery_id order by sequence)) t
      where kind in ('status_changed', 'corrected') order by delivery_id, sequence`.execute(trx),
  )
  const counts = { delivered: 0, failed: 0 }
  for (const of of Map.groupBy(rows, ({ delivery_id }) => delivery_id).values()) {
    const outcomes: string[] = []
    for (const { kind, before, after } of of) {
      if (after === null) continue
      const wasOver = before === 'delivered' || before === 'failed'
      if (kind === 'corrected' && wasOver) outcomes.pop()
      const isNew = kind === 'corrected' ? before !== 'pending' : before !== 'cancelled'
      if (isNew && (after === 'delivered' || after === 'failed')) outcomes.push(after)
    }
    for (const outcome of outcomes) counts[outcome as 'delivered']++
  }
  return counts
}

test.each([1, 2, 3, 4])(
  'after any changes, kept figures are those of the histories and rows, added up or not (seed %i)',
  async (seed) => {
    const random = randomOf(seed)
    const world = await dispatchedDay(base, { stops: 5, order: { window_start: '09:00', window_end: '12:00' } })
    const { owner } = world
    for (let step = 0; step < 60; step++) await happen(world, random)
    await keepAllUp(deps)

    const rows = await keptRows(owner.workspaceId)
    const total = (name: (typeof attemptSums)[number]) => rows.attempts.reduce((sum, row) => sum + row[name], 0)
    expect({ delivered: total('delivered'), failed: total('failed') }).toEqual(await countHistories(owner.workspaceId))
    for (const row of rows.attempts) {
      const causes = [row.late_start, row.late_service, row.late_driving, row.late_plan, row.late_address]
      expect(causes.reduce((sum, each) => sum + each, 0)).toBe(row.late)
    }

    const places = await addUpPlaces(owner.workspaceId)
    expect(places.kept).toEqual(places.raw)

    const ask = async () =>
      Promise.all(
        [undefined, ...figureSplits].map(async (split) => {
          const { body } = await as(owner).call(readFigures, {
            query: { ...range, period: 'month', ...(split && { split }) },
          })
          return { ...body, up_to: '' }
        }),
      )
    const fresh = await ask()
    expect(fresh[0]!.total.values).toMatchObject({ attempts: total('attempts'), late: total('late') })
    await addUpDue(deps, { quiet: 0 })
    expect(await ask()).toEqual(fresh)
    for (const { rows: parts, total: all } of fresh.slice(1, -1)) {
      expect(parts.reduce((sum, { figures }) => sum + figures.values.attempts!, 0)).toBe(all.values.attempts)
    }
    for (const show of shownBehind) {
      const { body } = await as(owner).call(listFigureDeliveries, { query: { ...range, show, limit: 200 } })
      const expected =
        show === 'first_failed' ? total('firsts') - total('first_delivered') : total(sumBehind(show) as 'attempts')
      expect([show, body.total, body.data.length]).toEqual([show, expected, expected])
    }

    await rig(deps.db, owner.workspaceId, (trx) =>
      sql`update figure_progress set first_reading_after = 0 where workspace_id = ${owner.workspaceId}`.execute(trx),
    )
    await rig(deps.db, owner.workspaceId, async (trx) => {
      await sql`delete from figure_attempts where workspace_id = ${owner.workspaceId}`.execute(trx)
      await sql`delete from figure_place_months where workspace_id = ${owner.workspaceId}`.execute(trx)
    })
    await keepAllUp(deps)
    const erased = new Set(
      (
        await inWorkspace(deps.db, owner.workspaceId, (trx) =>
          trx.selectFrom('deliveries').select('id').where('erased_at', 'is not', null).execute(),
        )
      ).map(({ id }) => id),
    )
    const again = await keptRows(owner.workspaceId)
    const comparable = ({ attempts, routes }: typeof rows) => ({
      routes,
      attempts: attempts.map((row) => (erased.has(row.delivery_id) ? { ...row, ...forgotten } : row)),
    })
    expect(comparable(again)).toEqual(comparable(rows))
    expect((await addUpPlaces(owner.workspaceId)).kept).toEqual(places.kept)
  },
)

test('a driver sees the figures of nobody else, and those of a driver who is gone keep the name', async () => {
  const world = await dispatchedDay(base, { stops: 2 })
  const { owner, driver, record, makeColleague, stops } = world
  const colleague = await makeColleague('Sari')
  for (const { delivery_id: id } of stops) {
    await as(owner).call(setStatus, { params: { id }, body: { status: 'delivered' } })
  }
  await keepAllUp(deps)
  await addUpDue(deps, { quiet: 0 })
  const mine = await as(driver).call(readMyFigures, { query: range })
  expect(mine.body.total.values).toMatchObject({ attempts: 2, first_attempt_rate: 1 })
  const others = await as(colleague.member).call(readMyFigures, { query: range })
  expect(others.body.total.values.attempts).toBe(0)
  expect((await as(driver).call(readFigures, { query: range })).code).toBe('not_allowed')

  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`update drivers set name = 'Somebody else' where id = ${record.id}`.execute(trx),
  )
  const { body } = await as(owner).call(readFigures, { query: { ...range, split: 'driver' } })
  expect(body.rows).toMatchObject([{ key: record.id, name: 'Budi' }])

  await as(owner).call(changeDriver, { params: { id: record.id }, body: { active: false } })
  const filtered = await as(owner).call(readFigures, { query: { ...range, split: 'hour', driver_id: record.id } })
  expect(filtered.body.total.values).toMatchObject({ attempts: 2, routes: 1 })
  const behind = await as(owner).call(listFigureDeliveries, { query: { ...range, driver_id: record.id } })
  expect(behind.body.data.map(({ driver_name }) => driver_name)).toEqual(['Budi', 'Budi'])
})

test('what is told a week late, twice and then corrected counts once, on the day of its route', async () => {
  const { owner, route, stops } = await dispatchedDay(base, { stops: 1 })
  const params = { id: stops[0]!.delivery_id }
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`update plans set day = day - 7 where id = ${route.plan_id}`.execute(trx),
  )
  const onDay = async () => {
    await keepAllUp(deps)
    await addUpDue(deps, { quiet: 0 })
    const { body } = await as(owner).call(readFigures, { query: { from: '2026-03-01', to: '2026-03-31' } })
    const days = body.periods.filter(({ figures }) => figures.values.attempts)
    return days.map(({ from, figures: { values } }) => [from, values.delivered, values.failed])
  }
  expect(await onDay()).toEqual([])
  const at = deps.now().toISOString()
  const delivered = () => as(owner).call(setStatus, { params, body: { status: 'delivered', at } })
  await delivered()
  expect(await onDay()).toEqual([[dayAfter(day, -7), 1, 0]])
  await delivered()
  expect(await onDay()).toEqual([[dayAfter(day, -7), 1, 0]])
  const right = { status: 'failed', reason: 'not_home', why: 'It was another door' } as const
  await as(owner).call(correctStatus, { params, body: right })
  expect(await onDay()).toEqual([[dayAfter(day, -7), 0, 1]])
})

test('a route of a plan for all depots belongs to that of its first delivery, whatever else changed', async () => {
  const world = await dispatchedDay(base, { stops: 2 })
  const { owner, stops } = world
  const [again, beside] = stops.map(({ delivery_id }) => delivery_id) as [string, string]
  const say = (id: string, body: object) => as(owner).call(setStatus, { params: { id }, body: body as never })
  await say(again, { status: 'failed', reason: 'not_home' })
  await as(owner).call(changeDelivery, { params: { id: again }, body: { status: 'pending' } })
  await planAgain(world, again)
  // On the second route, something else is delivered first.
  const order = {
    delivery_address: 'Jl. Melati 1',
    delivery_location: { lat: -6.1, lng: 106.8 },
    scheduled_date: '2026-03-16',
  }
  const { body: other } = await as(owner).call(createDelivery, { body: order })
  await write(
    world,
    again,
    sql`insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at,
        departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      select workspace_id, route_id, -1, 'delivery', ${other.id}, '', '', 0, 0, arrival_at, arrival_at, 0, 60, 1, 0, 0
      from stops where delivery_id = ${again} order by id desc limit 1`,
  )
  await say(again, { status: 'delivered' })
  await keepAllUp(deps)
  const routesOfDepots = async () => {
    const { body } = await as(owner).call(readFigures, { query: { ...range, split: 'depot' } })
    return body.rows.map(({ figures }) => figures.values.routes)
  }
  expect(await routesOfDepots()).toEqual([2])
  // It was on the first route, together with what comes first on neither.
  await say(beside, { status: 'delivered' })
  await keepAllUp(deps)
  expect(await routesOfDepots()).toEqual([2])
})

test('ranges that were told before a failed attempt count, too', async () => {
  const world = await dispatchedDay(base, { stops: 1 })
  const { owner, record, route, stops } = world
  const { id, delivery_id } = stops[0]!
  const said = (minutes: number) => new Date(deps.now().getTime() + minutes * 60_000)
  await as(owner).call(setStatus, { params: { id: delivery_id }, body: { status: 'failed', reason: 'not_home' } })
  await write(
    world,
    delivery_id,
    sql`with came as (insert into stop_progress (workspace_id, stop_id, delivery_id, driver_id, arrived_at, done_at)
        values (${owner.workspaceId}, ${id}, ${delivery_id}, ${record.id}, ${said(30)}, ${said(31)}))
      insert into eta_history (workspace_id, stop_id, said_at, route_id, driver_id, delivery_id, basis, p10_at, p50_at, p90_at)
      values (${owner.workspaceId}, ${id}, ${said(0)}, ${route.id}, ${record.id}, ${delivery_id}, 'position', ${said(25)},
        ${said(32)}, ${said(40)})`,
  )
  await as(owner).call(changeDelivery, { params: { id: delivery_id }, body: { status: 'pending' } })
  await planAgain(world, delivery_id)
  await as(owner).call(setStatus, { params: { id: delivery_id }, body: { status: 'delivered' } })
  await keepAllUp(deps)
  const { body } = await as(owner).call(readFigures, { query: range })
  expect(body.total.values).toMatchObject({ attempts: 2, eta_within_rate: 1, eta_error_minutes: 2 })
})

test('money of before a change of currency keeps its currency, and bad questions are refused', async () => {
  const world = await dispatchedDay(base, { stops: 1 })
  const { owner, route, stops } = world
  const { workspaceId } = owner
  await rig(deps.db, workspaceId, (trx) => sql`update routes set cost = 700 where id = ${route.id}`.execute(trx))
  await as(owner).call(setStatus, { params: { id: stops[0]!.delivery_id }, body: { status: 'delivered' } })
  passed += 1000
  await as(owner).call(changeWorkspace, { body: { currency: 'EUR' } })
  await keepAllUp(deps)
  const { body } = await as(owner).call(readFigures, { query: range })
  expect(body.total.costs).toMatchObject([{ total: 700, per_delivery: 700, deliveries: 1 }])
  expect(body.total.costs[0]!.currency).not.toBe('EUR')

  const refused = async (query: object) => (await as(owner).call(readFigures, { query: query as never })).code
  expect(await refused({ from: '2026-03-02', to: '2026-03-01' })).toBe('validation_failed')
  expect(await refused({ from: '2000-01-01', to: '2026-03-01' })).toBe('validation_failed')
  expect(await refused({ ...range, split: "driver'; drop table routes" })).toBe('validation_failed')
  expect(await refused({ ...range, driver_id: 'me' })).toBe('validation_failed')
  const listed = await as(owner).call(listFigureDeliveries, { query: { ...range, cursor: 'x' } })
  expect(listed.code).toBe('bad_cursor')
  const depot = await world.make.depot({ name: 'Second', is_default: false })
  const elsewhere = await base.makeMember({ workspaceId, role: 'dispatcher', depotIds: [depot.id] })
  expect((await as(elsewhere).call(readFigures, { query: range })).body.total.values.attempts).toBe(0)
  expect((await as(elsewhere).call(listFigureDeliveries, { query: range })).body.total).toBe(0)
  const stranger = await base.makeMember()
  const theirs = await as(stranger).call(readFigures, { query: range })
  expect(theirs.body.total.values.attempts).toBe(0)
})
