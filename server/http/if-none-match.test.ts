import { expect, test } from 'vitest'
import { changeDelivery, createDelivery, getDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { listPositions } from '#domain/api/positions.ts'
import { testApp } from '../testing/test-app.ts'

const { as, makeMember } = await testApp()

test('a poller that has the answer already gets status 304 until something changes', async () => {
  const { call } = as(await makeMember())
  const body = { delivery_address: 'Jl. Sudirman 1', scheduled_date: '2030-01-02' }
  const { id } = (await call(createDelivery, { body })).body
  const ask = (etag: unknown) => call(listDeliveries, { headers: { 'if-none-match': String(etag) } })
  const { etag } = (await call(listDeliveries)).headers
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await ask(known)
    expect([again.status, again.headers.etag]).toEqual([304, etag])
  }
  const one = await call(getDelivery, { params: { id } })
  const headers = { 'if-none-match': String(one.headers.etag) }
  expect((await call(getDelivery, { params: { id }, headers })).status).toBe(304)
  await call(changeDelivery, { params: { id }, body: { notes: 'Gate 2' } })
  expect((await ask(etag)).body.data[0]).toMatchObject({ notes: 'Gate 2' })
  expect((await call(getDelivery, { params: { id }, headers })).body).toMatchObject({ notes: 'Gate 2' })
  expect((await ask('nonsense')).status).toBe(200)
})

test('the time of an answer does not make it a new one', async () => {
  const { call } = as(await makeMember())
  const first = await call(listPositions)
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect(first.body).toHaveProperty('now')
  expect((await call(listPositions, { headers })).status).toBe(304)
})
