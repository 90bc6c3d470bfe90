import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, onPhoneToo, test } from './fixtures.ts'

test(
  'a day is planned, approved, dispatched and taken back, with a reload in the middle',
  onPhoneToo,
  async ({ page, isMobile }) => {
    await signUp(page, { sampleData: true })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /^Plan / }).click()
    await expect(page.getByRole('heading', { name: 'Planning' })).toBeVisible()
    await expect(page.getByText('Budi Santoso')).toBeVisible()
    const seconds = page.getByRole('textbox', { name: 'Time limit in seconds' })
    await seconds.fill('4')
    await seconds.blur()
    await page.getByRole('button', { name: /^Optimize/ }).click()

    await expect(page.getByText('Routes so far')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible({ timeout: 30_000 })
    if (isMobile) await page.getByRole('tab', { name: 'Map' }).click()
    await expect(page.getByRole('region', { name: 'Map of the routes' })).toBeVisible()
    await expect(page.getByText('Map tiles are unreachable; positions are still exact.')).toBeVisible()
    if (isMobile) await page.getByRole('tab', { name: 'List' }).click()
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

test('a calculation can be cancelled', async ({ page }) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/planning')
  const seconds = page.getByRole('textbox', { name: 'Time limit in seconds' })
  await seconds.fill('60')
  await seconds.blur()
  await page.getByRole('button', { name: /^Optimize/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Optimize/ })).toBeVisible()
})
