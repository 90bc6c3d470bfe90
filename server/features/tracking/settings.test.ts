import { expect, test } from 'vitest'
import { createDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import * as api from '#domain/api/tracking.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, makeMember } = await testApp()

const order = { delivery_address: 'Jl. Sabang 1', scheduled_date: '2026-12-01' }

test('a workspace says what recipients see, and an order says its language and that it is confidential', async () => {
  const { call } = as(await makeMember())
  expect((await call(api.getTrackingSettings)).body).toMatchObject({
    recipient_language: 'en',
    link_days: 7,
    version: 1,
  })
  const changed = await call(api.changeTrackingSettings, { body: { recipient_language: 'id', show_van: 'near' } })
  expect(changed.body).toMatchObject({ recipient_language: 'id', show_van: 'near', version: 2 })
  const wrong = { link_days: 0, show_van: 'always', recipients_may: ['everything'] }
  const refused = await call(api.changeTrackingSettings, { body: wrong as never })
  expect(refused.errors?.map(({ path }) => path)).toEqual(['link_days', 'show_van', 'recipients_may.0'])
  const secret = { ...order, recipient_language: 'ar', is_confidential: true } as const
  expect((await call(createDelivery, { body: secret })).body).toMatchObject(secret)
  expect((await call(createDelivery, { body: order })).body).toMatchObject({
    recipient_language: null,
    is_confidential: false,
  })
})

test('a delivery has one link until it is renewed', async () => {
  const { call } = as(await makeMember())
  const { id, version } = (await call(createDelivery, { body: order })).body
  const link = () => call(api.getTrackingLink, { params: { id } })
  const { body: first } = await link()
  expect(first).toEqual({ url: expect.stringMatching(/\/t\/[\w-]{38}$/), ended_at: null })
  expect((await link()).body).toEqual(first)
  const { body: second } = await call(api.renewTrackingLink, { params: { id } })
  expect(second.url).not.toBe(first.url)
  expect((await link()).body).toEqual(second)
  expect(version).toBe(1)
  const history = await call(listDeliveryEvents, { params: { id } })
  expect(history.body).toMatchObject({ chain_intact: true, data: [{ kind: 'created' }] })
})
