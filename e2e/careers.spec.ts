import { randomUUID } from 'node:crypto'
import { positions } from '#web/marketing/careers/positions.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { problem } from './message-form.ts'

test('lists four positions with title, department, location and type', async ({ staticPage: page }) => {
  await page.goto('/careers')
  await expect(page.getByRole('button', { name: 'Apply Now' })).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Apply Now' }).first()).toBeDisabled()
  await expect(page.locator('noscript p')).toContainText('The application form needs JavaScript.')
  expect(positions).toHaveLength(4)
  for (const { title, department, location, type } of positions) {
    const item = page.getByRole('listitem', { name: title, exact: true })
    for (const fact of [department, location, type]) await expect(item.getByText(fact, { exact: true })).toBeVisible()
  }
})

test('View Open Positions scrolls to the list; Contact Us leads to the form', async ({ page }) => {
  await page.goto('/careers')
  const heading = page.getByRole('heading', { name: 'Open positions' })
  await expect(heading).not.toBeInViewport()
  await page.getByRole('link', { name: 'View Open Positions' }).click()
  await expect(heading).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Apply Now' }).first()).toBeFocused()
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeVisible()
})

test('an application is sent by keyboard and confirmed, and focus returns', async ({ page }) => {
  await page.goto('/careers')
  const apply = page.getByRole('listitem', { name: 'Product Designer' }).getByRole('button', { name: 'Apply Now' })
  await expect(apply).toBeEnabled()
  await apply.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Apply: Product Designer' })
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Name').fill('Budi')
  await dialog.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await dialog.getByLabel('Link').fill('example.com')
  await dialog.getByLabel('Cover letter').fill('I drew <b>doors</b> for years. 🚪')
  await dialog.getByRole('button', { name: 'Send Application' }).click()
  await expect(dialog.getByLabel('Link')).toHaveAccessibleDescription(/starts with https/)
  await dialog.getByLabel('Link').fill('https://example.com')
  const request = page.waitForRequest('**/v1/applications')
  await page.keyboard.press('Enter')
  expect((await request).postDataJSON()).toMatchObject({ position: 'product-designer', link: 'https://example.com' })
  await expect(dialog.getByText('Application Sent!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(apply).toBeFocused()
})

test('an application closed halfway is still there, for its own position only', async ({ page }) => {
  await page.goto('/careers')
  const [first, second] = [0, 1].map((index) => page.getByRole('button', { name: 'Apply Now' }).nth(index))
  await first!.click()
  await page.getByRole('dialog').getByLabel('Cover letter').fill('Half a letter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await second!.click()
  await expect(page.getByRole('dialog').getByLabel('Cover letter')).toHaveValue('')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await first!.click()
  await expect(page.getByRole('dialog').getByLabel('Cover letter')).toHaveValue('Half a letter')
})

test.describe('when sending fails', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('the dialog says so and keeps the letter', async ({ page }) => {
    await page.route('**/v1/applications', (route) =>
      route.fulfill(problem({ code: 'internal', title: 'Something went wrong on our side.', status: 500 })),
    )
    await page.goto('/careers')
    await page.getByRole('button', { name: 'Apply Now' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Budi')
    await dialog.getByLabel('Email').fill('budi@example.com')
    await dialog.getByLabel('Cover letter').fill('A letter')
    await dialog.getByRole('button', { name: 'Send Application' }).click()
    await expect(dialog.getByText(/wrong on our side/)).toBeVisible()
    await expect(dialog.getByLabel('Cover letter')).toHaveValue('A letter')
    await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeFocused()
  })
})
