import { expect, test } from 'vitest'
import { listFigureDeliveries, readFigures } from '#domain/api/analytics.ts'
import { createClient } from '#domain/api/clients.ts'
import { figureSplits } from '#domain/figures/splits.ts'
import { testApp } from '../../testing/test-app.ts'
import { keepAllUp } from '../figure-keeping/tasks.ts'

const { as, deps, makeMember } = await testApp()
const march = { from: '2026-03-01', to: '2026-03-31' }

test('a month without deliveries has counts of 0, rates of null and every day, whatever it is split by', async () => {
  const owner = await makeMember()
  for (const split of [undefined, ...figureSplits]) {
    const { body } = await as(owner).call(readFigures, { query: { ...march, ...(split && { split }) } })
    expect(body).toMatchObject({ before: { from: '2026-02-01', to: '2026-02-28' }, rows: [] })
    expect(body.periods).toHaveLength(31)
    expect(body.total.values).toMatchObject({ delivered: 0, on_time_rate: null, routes: 0 })
    expect(body.total_before?.costs).toEqual([])
  }
  const listed = await as(owner).call(listFigureDeliveries, { query: { ...march, show: 'late' } })
  expect(listed.body).toEqual({ data: [], next_cursor: null, total: 0 })
})

test('figures are not up to date before the past was read', async () => {
  const owner = await makeMember()
  await as(owner).call(createClient, { body: { name: 'Shop' } })
  const upTo = async () => (await as(owner).call(readFigures, { query: march })).body.up_to
  const before = await upTo()
  await keepAllUp(deps)
  expect(Date.parse(await upTo())).toBeGreaterThan(Date.parse(before))
})
