import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { changePlan } from '#domain/api/plan-changes.ts'
import * as api from '#domain/api/road.ts'
import type { Photo, SentEntry } from '#domain/road/entry.ts'
import { inWorkspace, openPool } from '../../db/connect.ts'
import { openPhone, type Phone } from '../../testing/phone.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { as, deps, databaseUrl } = testing

/** Numbers that look random and are the same every time. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function start(stops: number) {
  clock = new Date('2026-03-16T03:00:00Z')
  const day = await dispatchedDay(testing, { stops })
  const phone = openPhone(() => clock)
  await as(day.driver).call(api.registerDevice, { body: phone.device })
  return { ...day, phone }
}

const send = (who: TestMember, phone: Phone, entries: SentEntry[]) =>
  as(who).call(api.sendEntries, { body: { device_id: phone.id, entries } })

const photo = (): Photo => ({
  id: randomUUID(),
  sha256: 'a'.repeat(64),
  bytes: 200_000,
  media_type: 'image/jpeg',
  width: 1600,
  height: 1200,
  taken_at: clock.toISOString(),
  fix: null,
  original: null,
})

test('three days offline with a proof or two at each stop arrive once, however often and in whatever parts they are sent', async () => {
  const { owner, driver, phone, stops, route } = await start(60)
  phone.write('route_received', { route_id: route.id })
  phone.write('shift_started', { shift_id: randomUUID(), vehicle_id: null })
  for (const [index, { id: stop_id, delivery_id }] of stops.entries()) {
    clock = new Date(clock.getTime() + 70 * 60_000)
    const at = { stop_id, delivery_id }
    phone.write('arrived', at)
    for (let i = 0; i < (index % 2 === 0 ? 2 : 1); i++) {
      phone.write('proof_taken', { ...at, proof_id: randomUUID(), proof: { kind: 'photo', photo: photo() } })
    }
    if (index % 10 === 9) phone.write('failed', { ...at, reason: 'not_home' })
    else phone.write('delivered', { ...at, to: 'recipient' })
  }
  const ended = clock
  clock = new Date('2026-03-19T09:00:00Z')
  const roll = dice(16)
  const seen = new Map<string, string>()
  let next = 0
  while (next < phone.log.length) {
    // Some of what was sent already comes again, and some replies are lost on their way.
    const from = Math.max(0, next - roll(20))
    const { status, body } = await send(driver, phone, phone.log.slice(from, from + 21 + roll(60)))
    expect(status).toBe(200)
    for (const { id, outcome } of body.results) {
      expect(seen.get(id) ?? outcome).toBe(outcome)
      seen.set(id, outcome)
    }
    if (roll(3) > 0) next = body.next_sequence - 1
  }
  expect([...seen.values()].filter((outcome) => outcome !== 'applied')).toEqual([])
  const { rows } = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    sql<Record<string, number>>`
      select (select count(*)::int from deliveries where status = 'delivered') as delivered,
        (select count(*)::int from deliveries where status = 'failed') as failed,
        (select count(*)::int from road_entries) as entries,
        (select count(*)::int from photos) as photos,
        (select count(*)::int from delivery_events where kind = 'status_changed' and changes ->> 'status' = 'arrived') as arrivals,
        (select max(status_at) = ${ended} from deliveries)::int as in_time`.execute(trx),
  )
  expect(rows).toEqual([{ delivered: 54, failed: 6, entries: phone.log.length, photos: 90, arrivals: 60, in_time: 1 }])
  const { body } = await as(owner).call(listDeliveryEvents, { params: { id: stops[50]!.delivery_id } })
  expect(body.chain_intact).toBe(true)

  // Whoever is erased is erased here too, and a later entry about them says no more than that it came.
  const erased = stops[0]!
  await as(owner).call(eraseDelivery, { params: { id: erased.delivery_id } })
  phone.write('failed', { stop_id: erased.id, delivery_id: erased.delivery_id, reason: 'other', note: 'Ibu Rina' })
  phone.write('parcel_missing', { delivery_id: erased.delivery_id, index: null, note: 'Ibu Rina has it' })
  phone.write('skipped', { stop_id: erased.id, note: 'Ibu Rina' })
  expect((await send(driver, phone, phone.log.slice(-3))).body.results[0]!.code).toBe('was_erased')
  const kept = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.selectFrom('road_entries').select(['data', 'fix']).where('delivery_id', '=', erased.delivery_id).execute(),
  )
  expect(kept).toHaveLength(7)
  expect(kept.every(({ data, fix }) => data === null && fix === null)).toBe(true)
})

test('a failure in the middle leaves what came before it, and the same batch again does the rest', async () => {
  const { owner, driver, phone, stops } = await start(6)
  for (const { id: stop_id, delivery_id } of stops) phone.write('delivered', { stop_id, delivery_id, to: 'recipient' })
  const superuser = openPool(databaseUrl, { max: 1, onError: () => {} })
  // The fourth delivery cannot be written, as if the server had a fault.
  await superuser.query(`create function stumble() returns trigger language plpgsql as
    $$ begin if new.id = '${stops[3]!.delivery_id}' then raise exception 'stumbled' using errcode = '${'55P03'}'; end if; return new; end $$`)
  await superuser.query('create trigger stumble before update on deliveries for each row execute function stumble()')
  expect((await send(driver, phone, phone.log)).status).toBe(503)
  const stored = () =>
    inWorkspace(deps.db, owner.workspaceId, (trx) => trx.selectFrom('road_entries').select('sequence').execute())
  expect((await stored()).length).toBeLessThan(6)
  await superuser.query(`create or replace function stumble() returns trigger language plpgsql as
    $$ begin if new.id = '${stops[3]!.delivery_id}' then raise exception 'stumbled'; end if; return new; end $$`)
  const reported = await send(driver, phone, phone.log)
  expect(reported.body.results.map(({ outcome, code }) => code ?? outcome)).toEqual([
    'applied',
    'applied',
    'applied',
    'server_failed',
    'applied',
    'applied',
  ])
  await superuser.query('drop function stumble() cascade')
  await superuser.end()
  expect((await send(driver, phone, phone.log)).body).toEqual(reported.body)
  expect(await stored()).toHaveLength(6)
})

test('phones that come back at the same time, two of each driver, block neither each other nor a dispatcher', async () => {
  const days = await Promise.all(Array.from({ length: 3 }, () => start(8)))
  const phones = await Promise.all(
    days.flatMap(({ driver, stops }, day) =>
      [0, 1].map(async (which) => {
        const phone = openPhone(() => clock)
        await as(driver).call(api.registerDevice, { body: phone.device })
        // Two phones of a driver say the same in another order.
        for (const { id: stop_id, delivery_id } of which ? stops : stops.toReversed()) {
          phone.write('delivered', { stop_id, delivery_id, to: 'recipient' })
        }
        return { driver, phone, day }
      }),
    ),
  )
  // Meanwhile, dispatchers put the same stops into another order.
  const changes = days.map(({ owner, route, stops }) =>
    as(owner).call(changePlan, {
      params: { id: route.plan_id },
      body: { changes: [{ type: 'reorder', route_id: route.id, stop_ids: stops.map(({ id }) => id).toReversed() }] },
    }),
  )
  const replies = await Promise.all(
    phones.flatMap(({ driver, phone }) => [send(driver, phone, phone.log), send(driver, phone, phone.log.slice(0, 4))]),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
  // Who comes late is told that the driver is ahead.
  for (const { status } of await Promise.all(changes)) expect([200, 409]).toContain(status)
  for (const { owner } of days) {
    const { rows } = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
      sql`select (select count(*)::int from deliveries where status = 'delivered') as delivered,
        (select count(*)::int from road_entries where outcome = 'applied') as applied`.execute(trx),
    )
    expect(rows).toEqual([{ delivered: 8, applied: 8 }])
  }
})
