import { expect, test } from './fixtures.ts'
import { engineColor, enter, field, nearestColor, open, optimize, painted, pin, redBox, summary } from './route-form.ts'

test('with more than three stops, a switch compares with our engine and shows both routes on the map', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByRole('switch')).toBeHidden()
  await page.getByRole('button', { name: 'Try sample stops' }).click()
  await expect(field(page, 'Delivery point 7')).toHaveValue(/^Taman Mini/)
  await optimize(page)
  await expect(summary(page).first()).toHaveText('68.77 km')
  await page.getByRole('switch', { name: 'Compare with our engine' }).click()
  await expect(page.getByText('Our engine saves 9.89 km, 15 minutes and 0.99 L.', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Nearest neighbor' })).toContainText('68.77')
  await expect(page.getByRole('row', { name: 'Our engine' })).toContainText('58.88')
  await expect(page.getByRole('row', { name: 'In the order entered' })).toContainText('84.24')
  await expect(summary(page).first()).toHaveText('58.88 km')
  await expect.poll(() => painted(page, engineColor)).toBeGreaterThan(50)
  await expect.poll(() => painted(page, nearestColor)).toBeGreaterThan(50)

  await page.getByRole('switch').click()
  await expect(summary(page).first()).toHaveText('68.77 km')
  await expect.poll(() => painted(page, engineColor)).toBe(0)
})

test('it says so when the engine saves nothing', async ({ page }) => {
  await open(page)
  await enter(page, '0, 0', '0, 0.1', '0, 0.2', '0, 0.3')
  await page.getByRole('switch').click()
  await optimize(page)
  await expect(page.getByText('No savings this time', { exact: false }).last()).toBeVisible()
})

test.describe('a browser that runs no workers', () => {
  test('still shows the nearest-neighbor route, and says what is missing', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
    await open(page)
    await page.getByRole('button', { name: 'Try sample stops' }).click()
    await page.getByRole('switch').click()
    await optimize(page)
    await expect(redBox(page)).toContainText('Our engine could not start in this browser.')
    await expect(summary(page).first()).toHaveText('68.77 km')
    await expect(page.getByRole('button', { name: 'Optimize Route' })).toBeEnabled()
  })
})

test.describe('without a connection', () => {
  // The base map may be on its way when the connection ends.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('offline, the route is still found, and the engine says that it cannot start', async ({ page, context }) => {
    await open(page)
    await page.getByRole('region', { name: 'Map of stops and routes' }).scrollIntoViewIfNeeded()
    await expect(pin(page, /Taman Ismail Marzuki/)).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Try sample stops' }).click()
    await optimize(page)
    await expect(summary(page).first()).toHaveText('68.77 km')
    await page.getByRole('switch').click()
    await expect(redBox(page)).toContainText('Our engine could not start')
  })
})
