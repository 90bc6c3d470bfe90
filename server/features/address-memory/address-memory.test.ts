import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as api from '#domain/api/address-memory.ts'
import { changeAddress, createAddress, getAddress, listAddresses } from '#domain/api/addresses.ts'
import { createDelivery, eraseDelivery, getDelivery } from '#domain/api/deliveries.ts'
import { listEvents } from '#domain/api/events.ts'
import { changePlanningSettings } from '#domain/api/planning-settings.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { learnPlaces } from './tasks.ts'

const testing = await testApp(() => ({ now: () => new Date('2026-03-20T12:00:00Z') }))
const { app, as, deps, makeMember } = testing
const learn = () =>
  learnPlaces({
    ...deps,
    now: () => new Date('2026-03-20T12:00:00Z'),
    report: (error) => expect.unreachable(String(error)),
  })

const pin = { lat: -6.2, lng: 106.8 }
const north = (meters: number) => ({ lat: pin.lat + meters / 111_195, lng: pin.lng })
const address = 'Jl. Sabang 1'

type Visit = { minutes?: number; proof?: ReturnType<typeof north>; parking?: ReturnType<typeof north>; to?: string }

/** Deliveries that were brought on the days before, each with what the phone said. */
async function visited(owner: TestMember, visits: Visit[], where: { location?: typeof pin } = { location: pin }) {
  const { workspaceId } = owner
  const ids: string[] = []
  for (const [index, { minutes, proof, parking, to = address }] of visits.entries()) {
    const order = {
      delivery_address: to,
      scheduled_date: '2026-03-18',
      ...(where.location && { delivery_location: where.location }),
    }
    const { body } = await as(owner).call(createDelivery, { body: order })
    ids.push(body.id)
    // Days 17 to 19, so that they are several and none is too old.
    const done = new Date(Date.UTC(2026, 2, 18 + (index % 2), 3 + Math.floor(index / 2), 0))
    await rig(deps.db, workspaceId, async (trx) => {
      const driver = await sql<{
        id: string
      }>`insert into drivers (workspace_id, name) values (${workspaceId}, 'D') returning id`.execute(trx)
      const [driverId, stopId] = [driver.rows[0]!.id, randomUUID()]
      await sql`update deliveries set status = 'delivered', status_at = ${done} where id = ${body.id}`.execute(trx)
      await sql`insert into stop_progress (workspace_id, stop_id, delivery_id, driver_id, arrived_at, done_at)
        values (${workspaceId}, ${stopId}, ${body.id}, ${driverId}, ${new Date(done.getTime() - 300_000)}, ${done})`.execute(
        trx,
      )
      if (minutes) {
        await sql`insert into eta_observations (workspace_id, stop_id, kind, driver_id, cell, hour, planned_seconds,
          actual_seconds, observed_at) values (${workspaceId}, ${stopId}, 'service', ${driverId}, 'c', 3, 300, ${minutes * 60}, ${done})`.execute(
          trx,
        )
      }
      if (proof) {
        await sql`insert into proofs (workspace_id, id, delivery_id, stop_id, kind, taken_at, received_at, lat, lng, accuracy_m)
          values (${workspaceId}, new_id(), ${body.id}, ${stopId}, 'photo', ${done}, ${done}, ${proof.lat}, ${proof.lng}, 8)`.execute(
          trx,
        )
      }
      if (parking) {
        const track = [
          { seconds: -360, place: north(600), speed: 9 },
          { seconds: -300, place: parking, speed: 0 },
          { seconds: -120, place: pin, speed: 0 },
          { seconds: 60, place: parking, speed: 0 },
          { seconds: 90, place: north(500), speed: 9 },
        ]
        const all = <T>(read: (fix: (typeof track)[number]) => T) => track.map(read)
        const times = all(({ seconds }) => new Date(done.getTime() + seconds * 1000))
        await sql`select record_positions(array[${workspaceId}::uuid], array[${driverId}::uuid], ${all(() => 1)}::integer[],
          ${times}::timestamptz[], ${all(({ place }) => place.lat)}::double precision[],
          ${all(({ place }) => place.lng)}::double precision[], ${all(() => 6)}::real[], ${all(({ speed }) => speed)}::real[],
          array_fill(null::real, array[5]), array_fill(null::real, array[5]), array_fill(null::boolean, array[5]),
          ${all(() => 'app')}::text[], array_fill(${driverId}::uuid, array[5]), array_fill(null::text, array[5]), '[]', null,
          '{}', ${done})`.execute(trx)
      }
    })
  }
  return ids
}

const suggestions = async (owner: TestMember) =>
  (await as(owner).call(api.listLearned, { query: { state: 'suggested' } })).body.data

test('visits suggest a pin, parking and minutes; accepted ones go into the address book and onto later deliveries', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  const five = [7, 8, 8, 9, 40].map((minutes) => ({ minutes, proof: north(3), parking: north(60) }))
  await visited(owner, five)
  await learn()
  const found = await suggestions(owner)
  expect(found).toMatchObject([
    { kind: 'pin', seen: 5, days: 2, flags: [], address, address_id: null, book: { location: null } },
    { kind: 'parking', seen: 5, spread: 0, minutes: null },
    { kind: 'service', seen: 5, minutes: 8, location: null },
  ])
  // Learning again changes nothing.
  await learn()
  expect(await suggestions(owner)).toEqual(found)
  const waiting = (await call(createDelivery, { body: { delivery_address: address, scheduled_date: '2026-04-01' } }))
    .body
  const own = { delivery_address: address, scheduled_date: '2026-04-01', service_minutes: 20 }
  const said = (await call(createDelivery, { body: own })).body
  for (const { id, version } of found.toReversed()) {
    const headers = { 'if-match': `"${version}"` }
    const accepted = await call(api.decideLearned, { params: { id }, body: { decision: 'accepted' }, headers })
    expect(accepted.body).toMatchObject({ state: 'accepted', decided_by_name: expect.any(String) })
  }
  const { data } = (await call(listAddresses)).body
  expect(data).toMatchObject([
    { address, service_minutes: 8, entrance: null, parking: { lat: expect.closeTo(north(60).lat, 5) } },
  ])
  expect((await call(getDelivery, { params: { id: waiting.id } })).body.service_minutes).toBe(8)
  expect((await call(getDelivery, { params: { id: said.id } })).body.service_minutes).toBe(20)
  const used = await call(api.listUsedLearned, { params: { id: waiting.id } })
  expect(used.body.data).toMatchObject([{ kind: 'parking' }, { kind: 'pin' }, { kind: 'service', minutes: 8, seen: 5 }])
  expect(
    (await call(api.listUsedLearned, { params: { id: said.id } })).body.data.map(({ kind }) => kind),
  ).not.toContain('service')
  const sightings = await call(api.listSightings, { params: { id: found[1]!.id } })
  expect(sightings.body.data).toHaveLength(5)
  expect(JSON.stringify(sightings.body)).not.toMatch(/driver|delivery|recipient/)
  const told = (await call(listEvents, { query: { limit: 200 } })).body.data.filter(
    ({ type }) => type === 'learned_place.updated',
  )
  expect(told).toHaveLength(6)
  expect(JSON.stringify(told)).not.toContain('Sabang')
  expect(await suggestions(owner)).toEqual([])
})

test('a refused one stays refused, somebody else’s older view is refused, and decisions can be taken back', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  const entry = (await call(createAddress, { body: { address, location: pin, service_minutes: 4 } })).body
  await visited(
    owner,
    Array.from({ length: 6 }, () => ({ minutes: 9, proof: north(60) })),
  )
  await learn()
  const [entrance, service] = await suggestions(owner)
  expect([entrance, service]).toMatchObject([
    { kind: 'entrance', address_id: entry.id },
    { kind: 'service', minutes: 9, book: { minutes: 4 } },
  ])
  const decide = (id: string, decision: 'accepted' | 'refused' | null, version?: number) =>
    call(api.decideLearned, {
      params: { id },
      body: { decision },
      ...(version && { headers: { 'if-match': `"${version}"` } }),
    })
  const refused = (await decide(entrance!.id, 'refused')).body
  expect(refused.state).toBe('refused')
  expect((await decide(entrance!.id, 'accepted', entrance!.version)).code).toBe('version_conflict')
  await visited(owner, [{ proof: north(61) }])
  await learn()
  expect((await suggestions(owner)).map(({ kind }) => kind)).toEqual(['service'])
  await decide(service!.id, 'accepted')
  expect((await call(getAddress, { params: { id: entry.id } })).body.service_minutes).toBe(9)
  const back = await decide(service!.id, null)
  expect(back.body).toMatchObject({ state: 'suggested', decision: null })
  expect((await call(getAddress, { params: { id: entry.id } })).body.service_minutes).toBe(4)
  // Whatever somebody wrote there since stays.
  await decide(service!.id, 'accepted')
  await call(changeAddress, { params: { id: entry.id }, body: { service_minutes: 15 } })
  await decide(service!.id, null)
  expect((await call(getAddress, { params: { id: entry.id } })).body.service_minutes).toBe(15)
  const stranger = as(await makeMember())
  expect(
    (await stranger.call(api.decideLearned, { params: { id: service!.id }, body: { decision: 'accepted' } })).code,
  ).toBe('learned_not_found')
  expect(
    (await call(api.decideLearned, { params: { id: service!.id }, body: { decision: 'maybe' as never } })).code,
  ).toBe('validation_failed')
})

test('what a workspace wants used by itself is, after enough visits, but never a place that is suspicious', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  const refused = await call(changePlanningSettings, {
    body: { learned_by_itself: ['everything' as never], learned_after_visits: 1 },
  })
  expect(refused.errors?.map(({ path }) => path)).toEqual(['learned_by_itself.0', 'learned_after_visits'])
  await call(changePlanningSettings, { body: { learned_by_itself: ['service', 'pin'], learned_after_visits: 6 } })
  const far = north(20_000)
  await visited(
    owner,
    Array.from({ length: 5 }, () => ({ minutes: 12, proof: far })),
  )
  await learn()
  expect(await suggestions(owner)).toMatchObject([{ kind: 'pin', flags: ['far_from_pin'] }, { kind: 'service' }])
  await visited(owner, [{ minutes: 12, proof: far }])
  await learn()
  expect(await suggestions(owner)).toMatchObject([{ kind: 'pin', seen: 6, flags: ['far_from_pin'] }])
  const { data } = (await call(listAddresses)).body
  expect(data).toMatchObject([{ address, service_minutes: 12, location: pin }])
})

test('erasing a recipient takes along what only their visits led to, also from the address book', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  await call(createAddress, { body: { address, location: pin } })
  const ids = await visited(
    owner,
    Array.from({ length: 5 }, () => ({ minutes: 9, parking: north(60) })),
  )
  await learn()
  for (const { id } of await suggestions(owner))
    await call(api.decideLearned, { params: { id }, body: { decision: 'accepted' } })
  expect((await call(listAddresses)).body.data).toMatchObject([{ service_minutes: 9, parking: expect.anything() }])
  for (const id of ids) expect((await call(eraseDelivery, { params: { id } })).status).toBeLessThan(300)
  await learn()
  expect((await call(api.listLearned)).body.data).toEqual([])
  expect((await call(listAddresses)).body.data).toMatchObject([{ service_minutes: null, parking: null }])
})

test('the address book is exported with what was learned, and other spellings are the same address', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  await call(createAddress, { body: { address, aliases: ['=Sabang Satu'], location: pin } })
  await visited(owner, [
    { minutes: 6 },
    { minutes: 6 },
    { minutes: 6, to: '=Sabang Satu' },
    { minutes: 6 },
    { minutes: 6 },
  ])
  await learn()
  expect(await suggestions(owner)).toMatchObject([{ kind: 'service', seen: 5, address }])
  const file = (format: string) =>
    app.inject({ url: `/v1/addresses/export?format=${format}`, headers: { authorization: `Bearer ${owner.token}` } })
  const csv = await file('csv')
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.body).toContain(`'=Sabang Satu`)
  const { features } = (await file('geojson')).json()
  expect(features).toMatchObject([{ geometry: { coordinates: [106.8, -6.2] }, properties: { source: 'book' } }])
})
