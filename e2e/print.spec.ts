import type { Page } from '@playwright/test'
import { signUp } from './account.ts'
import { expect, test } from './fixtures.ts'

/** The PDF that a page asks for while something is done. */
async function pdfOf(page: Page, name: string, act: () => Promise<void>): Promise<Buffer> {
  const [reply] = await Promise.all([page.waitForResponse((each) => each.url().includes(name)), act()])
  expect(reply.headers()['content-type']).toBe('application/pdf')
  // The page has taken the bytes, so they are asked for again.
  const again = await page.request.get(reply.url(), { headers: await reply.request().allHeaders() })
  return again.body()
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('the list prints as a manifest of every page and as labels, by menu and by Ctrl P', async ({ page }) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/deliveries?sort=delivery_address')
  await expect(page.getByText('1–50 of 120')).toBeVisible()
  const print = async (item: string) => {
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const manifest = await pdfOf(page, 'manifest.pdf', () => print('Manifest'))
  expect(pagesOf(manifest)).toBeGreaterThan(4)
  expect(pagesOf(await pdfOf(page, 'labels.pdf', () => print('Labels, A4')))).toBe(30)
  await pdfOf(page, 'manifest.pdf', () => page.keyboard.press('Control+p'))
})
