import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { rig } from '../testing/rig.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'

/*
 * The official client against the running app. Data is small, so that each answer can be written down.
 */
const limits = { mostRows: 4, statementMs: 8000 }
const { app, deps, databaseUrl, makeMember, signToken } = await testApp((parts) => ({
  config: { ...parts.config, rest: limits },
}))

type Client = SupabaseClient
let url = ''
const clientOf = (token: string, headers: Record<string, string> = {}): Client =>
  createClient(url, deps.keys.publishableKey, {
    accessToken: async () => token,
    global: { headers },
  })

const owner = await makeMember()
const stranger = await makeMember()
let mine!: Client
let theirs!: Client
let viewer!: Client

/** Functions that the product has none of, made before the catalogue is read. */
const functions = [
  `create function api.greet(name text, shout boolean default false) returns text language sql immutable
    as $$ select case when shout then upper('hi ' || name) else 'hi ' || name end $$`,
  `create function api.twice(n integer) returns integer language sql immutable as $$ select n * 2 $$`,
  `create function api.twice(t text) returns text language sql immutable as $$ select t || t $$`,
  `create function api.either(a integer, b integer default 0) returns integer language sql immutable as $$ select 1 $$`,
  `create function api.either(a integer, c text default '') returns integer language sql immutable as $$ select 2 $$`,
  `create function api.nothing() returns void language sql volatile as $$ select $$`,
  `create function api.rename_depot(new_name text) returns setof text language sql volatile
    as $$ update public.depots set name = new_name returning name $$`,
  `create function api.size_of(jsonb) returns integer language sql immutable as $$ select length($1::text) $$`,
  `create function api.total(variadic numbers integer[]) returns bigint language sql immutable
    as $$ select sum(n) from unnest(numbers) n $$`,
  `create function api.refuse() returns void language plpgsql volatile as $$ begin
    raise sqlstate 'PGRST' using message = '{"code":"123","message":"No","details":"d","hint":"h"}',
      detail = '{"status":418,"headers":{"x-tea":"yes"}}'; end $$`,
]

beforeAll(async () => {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  for (const each of functions) await database.query(each)
  await database.query('grant execute on all functions in schema api to karta_app')
  await database.end()
  await fill(owner)
  await fill(stranger)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  mine = clientOf(owner.token)
  theirs = clientOf(stranger.token)
  viewer = clientOf((await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })).token)
})

async function fill({ workspaceId: id }: TestMember): Promise<void> {
  await rig(deps.db, id, async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`insert into depots (workspace_id, name, address, lat, lng, is_default)
      values (${id}, 'North', 'Dock 1', 1.5, 2, true)`)
    await run(sql`insert into vehicles (workspace_id, code, capacity_kg, skills)
      values (${id}, 'KA-1', 100, '{cold}'), (${id}, 'KA-2', null, '{}')`)
    await run(sql`insert into drivers (workspace_id, name, vehicle_id, depot_id, skills)
      select ${id}, 'Ana', v.id, d.id, '{cold,heavy}' from vehicles v, depots d where v.code = 'KA-1'`)
    await run(sql`insert into drivers (workspace_id, name, active) values (${id}, 'Budi', false)`)
    await run(sql`insert into deliveries (workspace_id, number, source, reference, delivery_address, lat, lng, location_source,
        location_confidence, scheduled_date, window_start, service_minutes, weight_kg, priority, skills, notes, recipient_name,
        created_at) values
      (${id}, 1, 'csv', 'A-1', 'Elm Street 1', 1.5, 2, 'given', 0.9, '2026-03-01', '09:00', 5, 1.5, 1, '{cold}', 'Ring, twice', 'Łucja "Lu" O''Hara', '2026-02-01T10:00:00.123456Z'),
      (${id}, 2, 'csv', null, 'Elm Street 2', null, null, null, null, '2026-03-01', null, 5, 2, 2, '{cold,heavy}', null, 'a*b%c', '2026-02-01T10:00:00Z'),
      (${id}, 3, 'api', 'B-3', 'Oak Road 3', 40, 2, 'given', 0.9, '2026-03-02', '10:00', 7.5, 0, 3, '{}', '=1+1', null, '2026-02-02T10:00:00Z')`)
    await run(sql`update deliveries set driver_id = (select id from drivers where name = 'Ana') where number < 3`)
    await run(
      sql`update deliveries set wanted_driver_id = (select id from drivers where name = 'Budi') where number = 1`,
    )
    await run(sql`insert into plans (workspace_id, day, state, driver_ids, time_limit_seconds, totals)
      values (${id}, '2026-03-01', 'draft', '{}', 1, '{"routes": 1, "deep": {"list": [10, 20]}}')`)
    await run(sql`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
      driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      select ${id}, p.id, 0, d.id, d.name, '2026-03-01T08:00:00Z', '2026-03-01T09:00:00Z', 1e-7, 0, 0, 0, 0, 0, 0, 0
      from plans p, drivers d where d.name = 'Ana'`)
    await run(sql`insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at,
      departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      select ${id}, r.id, d.number, 'delivery', d.id, 'N', 'A', 0, 0, now(), now(), 0, 0, 0, 0, 0
      from routes r, deliveries d where d.number < 3`)
  })
}

/** The numbers of the deliveries that an answer holds. */
const numbersIn = (data: unknown) => (data as { number: number }[]).map(({ number }) => number)

describe('filters', () => {
  const filters: [string, (query: ReturnType<ReturnType<Client['from']>['select']>) => unknown, number[]][] = [
    ['eq', (q) => q.eq('number', 2), [2]],
    ['neq', (q) => q.neq('number', 2), [1, 3]],
    ['gt and lte', (q) => q.gt('number', 1).lte('number', 2), [2]],
    ['gte and lt', (q) => q.gte('number', 2).lt('number', 3), [2]],
    ['eq on a day', (q) => q.eq('scheduled_date', '2026-03-02'), [3]],
    ['eq on an instant in another zone', (q) => q.eq('created_at', '2026-02-01T12:00:00+02:00'), [2]],
    ['like', (q) => q.like('delivery_address', 'Elm%'), [1, 2]],
    ['like with stars', (q) => q.like('delivery_address', '*Road*'), [3]],
    ['ilike', (q) => q.ilike('delivery_address', 'elm%'), [1, 2]],
    ['likeAllOf', (q) => q.likeAllOf('delivery_address', ['%Street%', '%2']), [2]],
    ['likeAnyOf', (q) => q.likeAnyOf('delivery_address', ['%Road%', '%2']), [2, 3]],
    ['ilikeAnyOf', (q) => q.ilikeAnyOf('delivery_address', ['OAK%', 'nothing']), [3]],
    ['regexMatch', (q) => q.regexMatch('delivery_address', '^Elm.*1$'), [1]],
    ['regexIMatch', (q) => q.regexIMatch('delivery_address', '^ELM'), [1, 2]],
    ['is null', (q) => q.is('reference', null), [2]],
    ['not is null', (q) => q.not('reference', 'is', null), [1, 3]],
    ['isDistinct', (q) => q.isDistinct('reference', 'A-1'), [2, 3]],
    ['in', (q) => q.in('number', [1, 3]), [1, 3]],
    ['in with quotes, commas and stars', (q) => q.in('recipient_name', ['Łucja "Lu" O\'Hara', 'a*b%c', 'x,y']), [1, 2]],
    ['in nothing', (q) => q.in('number', []), []],
    ['notIn', (q) => q.notIn('number', [1, 3]), [2]],
    ['contains', (q) => q.contains('skills', ['heavy']), [2]],
    ['containedBy', (q) => q.containedBy('skills', ['cold']), [1, 3]],
    ['overlaps', (q) => q.overlaps('skills', ['heavy', 'cold']), [1, 2]],
    ['contains in JSON', (q) => q.contains('delivery_location', { lat: 40 }), [3]],
    ['a value in JSON', (q) => q.eq('delivery_location->>lat', '40'), [3]],
    ['a number in JSON', (q) => q.gt('delivery_location->lat', 2), [3]],
    ['a member of an array', (q) => q.eq('skills->>1', 'heavy'), [2]],
    ['textSearch', (q) => q.textSearch('delivery_address', 'elm & street'), [1, 2]],
    [
      'textSearch plain in a language',
      (q) => q.textSearch('delivery_address', 'streets', { type: 'plain', config: 'english' }),
      [1, 2],
    ],
    ['textSearch phrase', (q) => q.textSearch('delivery_address', 'oak road', { type: 'phrase' }), [3]],
    [
      'textSearch like a web search',
      (q) => q.textSearch('delivery_address', 'elm -2 or oak', { type: 'websearch' }),
      [1, 3],
    ],
    ['or', (q) => q.or('number.eq.1,and(priority.eq.3,source.eq.api)'), [1, 3]],
    ['or with not and in', (q) => q.or('not.and(number.gt.1,number.lt.3),number.in.(2)'), [1, 2, 3]],
    ['or with quotes', (q) => q.or('notes.eq."Ring, twice",notes.eq."=1+1"'), [1, 3]],
    ['match', (q) => q.match({ source: 'csv', priority: 2 }), [2]],
    ['filter with a quantifier', (q) => q.filter('number', 'eq(any)', '{1,3}'), [1, 3]],
    ['filter with all', (q) => q.filter('number', 'gt(all)', '{0,2}'), [3]],
    ['what looks like SQL is a value', (q) => q.eq('notes', `x' or '1'='1`), []],
    ['an operator in a value is a value', (q) => q.eq('notes', 'eq.(a,b)'), []],
  ]
  test('each kind finds its rows', async () => {
    for (const [what, filter, expected] of filters) {
      const query = mine.from('deliveries').select('number').order('number')
      const { data, error } = await (filter(query as never) as typeof query)
      expect([what, error, data && numbersIn(data)]).toEqual([what, null, expected])
    }
  })
})

describe('rows', () => {
  test('a delivery has the fields of /v1, as PostgreSQL prints them', async () => {
    const { data } = await mine.from('deliveries').select().eq('number', 1).single()
    expect(data).toMatchObject({
      number: 1,
      weight_kg: 1.5,
      scheduled_date: '2026-03-01',
      window_start: '09:00',
      skills: ['cold'],
      delivery_location: { lat: 1.5, lng: 2 },
      driver_name: 'Ana',
      wanted_driver_name: 'Budi',
      created_at: '2026-02-01T10:00:00.123456+00:00',
    })
    const route = await mine.from('routes').select('distance_km').single()
    expect(route.data).toEqual({ distance_km: 1e-7 })
  })

  test('aliases, casts and values within JSON', async () => {
    const { data } = await mine
      .from('plans')
      .select(
        'when:day, text:time_limit_seconds::text, totals->routes, totals->deep->list->1, all:totals->deep->list, totals->>deep',
      )
    expect(data).toEqual([
      { when: '2026-03-01', text: '1', routes: 1, list: 20, all: [10, 20], deep: '{"list": [10, 20]}' },
    ])
  })

  test('order, with nulls and with what is embedded', async () => {
    const by = async (order: string) =>
      numbersIn(
        (
          await mine
            .from('deliveries')
            .select('number, driver:drivers!deliveries_driver_id_fkey(name)')
            .order(order as never)
        ).data,
      )
    const of = (column: string, options: object) => mine.from('deliveries').select('number').order(column, options)
    expect(numbersIn((await of('number', { ascending: false })).data)).toEqual([3, 2, 1])
    expect(numbersIn((await of('reference', { nullsFirst: true })).data)).toEqual([2, 1, 3])
    expect(numbersIn((await of('reference', { ascending: false, nullsFirst: false })).data)).toEqual([3, 1, 2])
    expect(numbersIn((await of('delivery_location->lat', { nullsFirst: true })).data)).toEqual([2, 1, 3])
    expect((await by('driver(name)')).at(-1)).toBe(3)
  })

  test('parts, counts and no more rows than the server allows', async () => {
    const { data, count, status } = await mine
      .from('deliveries')
      .select('number', { count: 'exact' })
      .order('number')
      .range(1, 1)
    expect([numbersIn(data), count, status]).toEqual([[2], 3, 206])
    const all = await mine.from('deliveries').select('number', { count: 'exact' })
    expect([all.data?.length, all.count, all.status]).toEqual([3, 3, 200])
    const head = await mine.from('deliveries').select('*', { count: 'exact', head: true }).eq('source', 'csv')
    expect([head.data, head.count, head.error]).toEqual([null, 2, null])
    const estimated = await mine.from('deliveries').select('number', { count: 'estimated' })
    expect(estimated.count).toBe(3)
    expect((await mine.from('deliveries').select('number', { count: 'planned' })).count).toBeGreaterThanOrEqual(3)
    const beyond = await mine.from('deliveries').select('number', { count: 'exact' }).range(100, 110)
    expect([beyond.status, beyond.error]).toMatchObject([
      416,
      { code: 'PGRST103', details: 'An offset of 100 was requested, but there are only 3 rows.' },
    ])
    expect((await mine.from('deliveries').select('number').range(100, 110)).data).toEqual([])
    // Eight views of columns of four rows at most.
    expect((await mine.from('quotas').select('name').limit(100)).data).toHaveLength(4)
  })

  test('one row, at most one, CSV and without nulls', async () => {
    const one = mine.from('deliveries').select('number, reference, notes')
    expect((await one.eq('number', 2).single()).data).toEqual({ number: 2, reference: null, notes: null })
    const none = await mine.from('deliveries').select('number').eq('number', 9).single()
    expect([none.status, none.error]).toMatchObject([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ])
    expect((await mine.from('deliveries').select('number').single()).error?.details).toBe('The result contains 3 rows')
    expect((await mine.from('deliveries').select('number').eq('number', 9).maybeSingle()).data).toBeNull()
    const csv = await mine.from('deliveries').select('number, label:notes, skills').order('number').csv()
    expect(csv.data).toBe('number,label,skills\n1,"Ring, twice",{cold}\n2,,"{cold,heavy}"\n3,=1+1,{}')
    const stripped = await mine.from('deliveries').select('number, reference').eq('number', 2).stripNulls()
    expect(stripped.data).toEqual([{ number: 2 }])
  })
})

describe('what is embedded', () => {
  const cases: [string, string, string, unknown][] = [
    ['to one', 'routes', 'driver_name, drivers(name)', [{ driver_name: 'Ana', drivers: { name: 'Ana' } }]],
    ['to many', 'routes', 'stops(position)', [{ stops: [{ position: 1 }, { position: 2 }] }]],
    ['by the name of the foreign key', 'routes', 'd:routes_driver_id_fkey(name)', [{ d: { name: 'Ana' } }]],
    ['by the column', 'routes', 'driver_id(name)', [{ driver_id: { name: 'Ana' } }]],
    [
      'deeply',
      'plans',
      'day, routes(stops(deliveries(number, driver:drivers!driver_id(name, vehicles(code)))))',
      [
        {
          day: '2026-03-01',
          routes: [
            {
              stops: [1, 2].map((number) => ({
                deliveries: { number, driver: { name: 'Ana', vehicles: { code: 'KA-1' } } },
              })),
            },
          ],
        },
      ],
    ],
    [
      'spread',
      'routes',
      'position, ...drivers(name, ...depots(depot:name))',
      [{ position: 0, name: 'Ana', depot: 'North' }],
    ],
    ['spread to many', 'routes', '...stops(positions:position)', [{ positions: [1, 2] }]],
    ['nothing of it', 'routes', 'position, drivers()', [{ position: 0, drivers: {} }]],
  ]
  test.each(cases)('%s', async (_what, view, select, expected) => {
    const { data, error } = await mine.from(view).select(select)
    expect([error, data]).toEqual([null, expected])
  })

  test('it is filtered, ordered and cut by itself, and filters rows only with !inner or is null', async () => {
    const drivers = (select: string) => mine.from('drivers').select(select).order('name')
    const assigned = 'name, deliveries!deliveries_driver_id_fkey(number)'
    expect((await drivers(assigned).eq('deliveries.number', 2)).data).toEqual([
      { name: 'Ana', deliveries: [{ number: 2 }] },
      { name: 'Budi', deliveries: [] },
    ])
    expect((await drivers(assigned.replace('(', '!inner(')).eq('deliveries.number', 2)).data).toEqual([
      { name: 'Ana', deliveries: [{ number: 2 }] },
    ])
    const last = drivers(assigned).order('number', { referencedTable: 'deliveries', ascending: false })
    expect((await last.limit(1, { referencedTable: 'deliveries' })).data).toMatchObject([
      { deliveries: [{ number: 2 }] },
      {},
    ])
    expect((await drivers('name, vehicles()').is('vehicles', null)).data).toEqual([{ name: 'Budi', vehicles: null }])
    expect((await drivers('name, vehicles()').not('vehicles', 'is', null)).data).toMatchObject([{ name: 'Ana' }])
    const either = await drivers(assigned).or('number.eq.1,number.eq.7', { referencedTable: 'deliveries' })
    expect(either.data).toMatchObject([{ deliveries: [{ number: 1 }] }, {}])
    const counted = await mine
      .from('drivers')
      .select(assigned.replace('(', '!inner('), { count: 'exact' })
      .gt('deliveries.number', 0)
    expect(counted.count).toBe(1)
  })
})

describe('functions', () => {
  test('each kind of result', async () => {
    expect((await mine.rpc('greet', { name: 'Ana' })).data).toBe('hi Ana')
    expect((await mine.rpc('greet', { name: 'Ana', shout: true }, { get: true })).data).toBe('HI ANA')
    expect((await mine.rpc('twice', { n: 4 })).data).toBe(8)
    expect((await mine.rpc('twice', { t: 'ab' })).data).toBe('abab')
    expect((await mine.rpc('size_of', { some: 'body' })).data).toBe(16)
    expect((await mine.rpc('total', { numbers: [1, 2, 3] })).data).toBe(6)
    const voided = await mine.rpc('nothing')
    expect([voided.status, voided.data, voided.error]).toEqual([204, null, null])
    expect((await mine.rpc('skills_in_use')).data).toEqual(['cold', 'heavy'])
    expect((await mine.rpc('quota_left', { name: 'members' })).data).toBeGreaterThan(0)
    expect((await mine.rpc('current_workspace')).data).toMatchObject({ id: owner.workspaceId })
    expect((await mine.rpc('delivery_counts', { day: '2026-03-01' })).data).toEqual([{ status: 'pending', count: 2 }])
    const { data: plan } = await mine.from('plans').select('id').single()
    expect((await mine.rpc('route_summary', { plan: plan!.id }).select('driver_name, deliveries')).data).toEqual([
      { driver_name: 'Ana', deliveries: 2 },
    ])
    const near = await mine
      .rpc('deliveries_near', { lat: 1.5, lng: 2 }, { count: 'exact', get: true })
      .select('number, drivers!driver_id(name)')
      .eq('priority', 1)
    expect([near.data, near.count]).toEqual([[{ number: 1, drivers: { name: 'Ana' } }], 1])
    const head = await mine.rpc('deliveries_near', { lat: 1.5, lng: 2 }, { count: 'exact', head: true })
    expect([head.data, head.count, head.error]).toEqual([null, 1, null])
  })

  const wrong: [string, () => PromiseLike<{ status: number; error: unknown }>, number, object][] = [
    [
      'an unknown name',
      () => mine.rpc('skills_in_used'),
      404,
      { code: 'PGRST202', hint: 'Perhaps you meant to call the function public.skills_in_use' },
    ],
    [
      'an unknown argument',
      () => mine.rpc('greet', { names: 'x' }),
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.greet(names) in the schema cache',
      },
    ],
    ['two that fit', () => mine.rpc('either', { a: 1 }), 300, { code: 'PGRST203' }],
    ['a wrong value', () => mine.rpc('twice', { n: 'x' }), 400, { code: '22P02' }],
    [
      'one that changes something, by GET',
      () => mine.rpc('rename_depot', { new_name: 'x' }, { get: true }),
      405,
      { code: '25006' },
    ],
    [
      'one that refuses in its own words',
      () => mine.rpc('refuse'),
      418,
      { code: '123', message: 'No', details: 'd', hint: 'h' },
    ],
  ]
  test('more rows than a strict request allows are refused', async () => {
    const strictly = (path: string, most: number) => {
      const headers = { authorization: `Bearer ${owner.token}`, prefer: `handling=strict, max-affected=${most}` }
      return app.inject({ url: `/rest/v1/rpc/${path}`, headers })
    }
    const many = await strictly('skills_in_use', 1)
    expect([many.statusCode, many.json()]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 2 rows' },
    ])
    expect((await strictly('skills_in_use', 2)).json()).toEqual(['cold', 'heavy'])
    expect((await strictly('twice?n=1', 1)).json().code).toBe('PGRST128')
  })

  test.each(wrong)('%s is refused', async (_what, call, status, error) => {
    const answer = await call()
    expect([answer.status, answer.error]).toMatchObject([status, error])
  })
})

describe('refusals', () => {
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.inject({
      method: method as 'GET',
      url: `/rest/v1/${path}`,
      headers: { authorization: `Bearer ${owner.token}`, ...headers },
    })

  const cases: [string, number, object, Record<string, string>?, string?][] = [
    ['nowhere', 404, { code: 'PGRST205', message: `Could not find the table 'public.nowhere' in the schema cache` }],
    ['driver', 404, { code: 'PGRST205', hint: `Perhaps you meant the table 'public.drivers'` }],
    ['api_keys', 404, { code: 'PGRST205' }],
    ['deliveries/x/y', 404, { code: 'PGRST125' }],
    ['drivers?select=nam', 400, { code: '42703', message: 'column drivers.nam does not exist' }],
    ['drivers?workspace_id=eq.1', 400, { code: '42703' }],
    ['drivers?name=Ana', 400, { code: 'PGRST100', message: '"failed to parse filter (Ana)" (line 1, column 1)' }],
    ['drivers?name=noop.Ana', 400, { code: 'PGRST100', details: 'unknown single value operator noop' }],
    ['drivers?select=name,', 400, { code: 'PGRST100' }],
    ['drivers?select=name;drop', 400, { code: 'PGRST100' }],
    [
      'drivers?order=name.up',
      400,
      { code: 'PGRST100', details: 'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"' },
    ],
    ['drivers?or=(name.eq.a', 400, { code: 'PGRST100' }],
    ['drivers?limit=x', 400, { code: 'PGRST100' }],
    ['drivers?limit=-1', 416, { code: 'PGRST103', details: 'Limit should be greater than or equal to zero.' }],
    ['drivers', 416, { code: 'PGRST103' }, { range: '9-1' }],
    ['drivers?id=eq.x', 400, { code: '22P02' }],
    ['drivers?id=eq.%00', 400, { code: '22021' }],
    ['drivers?name=like(any).{', 400, { code: '22P02' }],
    ['drivers?select=name::regclass', 400, { code: '42704' }],
    ['drivers?select=count()', 400, { code: 'PGRST123' }],
    ['drivers?select=name.max()', 400, { code: 'PGRST123' }],
    [
      'drivers?deliveries.number=eq.1',
      400,
      { code: 'PGRST108', message: `'deliveries' is not an embedded resource in this request` },
    ],
    [
      'drivers?select=name,deliveries(number)',
      300,
      {
        code: 'PGRST201',
        message: `Could not embed because more than one relationship was found for 'drivers' and 'deliveries'`,
        details: [
          {
            cardinality: 'one-to-many',
            embedding: 'drivers with deliveries',
            relationship: 'deliveries_driver_id_fkey using drivers(id) and deliveries(driver_id)',
          },
          {
            cardinality: 'one-to-many',
            embedding: 'drivers with deliveries',
            relationship: 'deliveries_wanted_driver using drivers(id) and deliveries(wanted_driver_id)',
          },
        ],
        hint: "Try changing 'deliveries' to one of the following: 'deliveries!deliveries_driver_id_fkey', 'deliveries!deliveries_wanted_driver'. Find the desired relationship in the 'details' key.",
      },
    ],
    [
      'vehicles?select=members(name)',
      400,
      {
        code: 'PGRST200',
        message: `Could not find a relationship between 'vehicles' and 'members' in the schema cache`,
        details: `Searched for a foreign key relationship between 'vehicles' and 'members' in the schema 'public', but no matches were found.`,
      },
    ],
    [
      'routes?select=stops(id)&order=stops(id)',
      400,
      { code: 'PGRST118', details: `'routes' and 'stops' do not form a many-to-one or one-to-one relationship` },
    ],
    ['routes?select=drivers(id)&drivers=eq.1', 400, { code: 'PGRST120' }],
    [
      'drivers',
      406,
      { code: 'PGRST106', message: 'Invalid schema: auth', hint: 'Only the following schemas are exposed: public' },
      { 'accept-profile': 'auth' },
    ],
    [
      'drivers',
      406,
      { code: 'PGRST107', message: 'None of these media types are available: application/geo+json' },
      { accept: 'application/geo+json' },
    ],
    [
      'drivers',
      400,
      { code: 'PGRST122', details: 'Invalid preferences: anything' },
      { prefer: 'handling=strict, anything, count=exact' },
    ],
    ['rpc/greet', 405, { code: 'PGRST101' }, {}, 'PATCH'],
    [
      'drivers',
      401,
      { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 1' },
      { authorization: 'Bearer nonsense' },
    ],
    [
      'drivers',
      401,
      { code: 'PGRST301', message: 'JWT cryptographic operation failed' },
      { authorization: 'Bearer a.b.c' },
    ],
    [
      'drivers',
      401,
      { code: 'PGRST303', message: 'JWT expired' },
      { authorization: `Bearer a.${Buffer.from('{"exp":1}').toString('base64url')}.c` },
    ],
    [
      'drivers',
      401,
      { code: '42501', message: 'permission denied for view drivers' },
      { authorization: `Bearer ${deps.keys.publishableKey}` },
    ],
  ]
  test.each(cases)('%s is answered %i', async (path, status, body, headers = {}, method = 'GET') => {
    const reply = await read(path, headers, method)
    expect([reply.statusCode, reply.json()]).toMatchObject([status, body])
    expect(Object.keys(reply.json()).toSorted()).toEqual(['code', 'details', 'hint', 'message'])
    if (status === 401) expect(reply.headers['www-authenticate']).toBe('Bearer')
  })

  test('a filter that would run for a minute is cut', async () => {
    await rig(deps.db, owner.workspaceId, (trx) =>
      sql`update drivers set email = repeat('a', 201) where name = 'Budi'`.execute(trx),
    )
    limits.statementMs = 200
    const everyWay = '^(a*)(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5\\6$'
    const { status, error } = await mine.from('drivers').select('name').regexMatch('email', everyWay)
    limits.statementMs = 8000
    expect([status, error]).toMatchObject([504, { code: '57014' }])
    expect((await mine.from('drivers').select('name')).data).toHaveLength(2)
  })

  test('a request that asks for too much is refused', async () => {
    const deep = Array.from({ length: 8 }).reduce<string>((inner) => `drivers(depots(${inner}))`, '*')
    for (const path of [
      `drivers?or=(${'name.eq.a,'.repeat(200)}name.eq.b)`,
      `drivers?and=${'(and'.repeat(12)}(name.eq.a${')'.repeat(13)}`,
      `depots?select=${deep}`,
      `drivers?select=${'depots(),'.repeat(20)}depots()`,
      `drivers?select=${'name,'.repeat(500)}name`,
      `drivers?order=${'name,'.repeat(20)}name`,
    ]) {
      const reply = await read(path)
      expect([reply.statusCode, reply.json()], path.slice(0, 60)).toMatchObject([400, { code: 'PGRST100' }])
      expect(reply.json().message, path.slice(0, 60)).toMatch(/more than \d+/)
    }
  })

  test('whatever is in a query or a body is answered below 500, and shortly', async () => {
    const values = [
      '',
      '%00',
      '%ff',
      "'",
      '"',
      '\\',
      '(((((',
      '1;drop table x',
      'x'.repeat(9000),
      '9'.repeat(20),
      '%F0%9F%92%A9',
      '__proto__',
      'a->>b->0',
      'not.not.eq.1',
    ]
    const places = [
      '?select=',
      '?select=drivers(',
      '?select=number::',
      '?order=',
      '?limit=',
      '?number=',
      '?number=in.(',
      '?notes=match.',
      '?notes=fts(',
      '?notes=fts.',
      '?skills=cs.{',
      '?delivery_location->',
      '?or=(number.',
      '?drivers.',
      '?notes=like(any).{',
      '?',
      '/',
    ]
    const faultOf = async (path: string) => {
      const { statusCode, body } = await read(path)
      const isFine = statusCode < 400 || (statusCode < 500 && statusCode !== 429 && body.length < 8000)
      return isFine ? [] : [`${path.slice(0, 100)}: ${statusCode} ${body.slice(0, 200)}`]
    }
    // As many at a time as may wait for a workspace's share of connections.
    for (const place of [...places.map((each) => `deliveries${each}`), 'rpc/deliveries_near?lng=1&lat=']) {
      expect((await Promise.all(values.map((value) => faultOf(`${place}${value}`)))).flat()).toEqual([])
    }
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    for (const payload of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"x"',
      '{"name":{"a":[1]}}',
      '{"__proto__":1}',
      '{"name":"\\u0000"}',
      '['.repeat(9000),
    ]) {
      for (const name of ['greet', 'size_of', 'twice', 'total', 'delivery_counts', '%00', 'x'.repeat(9000)]) {
        const reply = await app.inject({ method: 'POST', url: `/rest/v1/rpc/${name}`, headers, payload })
        expect(reply.statusCode, `${name.slice(0, 20)} ${payload.slice(0, 20)}`).toBeLessThan(500)
      }
    }
  })

  test('headers say what was done, and any page may read them', async () => {
    const reply = await read('deliveries?select=number&limit=2', {
      prefer: 'count=exact, timezone=Asia/Jakarta',
      origin: 'https://app.example',
    })
    expect(reply.headers).toMatchObject({
      'content-range': '0-1/3',
      'content-location': '/deliveries?select=number&limit=2',
      'preference-applied': 'count=exact, timezone=Asia/Jakarta',
      'access-control-allow-origin': 'https://app.example',
      'cache-control': 'no-store',
    })
    expect(String(reply.headers['access-control-expose-headers'])).toContain('Content-Range')
    const local = await read('deliveries?select=created_at&number=eq.2', { prefer: 'timezone=Asia/Jakarta' })
    expect(local.json()).toEqual([{ created_at: '2026-02-01T17:00:00+07:00' }])
    const range = await read('deliveries?select=number&order=number', { range: '1-1', 'range-unit': 'items' })
    expect([range.json(), range.headers['content-range']]).toEqual([[{ number: 2 }], '1-1/*'])
    expect((await read('deliveries?number=eq.9')).headers['content-range']).toBe('*/*')
    expect((await read('deliveries?number=eq.9', { prefer: 'count=exact' })).headers['content-range']).toBe('*/0')
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/rest/v1/deliveries',
      headers: { origin: 'https://app.example' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://app.example',
    ])
  })
})

describe('who sees what', () => {
  test('another workspace sees its own rows alone', async () => {
    const { data } = await mine.from('deliveries').select('id').eq('number', 1).single()
    expect((await theirs.from('deliveries').select('number').eq('id', data!.id)).data).toEqual([])
    expect((await theirs.from('deliveries').select('number')).data).toHaveLength(3)
    expect((await theirs.from('workspaces').select('id')).data).toEqual([{ id: stranger.workspaceId }])
    const elsewhere = clientOf(owner.token, { 'Karta-Workspace': stranger.workspaceId })
    expect(await elsewhere.from('deliveries').select('number')).toMatchObject({
      status: 403,
      error: { code: 'no_workspace' },
    })
  })

  test('a role sees what /v1 shows it', async () => {
    expect((await viewer.from('integrations').select()).error).toMatchObject({
      code: '42501',
      message: 'permission denied for view integrations',
    })
    expect((await mine.from('integrations').select()).data).toEqual([])
    expect((await viewer.from('deliveries').select('number')).data).toHaveLength(3)
  })

  test('a driver sees their own route', async () => {
    const driver = await makeMember({ workspaceId: owner.workspaceId, role: 'driver' })
    await rig(deps.db, owner.workspaceId, async (trx) => {
      await sql`update drivers set user_id = ${driver.userId} where name = 'Ana'`.execute(trx)
      await sql`update plans set state = 'dispatched'`.execute(trx)
      await sql`update deliveries set route_id = (select id from routes) where number < 3`.execute(trx)
    })
    const client = clientOf(driver.token)
    const { data } = await client.from('routes').select('driver_name, stops(deliveries(number))')
    expect(data).toEqual([{ driver_name: 'Ana', stops: [1, 2].map((number) => ({ deliveries: { number } })) }])
    expect(numbersIn((await client.from('deliveries').select('number').order('number')).data)).toEqual([1, 2])
    expect((await client.from('drivers').select('name')).data).toEqual([{ name: 'Ana' }])
    expect((await client.from('addresses').select()).status).toBe(403)
    expect((await client.from('delivery_events').select()).status).toBe(403)
  })

  test('the operator reads the workspace that the header names', async () => {
    const operator = clientOf(deps.keys.secretKey, { 'Karta-Workspace': stranger.workspaceId })
    expect((await operator.from('workspaces').select('id').single()).data).toEqual({ id: stranger.workspaceId })
    expect((await clientOf(deps.keys.secretKey).from('workspaces').select('id')).status).toBeGreaterThanOrEqual(400)
  })

  test('the root describes what the caller may read, write and call', async () => {
    const describe = async (token: string) =>
      (await app.inject({ url: '/rest/v1/', headers: { authorization: `Bearer ${token}` } })).json()
    const whole = await describe(owner.token)
    expect(whole.swagger).toBe('2.0')
    expect(whole.definitions.drivers.properties.vehicle_id.description).toContain('Foreign Key to `vehicles.id`')
    expect(Object.keys(whole.paths)).toEqual(
      expect.arrayContaining(['/deliveries', '/integrations', '/rpc/delivery_counts']),
    )
    const methods = ({ paths }: typeof whole) =>
      [paths['/deliveries'], paths['/drivers'], paths['/plans']].map(Object.keys)
    expect(methods(whole)).toEqual([
      ['get', 'post', 'patch', 'put', 'delete'],
      ['get', 'post', 'patch', 'put'],
      ['get'],
    ])
    expect(Object.keys((await describe(deps.keys.publishableKey)).paths)).toEqual(['/'])
  })

  test('a request with an API key counts against its quota, as in /v1', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/api-keys',
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { name: 'Reader', scopes: ['read'] },
    })
    const { secret } = reply.json()
    const remaining = async (path: string) => {
      const { headers } = await app.inject({
        url: path,
        headers: { apikey: secret, authorization: `Bearer ${secret}` },
      })
      return Number(headers['x-quota-remaining'])
    }
    const before = await remaining('/v1/deliveries')
    expect(await remaining('/rest/v1/deliveries')).toBe(before - 1)
    expect(await remaining('/rest/v1/nowhere')).toBe(before - 2)
    expect((await clientOf(secret).from('deliveries').select('number')).data).toHaveLength(3)
  })

  test('docs/data-api.md names every view and function, and its questions are answered', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/data-api.md'), 'utf8')
    const { paths } = (
      await app.inject({ url: '/rest/v1/', headers: { authorization: `Bearer ${owner.token}` } })
    ).json()
    for (const path of Object.keys(paths).slice(1)) {
      const name = path.replace(/^\/(rpc\/)?/, '')
      if (!functions.some((each) => each.includes(`api.${name}(`)))
        expect(page).toMatch(new RegExp(`^\\| \`${name}[\`(]`, 'm'))
    }
    const questions = [...page.matchAll(/^\| [^|`]+ \| `(?:HEAD )?([a-z]+\?[^`]+)`/gm)].map(([, question]) => question!)
    expect(questions.length).toBeGreaterThan(8)
    for (const question of questions) {
      const reply = await app.inject({
        url: `/rest/v1/${question.replaceAll(' ', '+')}`,
        headers: { authorization: `Bearer ${owner.token}` },
      })
      expect([question, reply.statusCode]).toEqual([question, 200])
    }
  })

  test('a session that ended is told so', async () => {
    const gone = signToken({ ...owner, sessionId: stranger.sessionId })
    expect(await clientOf(gone).from('drivers').select()).toMatchObject({ status: 401, error: { code: 'PGRST301' } })
  })
})
