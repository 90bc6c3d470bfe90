import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, expectNoDarkViolations, expectNoOverflow } from './fixtures.ts'

/** Opens the page of a delivery as its recipient, who leaves a note for the driver. */
export async function leaveNote(context: BrowserContext, url: string, note: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText('Delivery instructions').click()
  await page.getByLabel('Note for the driver').fill(note)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The driver will see it.')).toBeVisible()
  return page
}

/** Waits until the page says by itself that it was delivered, and rates that. */
export async function rate(page: Page, stars: number): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Delivered' })).toBeVisible({ timeout: 40_000 })
  await expectAccessible(page)
  await page.getByRole('radio', { name: `${stars} stars` }).check({ force: true })
  await page.locator('form[data-does=rating] button').click()
  await expect(page.getByText(`You gave ${stars} stars.`)).toBeVisible()
  await expectAccessible(page)
}

/** On a screen that is wide enough for colors to be looked at, too. */
async function expectAccessible(page: Page): Promise<void> {
  await expectNoOverflow(page)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 700, height: size.height })
  await expectNoAxeViolations(page)
  await expectNoDarkViolations(page)
  await page.setViewportSize(size)
}
