import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { changeSlotSettings } from '#domain/api/slots.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, expectNoOverflow, onPhoneToo, test } from './fixtures.ts'

const name = () => `market-${Math.random().toString(36).slice(2, 10)}`

/** Offers slots of a workspace with sample data, on its order page and in a shop. */
async function offerSlots(page: Page, shop_origins: string[] = []): Promise<string> {
  const { session } = await signUp(page, { sampleData: true })
  const order_page_name = name()
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const windows = [
    { weekdays, start: '09:00', end: '12:00' },
    { weekdays, start: '12:00', end: '15:00' },
  ]
  const data = { is_on: true, windows, order_page: true, order_page_name, shop_origins }
  const headers = { authorization: `Bearer ${session.access_token}` }
  const reply = await page.request.patch(changeSlotSettings.path, { headers, data })
  expect(reply.status()).toBe(200)
  return order_page_name
}

/** Puts the pin where the map begins, since the tests have no geocoder, and chooses the first time. */
async function chooseTime(where: Page | FrameLocator): Promise<void> {
  await where.getByLabel('Delivery address').fill('Jl. Sabang 12, Menteng')
  await where.getByRole('button', { name: 'Set the pin on the map' }).click()
  await where.getByRole('button', { name: 'Drag the pin to your door.' }).press('ArrowUp')
  await where.getByRole('button', { name: 'The door is here' }).click()
  await where.getByRole('button', { name: 'Show times' }).click()
  await where.locator('button.time').first().click()
}

test(
  'a customer books a time on the order page, and what was entered outlives the hold',
  onPhoneToo,
  async ({ page }) => {
    const market = await offerSlots(page)
    await page.clock.install()
    await page.goto(`/order/${market}`)
    await chooseTime(page)
    await page.getByLabel('Name').fill('Siti Aminah')
    await page.getByLabel('Phone').fill('+62 811 0000 001')
    await expect(page.getByRole('timer')).toHaveText(/^Held for you for 1[45]:\d\d\.$/)
    await expectNoOverflow(page)
    await expectNoAxeViolations(page)

    await page.clock.fastForward('16:00')
    await expect(page.getByText('This time is no longer held for you.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Book the delivery' })).toBeDisabled()
    await page.getByRole('button', { name: 'Choose another time' }).click()
    await page.locator('button.time').first().click()
    await expect(page.getByLabel('Name')).toHaveValue('Siti Aminah')
    await page.getByRole('button', { name: 'Book the delivery' }).click()
    await expect(page.getByRole('heading', { name: 'Your delivery is booked' })).toBeVisible()
    await page.getByRole('link', { name: 'Follow the delivery' }).click()
    await expect(page).toHaveURL(/\/t\/[\w-]{38}$/)
  },
)

test('a shop learns which time was chosen in its page', async ({ page, baseURL }) => {
  let body = ''
  const server = createServer((_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(body)).listen(0)
  await once(server, 'listening')
  const shop = `http://localhost:${(server.address() as AddressInfo).port}`
  try {
    const market = await offerSlots(page, [shop])
    body = readFileSync('docs/examples/shop-slots.html', 'utf8')
      .replace('https://karta.example', baseURL!)
      .replace('fresh-market', market)
      .replace(/value="[^"]*"/, 'value=""')
    await page.goto(shop)
    const frame = page.frameLocator('iframe[title="Delivery times"]')
    await chooseTime(frame)
    await expect(page.locator('#chosen')).toContainText(/to \d\d:\d\d, USD \d+: hold [0-9a-f-]{36}/)
    await expect(page.getByRole('button', { name: 'Pay' })).toBeEnabled()
    await frame.getByRole('button', { name: 'Choose another time' }).click()
    await expect(page.getByRole('button', { name: 'Pay' })).toBeDisabled()
  } finally {
    server.close()
  }
})
