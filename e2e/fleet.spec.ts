import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, onPhoneToo, test } from './fixtures.ts'

test('a depot, a vehicle and a driver are added by hand', async ({ page }) => {
  await signUp(page)

  await page.goto('/dashboard/depots')
  await page.getByRole('button', { name: 'Add depot' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add depot' }).click()
  await expect(dialog.getByText('The name is missing.')).toBeVisible()
  await dialog.getByLabel('Name').fill('North depot')
  await dialog.getByLabel('Address').fill('Jl. Industri Raya 1')
  await dialog.getByRole('region', { name: 'Position on the map' }).click({ position: { x: 160, y: 120 } })
  await expect(dialog.getByRole('textbox', { name: 'Latitude' })).not.toHaveValue('')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add depot' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('North depot').first()).toBeVisible()
  await expect(page.getByText('Default').first()).toBeVisible()

  await page.goto('/dashboard/vehicles')
  await page.getByRole('button', { name: 'Add vehicle' }).first().click()
  await dialog.getByRole('textbox', { name: 'Carries at most' }).fill('500')
  await dialog.getByRole('button', { name: 'Add vehicle' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('KA-1001').first()).toBeVisible()

  await page.goto('/dashboard/drivers')
  await page.getByRole('button', { name: 'Add driver' }).first().click()
  await dialog.getByLabel('Name').fill('Siti <b>Rahma</b>')
  await dialog.getByLabel('Phone').fill('call me')
  await dialog.getByRole('button', { name: 'Vehicle' }).click()
  await page.getByRole('option', { name: /KA-1001/ }).click()
  await dialog.getByRole('button', { name: 'Add driver' }).click()
  await expect(dialog.getByText(/Write the phone number with its country code/)).toBeVisible()
  await dialog.getByLabel('Phone').fill('+62 811-0000-001')
  await dialog.getByRole('button', { name: 'Add driver' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Siti <b>Rahma</b>').first()).toBeVisible()
  await expect(page.getByText('+628110000001').first()).toBeAttached()
})

test(
  'a slip does not lose what was typed, and deactivating a driver can be undone',
  onPhoneToo,
  async ({ page, isMobile }) => {
    await signUp(page, { sampleData: true })
    await page.goto('/dashboard')
    if (isMobile) await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Drivers' }).click()
    await expect(page.getByRole('heading', { name: 'Drivers', exact: true })).toBeVisible()

    await page.getByText('Budi Santoso').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Budi S.')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue('Budi S.')
    await page.goBack()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue('Budi S.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Budi S.').first()).toBeVisible()

    await page.getByRole('button', { name: 'Actions for Budi S.' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await expect(page.getByText('Budi S. is now inactive')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Budi S. is now active')).toBeVisible()
  },
)

test('settings are saved', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard/settings')
  await page.getByLabel('Name').fill('Toko Budi')
  await page.getByRole('textbox', { name: 'Average speed' }).fill('30')
  await page.getByRole('textbox', { name: 'Average speed' }).blur()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Toko Budi')
  await expect(page.getByRole('textbox', { name: 'Average speed' })).toHaveValue('30')
})
