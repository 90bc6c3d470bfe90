import { readFileSync } from 'node:fs'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, expectNoDarkViolations, expectNoOverflow, test } from './fixtures.ts'
import { optimize } from './optimize.ts'

const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The first rows of the sample orders as somebody's own file, for another day than today. */
function ordersFile(count: number, day: string) {
  const [header, ...rows] = readFileSync('samples/jakarta-deliveries.csv', 'utf8').trim().split(/\r?\n/)
  const lines = [`${header},day`, ...rows.slice(0, count).map((row) => `${row.replace(/,cold,/, ',,')},${day}`)]
  return { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

const crew = [
  'Name\tPhone\tPlate\tStart\tUntil',
  'Budi Santoso\t+62 811 0009 001\tB 9101 KRT\t8:00\t18:00',
  'Siti Rahmawati\t+62 811 0009 002\t\t8:00\t18:00',
  'Agus Wijaya\t+62 811 0009 003\t\t8:00\t18:00',
].join('\n')

test('a new workspace comes to an approved plan of its own orders', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard')
  await expect(page.getByText('0 of 3 steps done')).toBeVisible()
  await expectNoAxeViolations(page)
  await expectNoDarkViolations(page)
  await expectNoOverflow(page)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a depot' }).click()
  await dialog.getByLabel('Name').fill('Gudang Kami')
  await dialog.getByLabel('Address').fill('Jl. Industri Raya 1')
  const position = dialog.getByLabel('Paste coordinates, a map link or a plus code')
  await position.fill('https://maps.app.goo.gl/x')
  await position.blur()
  await expect(dialog.getByText(/^Short links cannot be read here/)).toBeVisible()
  await position.fill('https://www.google.com/maps?q=-6.155,106.845')
  await expect(dialog.getByText('Map link: -6.155, 106.845.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Latitude' })).toHaveValue('-6.155')
  await dialog.getByRole('button', { name: 'Add depot' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 depot')).toBeVisible()

  await page.getByRole('button', { name: 'Import vehicles' }).click()
  await dialog.getByLabel('Or paste rows from a spreadsheet').fill('B 9101 KRT\tvan')
  await dialog.getByRole('button', { name: 'Use these rows' }).click()
  await expect(dialog.getByText('Choose the column that holds the code or the plate.')).toBeVisible()
  await dialog.getByRole('button', { name: 'What Column 1 holds' }).click()
  await page.getByRole('option', { name: 'Plate' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await dialog.getByRole('button', { name: 'Import 1 vehicle' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Import drivers' }).click()
  await dialog.getByLabel('Or paste rows from a spreadsheet').fill(crew)
  await dialog.getByRole('button', { name: 'Use these rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('3 new.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Import 3 drivers' }).click()
  await expect(dialog.getByText('3 drivers added.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('1 of 3 steps done')).toBeVisible()

  const day = dayFromToday(2)
  await page.getByRole('button', { name: 'Import deliveries' }).click()
  await page.locator('input[type=file]').setInputFiles(ordersFile(20, day))
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('20 new.')).toBeVisible()
  await dialog.getByRole('button', { name: 'This is our depot' }).click()
  await expect(dialog.getByText(/which is none of your depots/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Import 20 deliveries' }).click()
  await expect(dialog.getByText('20 deliveries added.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('2 of 3 steps done')).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: /^Plan / }).click()
  await expect(page).toHaveURL(new RegExp(`/planning/${day}`))

  await optimize(page)
  await page.getByRole('button', { name: 'Approve' }).click({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Dispatch' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Your first planned day')).toBeHidden()
})

test('importing drivers again updates them, and says so before', async ({ page }) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/drivers?import=1')
  const dialog = page.getByRole('dialog')
  const rows = [
    'Name\tPhone\tVehicle\tUntil',
    'B. Santoso\t0062 811 000 9001\t\t18:00',
    'Rina\t\tKA-1003\t',
    'Eka\t\t\t19:00',
  ]
  await dialog.getByLabel('Or paste rows from a spreadsheet').fill(rows.join('\n'))
  await dialog.getByRole('button', { name: 'Use these rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('1 new, 1 update.')).toBeVisible()
  await expect(dialog.getByText(/^Vehicle KA-1003 belongs to .+ Free it first\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 drivers' }).click()
  await expect(dialog.getByText('1 driver added, 1 updated.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('B. Santoso').first()).toBeVisible()
})
