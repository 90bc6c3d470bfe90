import { expect, onPhoneToo, test } from './fixtures.ts'
import { enter, field, open, optimize, pin, redBox, summary } from './route-form.ts'

test('a marker opens its popup by mouse and keyboard', onPhoneToo, async ({ page }) => {
  await open(page)
  await page.getByRole('region', { name: 'Map of stops and routes' }).scrollIntoViewIfNeeded()
  await pin(page, /Taman Ismail Marzuki/).click()
  await expect(page.locator('.leaflet-popup')).toHaveText(/Taman Ismail Marzuki/)
  await pin(page, /Stasiun Jatinegara/).press('Enter')
  await expect(page.locator('.leaflet-popup').filter({ hasText: 'Stasiun Jatinegara' })).toBeVisible()

  await field(page, 'Depot address').fill('-6.2, 106.8')
  await pin(page, /^Depot:/).press('Enter')
  await expect(page.locator('.leaflet-popup').filter({ hasText: 'Depot: -6.2, 106.8' })).toBeVisible()
})

test('the map opens with all sample places in view, in tiles of 256 pixels, and zooms in up to 18', async ({
  page,
  baseURL,
}) => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => route.fulfill({ contentType: 'image/png', body: png }),
  )
  await open(page)
  const map = page.getByRole('region', { name: 'Map of stops and routes' })
  await map.scrollIntoViewIfNeeded()
  const frame = (await map.boundingBox())!
  await expect(pin(page, /./)).toHaveCount(8)
  for (const each of await pin(page, /./).all()) {
    const box = (await each.boundingBox())!
    expect(box.y, 'the head of a pin').toBeGreaterThanOrEqual(frame.y)
    expect(box.y + box.height, 'its tip').toBeLessThanOrEqual(frame.y + frame.height)
  }
  const tile = (zoom: number) => page.locator(`.leaflet-tile[src*="/${zoom}/"]`)
  // The tile that contains (-6.2088, 106.8456).
  await expect(page.locator('.leaflet-tile[src*="/11/1631/1059"]')).toHaveCSS('width', '256px')
  const zoomIn = page.getByRole('button', { name: 'Zoom in' })
  for (const zoom of [12, 13, 14, 15, 16, 17, 18]) {
    // A press during the previous zoom is lost.
    await expect(page.locator('.leaflet-zoom-anim')).toHaveCount(0)
    await zoomIn.click()
    await expect(tile(zoom).first()).toBeAttached()
  }
  await expect(zoomIn).toHaveAttribute('aria-disabled', 'true')
})

test('an unknown place is asked for, never guessed', onPhoneToo, async ({ page }) => {
  await open(page)
  await enter(page, '-6.2088, 106.8456', 'Jl. Cikini 28', '-6.21, 106.85')
  await optimize(page)
  await expect(redBox(page)).toHaveText(
    'We don’t know where “Jl. Cikini 28” is. Choose a suggestion or place its pin on the map.',
  )
  await page.getByRole('button', { name: 'Place the pin for Delivery point 1' }).click()
  await expect(page.getByText('Click the map where “Jl. Cikini 28” is.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Click the map where')).toBeHidden()

  await page.getByRole('button', { name: 'Place the pin for Delivery point 1' }).click()
  const map = page.getByRole('region', { name: 'Map of stops and routes' })
  await map.click({ position: { x: 120, y: 250 } })
  await expect(page.getByText(/^Pin at -6\.2\d+, 106\.\d+$/)).toBeVisible()
  await expect(field(page, 'Delivery point 1')).toHaveValue('Jl. Cikini 28')
  await optimize(page)
  await expect(summary(page)).toHaveCount(3)

  await page.getByRole('button', { name: 'Remove Delivery point 1' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await field(page, 'Delivery point 2').fill('Cikini 9')
  await page.getByRole('button', { name: 'Use Taman Ismail Marzuki for Delivery point 2' }).click()
  await expect(field(page, 'Delivery point 2')).toHaveValue(/^Taman Ismail Marzuki/)
})

test('a pin is placed and moved with the keyboard alone', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Place the pin for Depot address' }).press('Enter')
  await page.getByRole('button', { name: 'Use map center' }).press('Enter')
  await expect(field(page, 'Depot address')).toHaveValue(/^-6\.2\d+, 106\.8\d+$/)
  await expect(field(page, 'Depot address')).toBeFocused()
  await pin(page, /^Depot/).press('ArrowUp')
  await pin(page, /^Depot/).press('Shift+ArrowRight')
  await expect(field(page, 'Depot address')).toHaveValue(/^-6\.20\d+, 106\.8[5-9]\d+$/)
  await expect(pin(page, /^Depot/)).toBeFocused()
})

test('dragging a pin of a finished route updates the route at once', async ({ page }) => {
  // The map then jumps to the route, so the pin is already where it will stay.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await enter(page, '-6.2088, 106.8456', '-6.2100, 106.8300', '-6.2000, 106.8500')
  await optimize(page)
  const before = await summary(page).first().innerText()
  await pin(page, /: -6.2100/).hover()
  const map = (await page.getByRole('region', { name: 'Map of stops and routes' }).boundingBox())!
  await page.mouse.down()
  // The middle is far from where the pin was, so the length must change.
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(field(page, 'Delivery point 1')).not.toHaveValue('-6.2100, 106.8300')
  await expect(summary(page).first()).not.toHaveText(before)
  await expect(page.getByText('Stops changed.')).toBeHidden()
})
