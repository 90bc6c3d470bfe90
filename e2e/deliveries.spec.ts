import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { dismissToasts, signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

async function importFile(page: Page, file: string): Promise<void> {
  await page.goto('/dashboard/deliveries?import=1')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the rows' }).click()
}

test('a file of real orders is imported, and importing it again changes nothing', async ({ page }) => {
  await signUp(page)
  await importFile(page, 'samples/jakarta-deliveries.csv')
  await expect(page.getByText('120 rows can be imported.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 120 deliveries' }).click()
  await expect(page.getByText('120 deliveries added.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/of 120$/)).toBeVisible()

  await importFile(page, 'samples/jakarta-deliveries.csv')
  await page.getByRole('button', { name: 'Import 120 deliveries' }).click()
  await expect(page.getByText('0 deliveries added, 120 already up to date.')).toBeVisible()
})

test('bad rows are marked with the reason and can be downloaded; formulas stay text', async ({ page }) => {
  await signUp(page)
  await importFile(page, 'samples/deliveries-bad.csv')
  await expect(page.getByText('3 rows can be imported, 7 rows cannot.')).toBeVisible()
  for (const reason of [
    'Enter the delivery address.',
    'Latitude must be between -90 and 90.',
    'The time window ends before it starts.',
    'Weight cannot be negative.',
    'Same reference as row 8.',
  ]) {
    await expect(page.getByText(reason).first()).toBeVisible()
  }
  await expectNoAxeViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rows with errors' }).click()
  const bad = readFileSync(await (await download).path(), 'utf8')
  expect(bad.trim().split('\r\n')).toHaveLength(8)
  expect(bad).toContain('Weight cannot be negative.')

  await page.getByRole('button', { name: 'Import 3 deliveries' }).click()
  await expect(page.getByText('3 deliveries added.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('=HYPERLINK("http://example.com")').first()).toBeVisible()
})

test('a delivery is added, edited, found, deleted and restored, and its history shows that', async ({ page }) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/deliveries?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add delivery' }).click()
  await expect(dialog.getByText('Enter the delivery address.')).toBeVisible()
  await dialog.getByLabel('Delivery address').fill('Jl. Baru 1, Menteng')
  await dialog.getByLabel('Name', { exact: true }).fill('Ibu <i>Ani</i>')
  await dialog.getByRole('button', { name: 'Add delivery' }).click()
  await expect(dialog).toBeHidden()

  const search = page.getByRole('searchbox')
  await search.fill('ibu <i>ani')
  await expect(page.getByText('Ibu <i>Ani</i>').first()).toBeVisible()
  await expect(page.getByText(/of 1$/)).toBeVisible()
  await page.getByText('Ibu <i>Ani</i>').first().click()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Delivery address').fill('Jl. Baru 2, Menteng')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await dismissToasts(page)
  await page.getByText('Ibu <i>Ani</i>').first().click()
  await dialog.getByRole('tab', { name: 'History' }).click()
  await expect(dialog.getByText(/Jl\. Baru 1, Menteng → Jl\. Baru 2, Menteng/)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Ibu <i>Ani</i>').first()).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Ibu <i>Ani</i>').first()).toBeVisible()
})
