import type { Page } from '@playwright/test'
import { importDeliveries } from '#domain/api/deliveries.ts'
import { dayOf } from '#domain/time.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, onPhoneToo, test } from './fixtures.ts'
import { optimize } from './optimize.ts'

// Not today, of which nothing may be left.
const tomorrow = () => dayOf(new Date(Date.now() + 24 * 3600_000), 'Asia/Jakarta')

/** A workspace with sample data and these further deliveries of tomorrow. */
async function withDeliveries(page: Page, deliveries: object[], options: Parameters<typeof signUp>[1] = {}) {
  const { session } = await signUp(page, options)
  const headers = { authorization: `Bearer ${session.access_token}` }
  const data = { deliveries: deliveries.map((delivery) => ({ scheduled_date: tomorrow(), ...delivery })) }
  const reply = await page.request.post(importDeliveries.path, { headers, data })
  expect(reply.status(), 'status of the import').toBe(200)
}

test(
  'positions are confirmed one after the other, and remembered for the address',
  onPhoneToo,
  async ({ page, isMobile }) => {
    await withDeliveries(page, [
      { delivery_address: 'Ruko Blok C 17', priority: 1, recipient_name: 'Toko Jaya' },
      { delivery_address: 'RUKO BLOK C-17', recipient_name: 'Toko Jaya again' },
      { delivery_address: 'Kotak kosong', delivery_location: { lat: 0, lng: 0 } },
    ])
    await page.goto('/dashboard/addresses')
    await expect(page.getByRole('tab', { name: 'To check (3)' })).toBeVisible()
    const list = page.getByRole('list', { name: 'Deliveries to check, the riskiest first' })
    await expect(list.getByRole('button')).toHaveText([/Ruko Blok C 17/, /RUKO BLOK C-17/, /Kotak kosong.*/])
    await expectNoAxeViolations(page)
    if (isMobile) await list.getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: 'Ruko Blok C 17' })).toBeVisible()
    await expect(page.getByText('This server has no geocoder to search with.')).toBeVisible()
    await page.getByLabel('Paste coordinates, a map link or a plus code').fill('-6.21, 106.82')
    await expect(page.getByText('One other open delivery goes there.')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm pin' }).click()
    await expect(page.getByText('Remembered, and one other delivery to this address got it.')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'To check (1)' })).toBeVisible()

    await page.getByRole('tab', { name: 'Address book' }).click()
    await expect(page.getByRole('main').getByText('Ruko Blok C 17').first()).toBeVisible()
  },
)

test('keys go through the list, and Undo brings a position back', async ({ page }) => {
  await withDeliveries(page, [
    { delivery_address: 'First', delivery_location: { lat: -6.2, lng: 106.8 }, location_confidence: 0.5 },
    { delivery_address: 'Second', delivery_location: { lat: -6.3, lng: 106.9 }, location_confidence: 0.5 },
  ])
  await page.goto('/dashboard/addresses')
  const opened = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(opened).toHaveText('First')
  await page.keyboard.press('j')
  await expect(opened).toHaveText('Second')
  await page.keyboard.press('ArrowUp')
  await expect(opened).toHaveText('First')
  await page.getByText('Remember for this address').click()
  await page
    .getByRole('list', { name: /to check/ })
    .getByRole('button')
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(opened).toHaveText('Second')
  await expect(page.getByRole('tab', { name: 'To check (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('tab', { name: 'To check (2)' })).toBeVisible()
})

test('a plan with doubtful positions says so before it is approved', async ({ page }) => {
  const guess = {
    delivery_location: { lat: -6.19, lng: 106.83 },
    location_source: 'geocoder',
    location_confidence: 0.5,
  }
  await withDeliveries(page, [{ delivery_address: 'Jl. Kebon Sirih', ...guess }], { sampleData: true })
  await page.goto(`/dashboard/planning/${tomorrow()}`)
  await optimize(page)
  await expect(page.getByText('1 stop has a doubtful position: #121 (street only).')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('alertdialog', { name: 'Approve with doubtful positions?' })
  await question.getByRole('button', { name: 'Go back' }).click()

  await page.getByRole('link', { name: 'Check positions' }).click()
  await page.getByRole('button', { name: 'Confirm pin' }).click()
  await expect(page.getByText('Every position is good')).toBeVisible()
  await page.getByRole('link', { name: 'Plan routes' }).click()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(page.getByText('doubtful position')).toHaveCount(0)
})
