import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAddress } from '#domain/api/addresses.ts'
import { listFigureDeliveries, listTroublePlaces } from '#domain/api/analytics.ts'
import { createClient } from '#domain/api/clients.ts'
import { eraseDelivery } from '#domain/api/deliveries.ts'
import { setStatus } from '#domain/api/statuses.ts'
import { placeSums, troubleOf, usualAttemptSeconds, type PlaceSums } from '#domain/figures/trouble.ts'
import type { TroublePlace } from '#domain/schema/trouble.ts'
import { inWorkspace } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { tellUpdated } from '../deliveries/commands.ts'
import { keepAllUp } from '../figure-keeping/tasks.ts'

const base = await testApp()
const { as, deps } = base
const range = { from: '2025-01-01', to: '2029-12-31' }

/** A day with four stops: nobody there, an address that was not found, a breakdown, and a delivery. */
async function troubledDay() {
  const world = await dispatchedDay(base, { stops: 4 })
  const { owner, stops } = world
  const ends = ['not_home', 'address_not_found', 'breakdown', null] as const
  for (const [index, reason] of ends.entries()) {
    const body = reason ? { status: 'failed' as const, reason } : { status: 'delivered' as const }
    await as(owner).call(setStatus, { params: { id: stops[index]!.delivery_id }, body })
  }
  /** Says something of a delivery that no command here says. */
  const change = async (index: number, statement: ReturnType<typeof sql>) => {
    await rig(deps.db, owner.workspaceId, (trx) => statement.execute(trx))
    const author = { workspaceId: owner.workspaceId, userId: null, name: 'Test' }
    await inWorkspace(deps.db, owner.workspaceId, (trx) =>
      tellUpdated(trx, author, [stops[index]!.delivery_id], deps.now()),
    )
    await keepAllUp(deps)
  }
  await keepAllUp(deps)
  const ask = async (query: object = {}) =>
    (await as(owner).call(listTroublePlaces, { query: { ...range, ...query } })).body
  return { ...world, change, ask, idOf: (index: number) => stops[index]!.delivery_id }
}

const byAddress = (a: { address: string }, b: { address: string }) => a.address.localeCompare(b.address)

const named = (places: readonly TroublePlace[]) =>
  places.map(({ address, trouble_seconds }) => [address, trouble_seconds])

test('addresses are ranked by their trouble, with its parts, its reasons and what to do next', async () => {
  const { change, ask, idOf, owner } = await troubledDay()
  await change(1, sql`update deliveries set location_source = 'driver' where id = ${idOf(1)}`)
  const { data, total, trouble_seconds, attempt_seconds, is_attempt_measured } = await ask()
  expect({ attempt_seconds, is_attempt_measured }).toEqual({
    attempt_seconds: usualAttemptSeconds,
    is_attempt_measured: false,
  })
  // The breakdown is no trouble of its address, and the last stop went well.
  expect(named(data)).toEqual([
    ['Jl. Merdeka 1', usualAttemptSeconds + 300],
    ['Jl. Merdeka 0', usualAttemptSeconds],
  ])
  expect({ total, trouble_seconds }).toEqual({ total: 2, trouble_seconds: 2 * usualAttemptSeconds + 300 })
  expect(data[0]).toMatchObject({
    attempts: 1,
    address_id: null,
    parts: { failed: { count: 1, seconds: usualAttemptSeconds }, pin: { count: 1, seconds: 300 } },
    reasons: [{ reason: 'address_not_found', count: 1 }],
    advice: [{ kind: 'pin', minutes: null }],
  })
  expect(data[1]).toMatchObject({ advice: [{ kind: 'call' }] })
  for (const show of ['all', 'failed_there', 'pin_unsure'] as const) {
    const query = { ...range, show, place_id: data[0]!.id }
    const { body } = await as(owner).call(listFigureDeliveries, { query })
    expect([show, body.total, body.data.map(({ delivery_id }) => delivery_id)]).toEqual([show, 1, [idOf(1)]])
  }
})

test('spellings of one entry of the address book are one address', async () => {
  const { owner, ask } = await troubledDay()
  const body = {
    address: 'Jl. Merdeka 0',
    label: 'Toko Sari',
    aliases: ['Jl. Merdeka 1'],
    location: { lat: -6.2, lng: 106.8 },
  }
  const { body: entry } = await as(owner).call(createAddress, { body })
  const { data } = await ask()
  expect(data).toMatchObject([
    { id: entry.id, address_id: entry.id, label: 'Toko Sari', address: 'Jl. Merdeka 0', attempts: 2 },
  ])
  expect(data[0]!.reasons).toHaveLength(2)
  const query = { ...range, show: 'failed_there' as const, place_id: entry.id }
  expect((await as(owner).call(listFigureDeliveries, { query })).body.total).toBe(2)
  expect((await ask({ q: 'sari' })).total).toBe(1)
  expect((await ask({ q: 'merdeka 1' })).total).toBe(1)
  expect((await ask({ q: '%' })).total).toBe(0)
})

test('what is kept by month says the same as attempts, in any range, and pages go on where they ended', async () => {
  const { owner, ask } = await troubledDay()
  const { workspaceId } = owner
  // Attempts of half a year at seven addresses, as the task writes them.
  await rig(deps.db, workspaceId, async (trx) => {
    await sql`insert into figure_places (workspace_id, key, address)
      select ${workspaceId}, 'p' || n, 'P ' || n from generate_series(0, 6) n`.execute(trx)
    await sql`insert into figure_attempts (workspace_id, delivery_id, attempt, day, number, hour, currency, arrived_at, ended_at,
        attempts, failed, failed_there, services, planned_service_seconds, actual_service_seconds, waited, waiting_seconds,
        late, late_seconds, late_address, pin_unsure, place_id)
      select ${workspaceId}, new_id(), 1, '2026-03-31'::date - n, 1000 + n, 9, 'USD', now(), now(), 1, (n % 5 = 0)::int,
        (n % 5 = 0)::int, 1, 300, 200 + 97 * (n % 4), (n % 3 = 0)::int, case when n % 3 = 0 then 60 + n else 0 end, (n % 4 = 0)::int,
        case when n % 4 = 0 then 500 + n else 0 end, (n % 8 = 0)::int, (n % 6 = 0)::int, p.id
      from generate_series(0, 180) n join figure_places p on p.workspace_id = ${workspaceId} and p.key = 'p' || n % 7`.execute(
      trx,
    )
    await sql`delete from figure_place_months where workspace_id = ${workspaceId}`.execute(trx)
    await sql`insert into figure_place_months (workspace_id, month, place_id, depot_id, client_id, attempts, failed_there,
        services, planned_service_seconds, actual_service_seconds, waited, waiting_seconds, late_address, late_address_seconds,
        pin_unsure)
      select workspace_id, date_trunc('month', day)::date, place_id, depot_id, client_id, sum(attempts), sum(failed_there),
        sum(services), sum(planned_service_seconds), sum(actual_service_seconds), sum(waited), sum(waiting_seconds),
        sum(late_address), sum(late_seconds * late_address), sum(pin_unsure)
      from figure_attempts where workspace_id = ${workspaceId}
        and place_id is not null group by 1, 2, 3, 4, 5`.execute(trx)
  })
  for (const [from, to] of [
    ['2025-11-20', '2026-03-31'],
    ['2026-02-01', '2026-02-28'],
    ['2026-01-31', '2026-02-27'],
    ['2025-12-15', '2026-03-14'],
  ] as const) {
    const page = await ask({ from, to })
    const attempts = await inWorkspace(deps.db, workspaceId, (trx) =>
      trx
        .selectFrom('figure_attempts as a')
        .innerJoin('figure_places as p', 'p.id', 'a.place_id')
        .selectAll('a')
        .select('p.address')
        .where('day', '>=', from)
        .where('day', '<=', to)
        .execute(),
    )
    const expected = [...Map.groupBy(attempts, ({ address }) => address)]
      .map(([address, rows]) => {
        const sums = Object.fromEntries(
          placeSums.map((name) => [
            name,
            rows.reduce(
              (sum, row) =>
                sum + (name === 'late_address_seconds' ? (row.late_address ? row.late_seconds : 0) : row[name]),
              0,
            ),
          ]),
        ) as PlaceSums
        return { address, attempts: rows.length, ...troubleOf(sums, page.attempt_seconds) }
      })
      .filter(({ seconds }) => seconds > 0)
      .toSorted(byAddress)
    const shown = page.data.map(({ address, attempts: count, trouble_seconds: seconds, parts }) => ({
      address,
      attempts: count,
      seconds,
      parts,
    }))
    expect(shown.toSorted(byAddress)).toEqual(expected)
    const ranked = shown.map(({ seconds }) => seconds)
    expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
    expect(page.trouble_seconds).toBe(expected.reduce((sum, { seconds }) => sum + seconds, 0))
    const first = await ask({ from, to, limit: 2 })
    const second = await ask({ from, to, limit: 200, cursor: first.next_cursor! })
    expect([...first.data, ...second.data]).toEqual(page.data)
    expect(second.total).toBe(page.total)
  }
})

test('an erased recipient leaves no address behind', async () => {
  const { owner, ask, idOf } = await troubledDay()
  const places = () =>
    inWorkspace(deps.db, owner.workspaceId, (trx) => trx.selectFrom('figure_places').select('address').execute())
  expect(await places()).toContainEqual({ address: 'Jl. Merdeka 0' })
  expect((await as(owner).call(eraseDelivery, { params: { id: idOf(0) } })).status).toBeLessThan(300)
  await keepAllUp(deps)
  expect(named((await ask()).data)).toEqual([['Jl. Merdeka 1', usualAttemptSeconds]])
  expect(await places()).not.toContainEqual({ address: 'Jl. Merdeka 0' })
  expect(JSON.stringify(await places())).not.toMatch(/erased/i)
})

test('members see the addresses of their depots, and others none; bad questions are refused', async () => {
  const { owner, make, driver, ask } = await troubledDay()
  const { workspaceId } = owner
  const other = await make.depot({ name: 'Second', is_default: false })
  const seen = async (member: Parameters<typeof as>[0]) =>
    (await as(member).call(listTroublePlaces, { query: range })).body
  const elsewhere = await base.makeMember({ workspaceId, role: 'dispatcher', depotIds: [other.id] })
  expect(await seen(elsewhere)).toMatchObject({ data: [], total: 0, trouble_seconds: 0 })
  expect(await seen(await base.makeMember())).toMatchObject({ data: [] })
  const { body: client } = await as(owner).call(createClient, { body: { name: 'Shop' } })
  expect((await ask({ client_id: client.id })).total).toBe(0)
  expect((await ask({ client_id: 'none' })).total).toBe(2)
  expect((await ask({ depot_id: other.id })).total).toBe(0)
  expect((await as(driver).call(listTroublePlaces, { query: range })).code).toBe('not_allowed')

  const refused = async (query: object) =>
    (await as(owner).call(listTroublePlaces, { query: { ...range, ...query } as never })).code
  expect(await refused({ from: '2029-12-31', to: '2026-01-01' })).toBe('validation_failed')
  expect(await refused({ from: '2000-01-01' })).toBe('validation_failed')
  expect(await refused({ depot_id: 'x' })).toBe('validation_failed')
  expect(await refused({ driver_id: other.id })).toBe('validation_failed')
  expect(await refused({ q: 'x'.repeat(201) })).toBe('validation_failed')
  expect(await refused({ cursor: 'x' })).toBe('bad_cursor')
  const list = async (query: object) =>
    await as(owner).call(listFigureDeliveries, { query: { ...range, ...query } as never })
  expect((await list({ show: 'failed_there' })).code).toBe('validation_failed')
  expect((await list({ show: 'failed_there', place_id: other.id })).body).toMatchObject({ data: [], total: 0 })
})
