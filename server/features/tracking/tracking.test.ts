import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeDelivery } from '#domain/api/deliveries.ts'
import { recordPings } from '#domain/api/positions.ts'
import { setStatus } from '#domain/api/statuses.ts'
import * as api from '#domain/api/tracking.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { forged } from '../../testing/forged.ts'
import { clockFrom, at } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'

let ahead = 0
const parts = await testApp((deps) => {
  const clock = clockFrom('10:00', deps.now)
  return { now: () => new Date(clock().getTime() + ahead) }
})
const { as, app, deps } = parts

/** A day on the road, with the token of each delivery. */
async function trackedDay(order = {}) {
  const day = await dispatchedDay(parts, { stops: 3, order })
  const { call } = as(day.owner)
  const ids = day.stops.map(({ delivery_id }) => delivery_id)
  const tokenOf = async (id: string) => {
    const { body } = await call(api.getTrackingLink, { params: { id } })
    return body.url.split('/t/')[1]!
  }
  const see = async (id: string) => call(api.getTracking, { params: { token: await tokenOf(id) } })
  return { ...day, call, ids, tokenOf, see }
}

/** The driver left, and is expected at each stop. */
async function leave({ owner, driver, record, route, stops }: Awaited<ReturnType<typeof trackedDay>>) {
  await rig(deps.db, owner.workspaceId, async (trx) => {
    const [workspace_id, now] = [owner.workspaceId, deps.now()]
    for (const [index, { id }] of stops.entries()) {
      const p = (minutes: number) => new Date(now.getTime() + (20 * (index + 1) + minutes) * 60_000)
      await sql`insert into stop_etas (workspace_id, stop_id, route_id, basis, computed_at, p10_at, p50_at, p90_at)
        values (${workspace_id}, ${id}, ${route.id}, 'position', ${now}, ${p(-7)}, ${p(0)}, ${p(9)})`.execute(trx)
    }
    await sql`insert into stop_progress (workspace_id, stop_id, driver_id, departed_at)
      values (${workspace_id}, ${stops[0]!.id}, ${record.id}, ${now})`.execute(trx)
    await sql`insert into shifts (workspace_id, id, driver_id, started_at)
      values (${workspace_id}, new_id(), ${record.id}, ${now})`.execute(trx)
  })
  const fix = { recorded_at: deps.now().toISOString(), lat: -6.16, lng: 106.84 }
  await as(driver).call(recordPings, { body: { pings: [fix] } })
}

test('a recipient sees their delivery, when it comes, and the van once they are next', async () => {
  const day = await trackedDay({
    cash_amount: 50_000,
    requirements: ['pin', 'signature'],
    parcels: [{ description: 'Tea' }],
  })
  const [first, second] = day.ids
  expect((await day.see(first!)).body).toMatchObject({ step: 'expected', arrival: null, stops_before: null, van: null })
  await leave(day)
  const { body } = await day.see(first!)
  expect(body).toMatchObject({
    step: 'next',
    stops_before: 0,
    arrival: { from: at('10:10'), until: at('10:30'), probability: 0.8 },
    van: { lat: -6.16, lng: 106.84 },
    contents: ['Tea'],
    recipient_name: 'Recipient 0',
    door: { asks: ['pin', 'signature'], pin: expect.stringMatching(/^\d{4}$/), cash: { amount: 50_000 } },
  })
  expect((await day.see(second!)).body).toMatchObject({ step: 'on_the_way', stops_before: 1, van: null })
  await day.call(api.changeTrackingSettings, { body: { show_van: 'near', van_stops: 1 } })
  expect((await day.see(second!)).body.van).not.toBeNull()
  await day.call(api.changeTrackingSettings, { body: { show_van: 'off' } })
  expect((await day.see(first!)).body.van).toBeNull()
})

test('nothing else of the workspace is in what a recipient’s transaction sees', async () => {
  const { ids, owner } = await trackedDay()
  const seen = await inTransaction(deps.db, async (trx) => {
    await setWorkspace(trx, owner.workspaceId, { role: 'recipient', delivery: ids[0]! })
    const tables = [
      'deliveries',
      'delivery_events',
      'stops',
      'routes',
      'plans',
      'drivers',
      'vehicles',
      'members',
      'events',
      'depots',
      'positions',
      'driver_positions',
      'addresses',
      'clients',
      'storage.objects',
      'event_batches',
      'api_keys',
    ]
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(trx)
      counts[table] = rows[0]!.n
    }
    const { rows: others } = await sql`select * from tracked_stops(${ids}::uuid[], now())`.execute(trx)
    return { counts, others: others.length }
  })
  const { deliveries, delivery_events: history, ...rest } = seen.counts
  expect([deliveries, seen.others]).toEqual([1, 1])
  expect(history).toBeGreaterThan(0)
  expect(new Set(Object.values(rest))).toEqual(new Set([0]))
  const write = inTransaction(deps.db, async (trx) => {
    await setWorkspace(trx, owner.workspaceId, { role: 'recipient', delivery: ids[0]! })
    await trx.updateTable('deliveries').set({ notes: 'x' }).execute()
  })
  await expect(write).rejects.toThrow(/row-level security/)
})

test('a confidential delivery shows no names and no contents, on the page either', async () => {
  const order = {
    recipient_name: 'Siti Rahma',
    parcels: [{ description: 'Medicine' }],
    is_confidential: true,
    notes: 'Ring',
  }
  const { see, tokenOf, ids } = await trackedDay(order)
  expect((await see(ids[0]!)).body).toMatchObject({ recipient_name: null, contents: [], details: [] })
  const { body } = await app.inject({ url: `/t/${await tokenOf(ids[0]!)}` })
  for (const word of ['Siti', 'Medicine', 'Ring']) expect(body).not.toContain(word)
})

test('guessed, withdrawn and ended links get one answer, and an ended one comes back when it is tried again', async () => {
  const { call, ids, tokenOf, owner } = await trackedDay()
  const [id] = ids
  const token = await tokenOf(id!)
  const ended = async (shown: string) => {
    const { statusCode, body } = await app.inject({ url: `/v1/tracking/${encodeURIComponent(shown)}` })
    return [statusCode, (JSON.parse(body) as { code: string }).code]
  }
  const page = (shown: string) => app.inject({ url: `/t/${encodeURIComponent(shown)}` })
  const gone = [404, 'tracking_link_ended']
  for (const shown of ['x', `${token}x`, token.slice(0, -1), forged(token), '../x', '%00', 'é'.repeat(38)])
    expect(await ended(shown), shown).toEqual(gone)
  await call(api.renewTrackingLink, { params: { id: id! } })
  const next = await tokenOf(id!)
  expect([await ended(token), (await page(next)).statusCode]).toEqual([gone, 200])
  await call(setStatus, { params: { id: id! }, body: { status: 'delivered' } })
  expect((await page(next)).statusCode).toBe(200)
  ahead = 8 * 86_400_000
  const answers = [await page(next), await page('x')]
  ahead = 0
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(answers[0]!.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  const other = await trackedDay()
  expect(await ended(`${await other.tokenOf(other.ids[0]!)}`)).not.toEqual(gone)
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('deliveries').set({ deleted_at: deps.now() }).execute(),
  )
  expect(await ended(next)).toEqual(gone)
})

test('attempts are counted, and after the last one it goes back', async () => {
  const { call, see, ids } = await trackedDay()
  const [id] = ids
  await call(api.changeTrackingSettings, { body: { most_attempts: 1 } })
  await call(setStatus, { params: { id: id! }, body: { status: 'failed', reason: 'not_home' } })
  expect((await see(id!)).body).toMatchObject({
    step: 'returning',
    failure: { reason: 'not_home', attempts: 1, most_attempts: 1, photos: [] },
  })
  await call(api.changeTrackingSettings, { body: { most_attempts: 2 } })
  expect((await see(id!)).body.step).toBe('failed')
  await call(changeDelivery, { params: { id: id! }, body: { status: 'pending' } })
  expect((await see(id!)).body).toMatchObject({ step: 'expected', failure: null })
})

test('the page is written out in the recipient’s language, escapes what people wrote, and names no other origin', async () => {
  const { ids, tokenOf, call } = await trackedDay({ recipient_name: '<script>alert(1)</script>' })
  await call(api.changeTrackingSettings, { body: { recipient_language: 'ar' } })
  const page = await app.inject({ url: `/t/${await tokenOf(ids[0]!)}` })
  expect(page.body).toContain('<html lang="ar" dir="rtl">')
  expect(page.body).toContain('شحنتك')
  expect(page.body).toContain('&lt;script&gt;alert(1)')
  expect(page.body.match(/<script/g)).toHaveLength(1)
  const policy = page.headers['content-security-policy']
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  const framed = await app.inject({ url: `/t/${await tokenOf(ids[0]!)}?embed` })
  expect(framed.headers['content-security-policy']).toContain('frame-ancestors *')
  expect(framed.headers['x-frame-options']).toBeUndefined()
  const script = await app.inject({ url: '/embed.js' })
  expect(script.headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin' })
  expect(() => new Function(script.body)).not.toThrow()
})
