import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, onPhoneToo, test } from './fixtures.ts'

test(
  'the palette finds pages, actions and records, and opens them by keyboard',
  onPhoneToo,
  async ({ page, isMobile }) => {
    await signUp(page, { sampleData: true })
    await page.goto('/dashboard')
    const open = page.getByRole('button', { name: 'Search', exact: true })
    const palette = page.getByRole('dialog', { name: 'Search and jump' })
    await expect(open).toBeEnabled()
    if (isMobile) await open.click()
    else await page.keyboard.press('Control+k')
    await expect(palette.getByRole('option', { name: 'Add driver' })).toBeVisible()
    await expectNoAxeViolations(page)

    const field = palette.getByRole('combobox')
    await field.fill('no such thing anywhere')
    await expect(palette.getByText('Nothing found.')).toBeVisible()
    await field.fill('budi')
    await expect(palette.getByRole('option').first()).toContainText('Budi Santoso')
    await field.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Budi Santoso' })).toBeVisible()
    await expect(palette).toBeHidden()
  },
)
