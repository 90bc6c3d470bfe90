import { expect, test } from 'vitest'
import { createDepot, importDepots, listDepots } from '#domain/api/depots.ts'
import { sayNextDay } from '#domain/time.ts'
import { testApp } from '../../testing/test-app.ts'

const { makeMember, as } = await testApp()
const location = { lat: -6.155, lng: 106.845 }

test('the first new depot becomes the default, and a known one changes only what the row gives', async () => {
  const { call } = as(await makeMember())
  const depots = [
    { name: 'North', address: 'Jl. A', location },
    { name: 'South', address: 'Jl. B', location, opens: '05:00' },
  ]
  const dry = await call(importDepots, { body: { depots, dry_run: true } })
  expect((await call(listDepots)).body.total).toBe(0)
  expect((await call(importDepots, { body: { depots } })).body).toEqual({ ...dry.body, results: expect.any(Array) })
  const again = [{ name: 'south ', closes: '20:00', location: { lat: -7, lng: 107 } }, { name: 'North' }]
  expect((await call(importDepots, { body: { depots: again } })).body.outcomes).toEqual(['updated', 'unchanged'])
  expect((await call(listDepots)).body.data).toMatchObject([
    { name: 'North', is_default: true, location, opens: '06:00', closes: '22:00' },
    { name: 'South', is_default: false, location: { lat: -7, lng: 107 }, opens: '05:00', closes: '20:00' },
  ])
})

test('an existing default stays, and incomplete or repeated rows are refused', async () => {
  const { call } = as(await makeMember())
  await call(createDepot, { body: { name: 'Main', address: 'A', location, opens: '08:00' } })
  const depots = [
    { name: 'No position', address: 'Jl. A' },
    { name: 'No address', location },
    { name: 'Main', closes: '07:00' },
    { name: 'New', address: 'Jl. C', location },
    { name: 'NEW', address: 'Jl. D', location },
  ]
  const { body } = await call(importDepots, { body: { depots } })
  expect(body.refused).toEqual([
    { index: 0, reason: 'A new depot needs a position.' },
    { index: 1, reason: 'A new depot needs an address.' },
    { index: 2, reason: `The depot closes before it opens. ${sayNextDay}` },
    { index: 4, reason: 'Same name as row 4 of this batch.' },
  ])
  const all = (await call(listDepots)).body.data
  expect(all.map((each) => [each.name, each.is_default])).toEqual([
    ['Main', true],
    ['New', false],
  ])
})

test('depots of another workspace are strangers, and a viewer cannot import', async () => {
  const member = await makeMember()
  await as(member).call(createDepot, { body: { name: 'Main', address: 'A', location } })
  const body = { depots: [{ name: 'Main', address: 'B', location }] }
  expect((await as(await makeMember()).call(importDepots, { body })).body.outcomes).toEqual(['created'])
  expect((await as(member).call(listDepots)).body.data).toMatchObject([{ address: 'A' }])
  const viewer = as(await makeMember({ workspaceId: member.workspaceId, role: 'viewer' }))
  expect(await viewer.call(importDepots, { body })).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('positions off the globe and wrong types refuse the batch', async () => {
  const { call } = as(await makeMember())
  const bad = [
    { name: 'A', address: 'A', location: { lat: 91, lng: 0 } },
    { name: 'B', address: 'A', location: '1, 2' },
    { name: 5 },
  ]
  const reply = await call(importDepots, { body: { depots: bad, all_or_nothing: true } as never })
  expect(reply.errors!.map(({ path }) => path)).toEqual(['depots.0.location.lat', 'depots.1.location', 'depots.2.name'])
})
