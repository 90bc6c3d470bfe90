import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, onPhoneToo, test } from './fixtures.ts'
import { optimize } from './optimize.ts'

test(
  'a day is planned, approved, dispatched and taken back, with a reload in the middle',
  onPhoneToo,
  async ({ page, isMobile }) => {
    await signUp(page, { sampleData: true })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /^Plan / }).click()
    await expect(page.getByRole('heading', { name: 'Planning' })).toBeVisible()
    await expect(page.getByText('Budi Santoso')).toBeVisible()
    await optimize(page, 3)

    await expect(page.getByText('Routes so far')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible({ timeout: 30_000 })
    if (isMobile) await page.getByRole('tab', { name: 'Map' }).click()
    await expect(page.getByRole('region', { name: 'Map of the routes' })).toBeVisible()
    await expect(page.getByText('Map tiles are unreachable; positions are still exact.')).toBeVisible()
    if (isMobile) await page.getByRole('tab', { name: 'Routes' }).click()
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Dispatch' }).click()
    await expect(page.getByRole('main').getByText('Dispatched').first()).toBeVisible()

    await page.goto('/dashboard/planning')
    await expect(page.getByRole('main').getByText('Dispatched').first()).toBeVisible()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('button', { name: 'Dispatch' })).toBeVisible()
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  },
)

test('a calculation can be cancelled, started again, and finished by hand with the keyboard, and a plan optimized anew', async ({
  page,
}) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/planning')
  await optimize(page, 60)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Optimize again' }).click()
  await page.getByRole('button', { name: 'Finish now' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()

  // The same plan once more: what changes is shown before anything does, and survives a reload.
  await page.getByRole('button', { name: 'Optimize…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Optimize' }).press('Enter')
  await page.getByRole('button', { name: 'Stop and look' }).press('Enter')
  const changes = page.getByRole('region', { name: 'What changes' })
  await expect(changes.getByRole('button', { name: 'Discard' })).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expectNoAxeViolations(page)
  await changes.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(changes).toBeHidden()
})

test('a group of left-out deliveries moves to the next day at once, and back', async ({ page }) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/planning')
  const all = page.getByRole('checkbox', { name: 'All drivers' })
  await all.click({ force: true })
  await page.getByRole('checkbox', { name: /^Putri/ }).click({ force: true })
  await optimize(page)
  const groups = page.getByRole('region', { name: /unassigned deliveries$/ })
  await expect(groups).toBeVisible({ timeout: 30_000 })
  const before = await groups.getByRole('heading', { level: 2 }).innerText()
  await expectNoAxeViolations(page)

  await groups.getByRole('button', { name: 'Show on the map' }).first().click()
  await expect(groups.getByRole('button', { name: 'Show all on the map' })).toBeVisible()
  await groups
    .getByRole('button', { name: /^Move to/ })
    .first()
    .click()
  await expect(page.getByText(/deliveries moved to/)).toBeVisible()
  await expect(groups.getByText(/more changed since the plan was made$/)).toBeVisible()
  await expect(groups.getByText('All of them were changed since.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).and(page.getByText('Undo')).click()
  await expect(groups.getByRole('heading', { level: 2 })).toHaveText(before)

  await groups.getByRole('link', { name: 'Open in the list' }).first().click()
  await expect(page.getByRole('button', { name: /^Show all deliveries/ })).toBeVisible()
})

test('a day that is over is not planned, and its deliveries move to today', async ({ page }) => {
  const { session } = await signUp(page, { sampleData: true })
  const day = '2026-03-16'
  const headers = { authorization: `Bearer ${session.access_token}` }
  const data = { delivery_address: 'Jl. Lampau 1', scheduled_date: day }
  expect((await page.request.post('/v1/deliveries', { headers, data })).status()).toBe(201)
  await page.goto(`/dashboard/planning/${day}`)
  await expect(page.getByText(/^This day is over\./).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Optimize/ })).toBeDisabled()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Move 1 delivery to today' }).click()
  await expect(page.getByText('Delivery #121 moved to', { exact: false })).toBeVisible()
  await expect(page.getByText(/^This day is over\./)).toHaveCount(0)
})
