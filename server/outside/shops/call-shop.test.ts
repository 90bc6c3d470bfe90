import { afterAll, expect, test } from 'vitest'
import { startDouble } from '../double-server.ts'
import { callShop } from './call-shop.ts'

let wait = '1'
let refusals = 0
const shop = await startDouble(() =>
  refusals-- > 0
    ? { status: 429, headers: { 'retry-after': wait }, body: { message: 'Too many requests' } }
    : { status: 200, body: { fine: true } },
)
afterAll(() => shop.close())
const ask = () => callShop({ method: 'GET', url: new URL(shop.url), publicOnly: false })

test('a call goes on after the time that a shop asks for', async () => {
  refusals = 1
  expect((await ask()).json).toEqual({ fine: true })
  expect(shop.calls).toHaveLength(2)
})

test('a shop that asks for more than a minute is asked again later', async () => {
  ;[refusals, wait] = [1, '61']
  await expect(ask()).rejects.toMatchObject({ failure: 'busy', isPassing: true })
})
