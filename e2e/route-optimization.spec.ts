import type { Page, Request } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const optimize = (page: Page) => page.getByRole('button', { name: 'Optimize Route' }).click()
const redBox = (page: Page) => page.getByRole('alert')
const summary = (page: Page) => page.getByRole('definition')
const pin = (page: Page, name: RegExp) => page.locator('.leaflet-marker-pane').getByRole('button', { name })

/** Opens the page and waits until the form listens. */
async function open(page: Page) {
  await page.goto('/route-optimization')
  await expect(field(page, 'Depot address')).toBeEnabled()
}

/** Coordinates are addresses too: they bring their own position. */
async function enter(page: Page, ...addresses: string[]) {
  for (const [index, address] of addresses.entries()) {
    const name = index === 0 ? 'Depot address' : `Delivery point ${index}`
    if ((await field(page, name).count()) === 0) await page.getByRole('button', { name: 'Add stop' }).click()
    await field(page, name).fill(address)
  }
}

/** How many pixels of a colour the map's canvas has. */
const painted = (page: Page, colour: readonly [number, number, number]) =>
  page.locator('.leaflet-overlay-pane canvas').evaluate((canvas, wanted) => {
    const { width, height } = canvas as HTMLCanvasElement
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if (wanted.every((value, channel) => Math.abs(data[at + channel] - value) < 4) && data[at + 3] > 200) count += 1
    return count
  }, colour)

const nearestColour = [0xb8, 0x44, 0x0f] as const
const engineColour = [0x0b, 0x7a, 0x5e] as const

test('the form has a depot and two delivery points, and the cards say what it is for', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('heading', { name: 'Route Optimization', level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveCount(3)
  for (const title of ['Save Time', 'Reduce Fuel Costs', 'Real-time Updates'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Reduce planning time by 90%')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Route summary' })).toBeVisible()
  const map = page.getByRole('region', { name: 'Map of the stops and routes' })
  await map.scrollIntoViewIfNeeded()
  await expect(pin(page, /Taman Ismail Marzuki/)).toBeVisible()
  expect((await map.boundingBox())!.height).toBe(400)
})

test('a marker opens its popup by mouse and by key', async ({ page }) => {
  await open(page)
  await page.getByRole('region', { name: 'Map of the stops and routes' }).scrollIntoViewIfNeeded()
  await pin(page, /Taman Ismail Marzuki/).click()
  await expect(page.locator('.leaflet-popup')).toHaveText(/Taman Ismail Marzuki/)
  await pin(page, /Stasiun Jatinegara/).press('Enter')
  await expect(page.locator('.leaflet-popup').filter({ hasText: 'Stasiun Jatinegara' })).toBeVisible()

  await field(page, 'Depot address').fill('-6.2, 106.8')
  await pin(page, /^Depot:/).press('Enter')
  await expect(page.locator('.leaflet-popup').filter({ hasText: 'Depot: -6.2, 106.8' })).toBeVisible()
})

test('the map opens on Jakarta at zoom 13, in tiles of 256 pixels, and zooms in up to 18', async ({
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
  await page.getByRole('region', { name: 'Map of the stops and routes' }).scrollIntoViewIfNeeded()
  const tile = (zoom: number) => page.locator(`.leaflet-tile[src*="/${zoom}/"]`)
  // The tile in which (-6.2088, 106.8456) lies.
  await expect(page.locator('.leaflet-tile[src*="/13/6527/4237"]')).toHaveCSS('width', '256px')
  const zoomIn = page.getByRole('button', { name: 'Zoom in' })
  for (const zoom of [14, 15, 16, 17, 18]) {
    // A press while the last zoom is still moving is lost.
    await expect(page.locator('.leaflet-zoom-anim')).toHaveCount(0)
    await zoomIn.click()
    await expect(tile(zoom).first()).toBeAttached()
  }
  await expect(zoomIn).toHaveAttribute('aria-disabled', 'true')
})

test('empty addresses and too few points are said in a red box, and a mended form forgets it', async ({ page }) => {
  await open(page)
  await optimize(page)
  await expect(redBox(page)).toHaveText('Please fill in all addresses')
  await expect(redBox(page)).toHaveCSS('border-color', 'rgb(192, 42, 42)')
  await expect(field(page, 'Delivery point 1')).toHaveAttribute('aria-invalid', 'true')

  await field(page, 'Depot address').fill('-6.2, 106.8')
  await expect(redBox(page)).toBeHidden()
  await page.getByRole('button', { name: 'Remove Delivery point 2' }).click()
  await page.getByRole('button', { name: 'Remove Delivery point 1' }).click()
  await optimize(page)
  await expect(redBox(page)).toHaveText('At least two points are required for route optimization')
})

test('suggestions open above two characters, close by choice, Escape and a press outside', async ({ page }) => {
  await open(page)
  const depot = field(page, 'Depot address')
  const options = page.getByRole('option')
  await depot.pressSequentially('ja')
  await expect(options).toHaveCount(0)
  await depot.pressSequentially('k')
  await expect(options).toHaveCount(8)
  await expect(depot).toHaveAttribute('aria-expanded', 'true')
  await depot.press('Escape')
  await expect(options).toHaveCount(0)
  await depot.fill('plaza')
  await expect(options).toHaveCount(1)
  await page.getByRole('heading', { name: 'Your stops' }).click()
  await expect(options).toHaveCount(0)

  await depot.fill('Plaza')
  await options.click()
  await expect(depot).toHaveValue('Plaza Senayan, Jl. Asia Afrika No. 8, Gelora, Jakarta Pusat 10270')
  await expect(page.getByText('At -6.22540, 106.79930')).toBeVisible()
  await expect(options).toHaveCount(0)
})

test('suggestions are chosen with the keyboard alone, and Enter does not send the form then', async ({ page }) => {
  await open(page)
  const depot = field(page, 'Depot address')
  await depot.pressSequentially('jakarta pusat')
  await depot.press('ArrowDown')
  await depot.press('ArrowDown')
  await expect(depot).toHaveAttribute('aria-activedescendant', /-1$/)
  await depot.press('Enter')
  await expect(depot).toHaveValue(/^Taman Ismail Marzuki/)
  await expect(redBox(page)).toBeHidden()
  await depot.press('Enter')
  await expect(redBox(page)).toHaveText('Please fill in all addresses')
})

test('the numbers follow from the stops: nearest first, back to the depot, 40 km/h, 0.1 L/km', async ({ page }) => {
  await open(page)
  // Along the equator: 0.1° and 0.2° east, then back: 0.4 · 111.19493 km = 44.48 km, 66.7 minutes, 4.45 L.
  await enter(page, '0, 0', '0, 0.2', '0, 0.1')
  await optimize(page)
  await expect(summary(page)).toHaveText(['44.48 km', '67 minutes', '4.45 L'])
  await expect(page.getByRole('list', { name: /^Order of stops/ }).getByRole('listitem')).toHaveText([
    /^D0, 0$/,
    /^20, 0.1$/,
    /^10, 0.2$/,
    /^DBack at the depot$/,
  ])
  await expect.poll(() => painted(page, nearestColour)).toBeGreaterThan(50)
})

test('while it works the button is switched off and says so; a second press changes nothing', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await enter(page, '0, 0', '0, 0.2', '0, 0.1')
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await page.getByRole('button', { name: 'Optimize Route' }).dblclick()
  await expect(page.getByRole('button', { name: 'Optimizing Route...' })).toBeDisabled()
  await page.clock.runFor(1000)
  await expect(page.getByRole('button', { name: 'Optimize Route' })).toBeEnabled()
  await expect(summary(page)).toHaveCount(3)
})

test('with more than three stops a switch compares with our engine and shows both on the map', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('switch')).toBeHidden()
  await page.getByRole('button', { name: 'Fill in samples' }).click()
  await expect(field(page, 'Delivery point 7')).toHaveValue(/^Taman Mini/)
  await optimize(page)
  await expect(summary(page).first()).toHaveText('68.77 km')
  await page.getByRole('switch', { name: 'Compare with our engine' }).click()
  await expect(page.getByText('Our engine saves 9.89 km, 15 minutes and 0.99 L.', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Nearest neighbor' })).toContainText('68.77')
  await expect(page.getByRole('row', { name: 'Our engine' })).toContainText('58.88')
  await expect(page.getByRole('row', { name: 'In the order entered' })).toContainText('84.24')
  await expect(summary(page).first()).toHaveText('58.88 km')
  await expect.poll(() => painted(page, engineColour)).toBeGreaterThan(50)
  await expect.poll(() => painted(page, nearestColour)).toBeGreaterThan(50)

  await page.getByRole('switch').click()
  await expect(summary(page).first()).toHaveText('68.77 km')
  await expect.poll(() => painted(page, engineColour)).toBe(0)
})

test('where nothing is saved, it says so', async ({ page }) => {
  await open(page)
  await enter(page, '0, 0', '0, 0.1', '0, 0.2', '0, 0.3')
  await page.getByRole('switch').click()
  await optimize(page)
  await expect(page.getByText('No saving this time', { exact: false }).last()).toBeVisible()
})

test('a place that we do not know is asked for, never guessed', async ({ page }) => {
  await open(page)
  await enter(page, '-6.2088, 106.8456', 'Jl. Cikini 28', '-6.21, 106.85')
  await optimize(page)
  await expect(redBox(page)).toHaveText(
    'We do not know where “Jl. Cikini 28” is. Choose a suggestion or place its pin on the map.',
  )
  await page.getByRole('button', { name: 'Place the pin of Delivery point 1' }).click()
  await expect(page.getByText('Press the map where “Jl. Cikini 28” is.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Press the map where')).toBeHidden()

  await page.getByRole('button', { name: 'Place the pin of Delivery point 1' }).click()
  const map = page.getByRole('region', { name: 'Map of the stops and routes' })
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
  await page.getByRole('button', { name: 'Place the pin of Depot address' }).press('Enter')
  await page.getByRole('button', { name: 'Use the middle' }).press('Enter')
  await expect(field(page, 'Depot address')).toHaveValue(/^-6\.208\d\d, 106\.845\d\d$/)
  await expect(field(page, 'Depot address')).toBeFocused()
  await pin(page, /^Depot/).press('ArrowUp')
  await pin(page, /^Depot/).press('Shift+ArrowRight')
  await expect(field(page, 'Depot address')).toHaveValue(/^-6\.20\d+, 106\.8[5-9]\d+$/)
  await expect(pin(page, /^Depot/)).toBeFocused()
})

test('dragging a pin of a finished route shows at once what that does to it', async ({ page }) => {
  // The map then goes to the route at once, and the pin is where it will be.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await enter(page, '-6.2088, 106.8456', '-6.2100, 106.8300', '-6.2000, 106.8500')
  await optimize(page)
  const before = await summary(page).first().innerText()
  await pin(page, /^Stop 1:/).hover()
  const map = (await page.getByRole('region', { name: 'Map of the stops and routes' }).boundingBox())!
  await page.mouse.down()
  // The middle is far from where the pin was: another length for certain.
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(field(page, 'Delivery point 1')).not.toHaveValue('-6.2100, 106.8300')
  await expect(summary(page).first()).not.toHaveText(before)
  await expect(page.getByText('The stops have changed')).toBeHidden()
})

test('typing after a result marks it as outdated', async ({ page }) => {
  await open(page)
  await enter(page, '0, 0', '0, 0.2', '0, 0.1')
  await optimize(page)
  await expect(summary(page)).toHaveCount(3)
  await field(page, 'Delivery point 2').fill('0, 0.3')
  await expect(page.getByText('The stops have changed: optimize again')).toBeVisible()
})

test('stops are removed, brought back, cleared and moved', async ({ page }) => {
  await open(page)
  await enter(page, '0, 0', '0, 1', '0, 2', '0, 3')
  const values = () =>
    page.getByRole('combobox').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
  await page.getByRole('button', { name: 'Remove Delivery point 2' }).click()
  await expect(page.getByText('Removed 0, 2.')).toBeVisible()
  expect(await values()).toEqual(['0, 0', '0, 1', '0, 3'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await values()).toEqual(['0, 0', '0, 1', '0, 2', '0, 3'])

  await page.getByRole('button', { name: 'Clear stops' }).click()
  expect(await values()).toEqual(['0, 0', '', ''])
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await values()).toEqual(['0, 0', '0, 1', '0, 2', '0, 3'])

  await page.getByRole('button', { name: 'Move Delivery point 3 up' }).press('Enter')
  expect(await values()).toEqual(['0, 0', '0, 1', '0, 3', '0, 2'])
  await expect(page.getByRole('button', { name: 'Move Delivery point 2 up' })).toBeFocused()
})

test('a delivery point is dragged to another place in the list', async ({ page, isMobile }) => {
  test.skip(isMobile, 'fingers have the buttons')
  await open(page)
  await enter(page, '0, 0', '0, 1', '0, 2', '0, 3')
  const handles = page.getByTitle('Drag to reorder')
  await handles.nth(2).dragTo(field(page, 'Delivery point 1'))
  await expect(field(page, 'Delivery point 1')).toHaveValue('0, 3')
  await expect(field(page, 'Delivery point 3')).toHaveValue('0, 2')
})

test('a list is pasted; lines that are no stops stay to be mended; thirty is the most', async ({ page }) => {
  await open(page)
  await field(page, 'Depot address').fill('0, 0')
  await page.getByText('Paste a list').click()
  const box = page.getByRole('textbox', { name: /One stop a line/ })
  const add = page.getByRole('button', { name: 'Add these stops' })
  await box.fill('Jl. Mawar 7, -6.21, 106.85\n<b>Hi</b>;-6.22;106.86\n-96.2, 106.8\nJl. Mawar 7, -6.21, 106.85')
  await add.click()
  await expect(page.getByText('2 stops added.')).toBeVisible()
  await expect(field(page, 'Delivery point 2')).toHaveValue('<b>Hi</b>')
  await expect(box).toHaveValue('-96.2, 106.8\nJl. Mawar 7, -6.21, 106.85')
  await expect(page.getByText('This stop is on the list already.')).toBeVisible()

  await box.fill(Array.from({ length: 40 }, (_, index) => `0, ${index}`).join('\n'))
  await add.click()
  await expect(page.getByText('30 of 30, the depot included')).toBeVisible()
  await expect(page.getByText('13 lines were not added')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add stop' })).toBeDisabled()
  await optimize(page)
  await expect(summary(page)).toHaveCount(3)
})

test('hostile text in every field does no harm', async ({ page }) => {
  const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>📦'
  await open(page)
  await enter(page, hostile, '-6.2, 106.8', `🚚${'x'.repeat(100_000)}`)
  await optimize(page)
  await expect(redBox(page)).toHaveText('An address may have at most 300 characters')
  await field(page, 'Delivery point 2').fill('-6.21, 106.81')
  await page.getByRole('button', { name: 'Place the pin of Depot address' }).click()
  await page.getByRole('button', { name: 'Use the middle' }).click()
  await optimize(page)
  await expect(summary(page)).toHaveCount(3)
  await pin(page, /^Depot: <img/).hover()
  await expect(page.getByText(hostile.slice(0, 20), { exact: false }).first()).toBeAttached()

  await page.getByText('Paste a list').click()
  await page.getByRole('textbox', { name: /One stop a line/ }).fill('y'.repeat(100_000))
  await page.getByRole('button', { name: 'Add these stops' }).click()
  await expect(page.getByText('0 stops added.')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('nothing but map tiles and the site’s own files is asked for', async ({ page, baseURL }) => {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  await open(page)
  const tiles = await page.evaluate(() => {
    const { kartaConfig } = globalThis as unknown as { kartaConfig: { tile_url: string } }
    return kartaConfig.tile_url.replace('{s}', 'a').split('{')[0]
  })
  await page.getByRole('button', { name: 'Fill in samples' }).click()
  await page.getByRole('switch').click()
  await optimize(page)
  await expect(page.getByText(/Our engine saves/).last()).toBeVisible()

  const isOwnFile = (url: string) =>
    url.startsWith(`${baseURL}/`) &&
    /^\/(assets\/[^/]+|icons\/[^/]+|[\w-]+\.(js|svg|webmanifest|ico)|route-optimization)?$/.test(new URL(url).pathname)
  const strange = asked.filter(
    (request) =>
      request.method() !== 'GET' ||
      request.postData() !== null ||
      !(isOwnFile(request.url()) || request.url().startsWith(tiles) || request.url().startsWith('data:')),
  )
  expect(strange.map((request) => `${request.method()} ${request.url()}`)).toEqual([])
  expect(asked.some((request) => request.url().includes('solve.worker'))).toBe(true)
})

test.describe('a browser that runs no workers', () => {
  test('keeps the nearest-neighbor route and says what is missing', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
    await open(page)
    await page.getByRole('button', { name: 'Fill in samples' }).click()
    await page.getByRole('switch').click()
    await optimize(page)
    await expect(redBox(page)).toContainText('Our engine could not start in this browser.')
    await expect(summary(page).first()).toHaveText('68.77 km')
    await expect(page.getByRole('button', { name: 'Optimize Route' })).toBeEnabled()
  })
})

test('without a connection the route is still found, and the engine says that it cannot come', async ({
  page,
  context,
}) => {
  await open(page)
  await page.getByRole('region', { name: 'Map of the stops and routes' }).scrollIntoViewIfNeeded()
  await expect(pin(page, /Taman Ismail Marzuki/)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Fill in samples' }).click()
  await optimize(page)
  await expect(summary(page).first()).toHaveText('68.77 km')
  await page.getByRole('switch').click()
  await expect(redBox(page)).toContainText('Our engine could not start')
})

test('it works with storage switched off', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await open(page)
  await enter(page, '0, 0', '0, 0.2', '0, 0.1')
  await optimize(page)
  await expect(summary(page).first()).toHaveText('44.48 km')
})

test('members are led to the planner, guests are not', async ({ page }) => {
  await open(page)
  const link = page.getByRole('link', { name: 'Plan with your own deliveries and drivers' })
  await expect(link).toBeHidden()
  await page.evaluate(() => localStorage.setItem('karta-session', '{}'))
  await open(page)
  await expect(link).toHaveAttribute('href', '/dashboard/planning')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page reads as it is, with a sketch for the map, and the form says what it needs', async ({ page }) => {
    await page.goto('/route-optimization')
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('noscript p')).toContainText('needs JavaScript, which is switched off')
    await expect(page.getByRole('button', { name: 'Optimize Route' })).toBeDisabled()
    await expect(page.getByRole('figure', { name: 'Map of the stops and routes' })).toContainText('Monumen Nasional')
    await expect(page.getByRole('heading', { name: 'Save Time' })).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`it is accessible with suggestions, an error and a comparison, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page)
    await optimize(page)
    await field(page, 'Depot address').pressSequentially('jakarta')
    await expect(page.getByRole('option')).toHaveCount(8)
    await expectNoAxeViolations(page)
    await field(page, 'Depot address').fill('')
    await page.getByRole('button', { name: 'Fill in samples' }).click()
    await page.getByRole('switch').click()
    await optimize(page)
    await expect(page.getByText(/Our engine saves/).last()).toBeVisible()
    await page.getByRole('button', { name: 'Remove Delivery point 7' }).click()
    await page.getByText('Paste a list').click()
    await page.getByRole('button', { name: 'Move the pin of Delivery point 1' }).click()
    await expectNoAxeViolations(page)
  })
}
