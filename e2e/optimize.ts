import type { Page } from '@playwright/test'

/** Starts planning the day that the page shows. The search stops after the time limit, and takes both processors until then. */
export async function optimize(page: Page, timeLimitSeconds = 1): Promise<void> {
  const seconds = page.getByRole('textbox', { name: 'Time limit in seconds' })
  await seconds.fill(String(timeLimitSeconds))
  await seconds.blur()
  await page.getByRole('button', { name: /^Optimize/ }).click()
}
