import { expect, test } from 'vitest'
import { changeDelivery, createDelivery, getDelivery } from '#domain/api/deliveries.ts'
import { addDepotAlias, changeDepot, createDepot, getDepot, listDepots } from '#domain/api/depots.ts'
import { createDriver, getDriver } from '#domain/api/drivers.ts'
import { testApp } from '../../testing/test-app.ts'

const { makeMember, as } = await testApp()

const depot = (name: string) => ({ name, address: 'Jl. Industri Raya', location: { lat: -6.155, lng: 106.845 } })

test('the first depot becomes the default, later ones only on request', async () => {
  const { call } = as(await makeMember())
  const first = await call(createDepot, { body: depot('First') })
  expect(first).toMatchObject({
    status: 201,
    body: { is_default: true, active: true, opens: '06:00', closes: '22:00' },
  })
  const second = await call(createDepot, { body: depot('Second') })
  expect(second.body.is_default).toBe(false)

  const third = await call(createDepot, { body: { ...depot('Third'), is_default: true } })
  expect(third.body.is_default).toBe(true)
  expect((await call(getDepot, { params: { id: first.body.id } })).body.is_default).toBe(false)

  await call(changeDepot, { params: { id: second.body.id }, body: { is_default: true } })
  const all = await call(listDepots)
  expect(all.body.data.map((each) => [each.name, each.is_default])).toEqual([
    ['First', false],
    ['Second', true],
    ['Third', false],
  ])
})

test('there is always one active default depot', async () => {
  const { call } = as(await makeMember())
  const refused = await call(createDepot, { body: { ...depot('Closed'), active: false } })
  expect(refused).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path: 'active' }] })

  const { body: first } = await call(createDepot, { body: depot('First') })
  const { body: second } = await call(createDepot, { body: { ...depot('Second'), active: false } })
  for (const body of [{ active: false }, { is_default: false }]) {
    expect(await call(changeDepot, { params: { id: first.id }, body })).toMatchObject({
      status: 409,
      code: 'depot_in_use',
    })
  }
  expect(await call(changeDepot, { params: { id: second.id }, body: { is_default: true } })).toMatchObject({
    code: 'validation_failed',
  })
  const moved = await call(changeDepot, { params: { id: second.id }, body: { is_default: true, active: true } })
  expect(moved.body).toMatchObject({ is_default: true, active: true })
  expect((await call(changeDepot, { params: { id: first.id }, body: { active: false } })).body.active).toBe(false)
})

test('drivers of a deactivated depot start from the default one', async () => {
  const { call } = as(await makeMember())
  await call(createDepot, { body: depot('Main') })
  const { body: branch } = await call(createDepot, { body: depot('Branch') })
  const { body: driver } = await call(createDriver, { body: { name: 'Budi', depot_id: branch.id } })
  expect(driver.depot_id).toBe(branch.id)
  await call(changeDepot, { params: { id: branch.id }, body: { active: false } })
  expect((await call(getDriver, { params: { id: driver.id } })).body.depot_id).toBeNull()
  const again = await call(createDriver, { body: { name: 'Sari', depot_id: branch.id } })
  expect(again).toMatchObject({ status: 404, code: 'depot_not_found' })
})

test('half the half the opening hours are checked against the stored half', async () => {
  const { call } = as(await makeMember())
  const { body: made } = await call(createDepot, { body: depot('Main') })
  const refused = await call(changeDepot, { params: { id: made.id }, body: { closes: '05:00' } })
  expect(refused).toMatchObject({ status: 400, errors: [{ path: 'closes' }] })
  const moved = await call(changeDepot, { params: { id: made.id }, body: { opens: '01:00', closes: '05:00' } })
  expect(moved.body).toMatchObject({ opens: '01:00', closes: '05:00', location: { lat: -6.155, lng: 106.845 } })
})

test('two depots created at once leave one default', async () => {
  const { call } = as(await makeMember())
  const replies = await Promise.all(['A', 'B', 'C', 'D'].map((name) => call(createDepot, { body: depot(name) })))
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201])
  expect(replies.filter((reply) => reply.body.is_default)).toHaveLength(1)
})

test('search, filters and paging', async () => {
  const { call } = as(await makeMember())
  for (const name of ['beta', 'Alpha', 'Gamma 100%', 'Gamma 1000']) await call(createDepot, { body: depot(name) })
  const first = await call(listDepots, { query: { limit: 3 } })
  expect(first.body.data.map((each) => each.name)).toEqual(['Alpha', 'beta', 'Gamma 100%'])
  expect(first.body.total).toBe(4)
  const second = await call(listDepots, { query: { limit: 3, cursor: first.body.next_cursor! } })
  expect(second.body.data.map((each) => each.name)).toEqual(['Gamma 1000'])
  expect(second.body.next_cursor).toBeNull()
  expect((await call(listDepots, { query: { q: '100% GAMMA' } })).body.data.map((each) => each.name)).toEqual([
    'Gamma 100%',
  ])
  expect((await call(listDepots, { query: { active: 'false' } })).body).toEqual({
    data: [],
    next_cursor: null,
    total: 0,
  })
})

test('another workspace cannot see or change a depot', async () => {
  const mine = as(await makeMember())
  const theirs = as(await makeMember())
  const { body: made } = await mine.call(createDepot, { body: depot('Mine') })
  const notFound = { status: 404, code: 'depot_not_found' }
  expect(await theirs.call(getDepot, { params: { id: made.id } })).toMatchObject(notFound)
  expect(await theirs.call(changeDepot, { params: { id: made.id }, body: { name: 'Theirs' } })).toMatchObject(notFound)
  expect((await theirs.call(listDepots)).body.total).toBe(0)
  expect(await theirs.call(createDriver, { body: { name: 'N', depot_id: made.id } })).toMatchObject(notFound)
})

test('bad input is rejected with its paths', async () => {
  const { call } = as(await makeMember())
  const bad = { name: ' ', address: 7, location: { lat: 91, lng: 'x' }, opens: '25:00', surprise: true } as never
  const reply = await call(createDepot, { body: bad })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  const paths = reply.errors!.map((each) => each.path)
  expect(paths).toEqual(expect.arrayContaining(['name', 'address', 'location.lat', 'location.lng', 'opens']))
  expect(await call(getDepot, { params: { id: "1' or '1'='1" } })).toMatchObject({ code: 'validation_failed' })
})

test('a viewer may only read, and a driver may not even read', async () => {
  const { workspaceId } = await makeMember()
  const viewer = as(await makeMember({ workspaceId, role: 'viewer' }))
  const driver = as(await makeMember({ workspaceId, role: 'driver' }))
  expect((await viewer.call(listDepots)).status).toBe(200)
  expect(await viewer.call(createDepot, { body: depot('No') })).toMatchObject({ status: 403, code: 'not_allowed' })
  expect(await driver.call(listDepots)).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('“This is our depot” makes pending pickups there leave from it, and later ones too', async () => {
  const { call } = as(await makeMember())
  const { body: main } = await call(createDepot, { body: depot('Main') })
  const { body: west } = await call(createDepot, { body: { ...depot('West'), address: 'Jl. Barat 1' } })
  const make = async (fields: object) => {
    const body = { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2026-03-15', ...fields }
    return (await call(createDelivery, { body })).body
  }
  expect(await make({ pickup_address: 'WEST' })).toMatchObject({ pickup_depot_id: west.id, depot_id: west.id })
  expect(await make({ pickup_address: 'Jln Barat no. 1', depot_id: main.id })).toMatchObject({
    pickup_depot_id: west.id,
    depot_id: main.id,
  })
  const open = await make({ pickup_address: 'Gudang B', pickup_location: { lat: -6.2, lng: 106.8 } })
  const over = await make({ pickup_address: 'gudang b.' })
  await call(changeDelivery, { params: { id: over.id }, body: { status: 'cancelled' } })
  expect(open).toMatchObject({ pickup_depot_id: null, depot_id: main.id })

  const say = (id: string, alias: string) => call(addDepotAlias, { params: { id }, body: { alias } })
  expect(await say(west.id, 'Gudang B')).toMatchObject({
    body: { deliveries: 1, depot: { aliases: ['Gudang B'], version: 2 } },
  })
  expect((await call(getDelivery, { params: { id: open.id } })).body).toMatchObject({
    pickup_depot_id: west.id,
    depot_id: west.id,
    pickup_location: null,
    pickup_location_source: null,
  })
  expect((await call(getDelivery, { params: { id: over.id } })).body).toMatchObject({ pickup_depot_id: null })
  expect(await make({ pickup_address: 'Gudang-B' })).toMatchObject({ pickup_depot_id: west.id })
  // Saying it again changes nothing, and another depot cannot be meant as well.
  expect(await say(west.id, 'gudang b')).toMatchObject({ body: { deliveries: 0, depot: { version: 2 } } })
  expect(await say(main.id, 'Gudang B')).toMatchObject({ status: 409, code: 'alias_taken' })
  expect(await say(main.id, '...')).toMatchObject({ status: 400 })

  // Without the alias it is another place again.
  await call(changeDepot, { params: { id: west.id }, body: { aliases: [] } })
  expect((await call(getDelivery, { params: { id: open.id } })).body.pickup_depot_id).toBe(null)
  await call(changeDepot, { params: { id: west.id }, body: { name: 'Barat' } })
  expect(await make({ pickup_address: 'Barat' })).toMatchObject({ pickup_depot_id: west.id })
})
