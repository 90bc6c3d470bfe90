import type { Request } from '@playwright/test'
import { expect, expectNoAxeViolations, expectNoDarkViolations, forbidStorage, onPhoneToo, test } from './fixtures.ts'
import { enter, field, nearestColor, open, optimize, painted, pin, redBox, summary } from './route-form.ts'

test('the form has a depot and two delivery points, and cards explain the benefits', onPhoneToo, async ({ page }) => {
  await open(page)
  await expect(page.getByRole('heading', { name: 'Route Optimization', level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveCount(3)
  for (const title of ['Save Time', 'Reduce Fuel Costs', 'Real-time Updates'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Reduce planning time by 90%')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Route summary' })).toBeVisible()
  const map = page.getByRole('region', { name: 'Map of stops and routes' })
  await map.scrollIntoViewIfNeeded()
  await expect(pin(page, /Taman Ismail Marzuki/)).toBeVisible()
  expect((await map.boundingBox())!.height).toBe(400)
})

test('a red box reports empty addresses and too few points, and goes away once they are fixed', async ({ page }) => {
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

test(
  'the numbers follow from the stops: nearest first, back to the depot, 40 km/h, 0.1 L/km',
  onPhoneToo,
  async ({ page }) => {
    await open(page)
    // Along the equator: 0.1° and 0.2° east, then back: 0.4 · 111.19493 km = 44.48 km, 66.7 minutes, 4.45 L.
    await expect(page.getByText('The pins are eight sample places.')).toBeVisible()
    await enter(page, '0, 0', '0, 0.2', '0, 0.1')
    await expect(pin(page, /^Stop 1: 0, 0.2/)).toBeVisible()
    await optimize(page)
    await expect(summary(page)).toHaveText(['44.48 km', '67 minutes', '4.45 L'])
    await expect(page.getByRole('list', { name: /^Stop order/ }).getByRole('listitem')).toHaveText([
      /^D0, 0$/,
      /^10, 0.1$/,
      /^20, 0.2$/,
      /^DBack at the depot$/,
    ])
    await expect(page.getByText('Pins are numbered in driving order.')).toBeVisible()
    await expect(pin(page, /^Stop 1: 0, 0.1/)).toBeVisible()
    await expect.poll(() => painted(page, nearestColor)).toBeGreaterThan(50)
  },
)

test('while it works, the button is disabled and says so; a second press changes nothing', async ({ page }) => {
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

test('typing after a result marks it as outdated', async ({ page }) => {
  await open(page)
  await enter(page, '0, 0', '0, 0.2', '0, 0.1')
  await optimize(page)
  await expect(summary(page)).toHaveCount(3)
  await field(page, 'Delivery point 2').fill('0, 0.3')
  await expect(page.getByText('Stops changed. Optimize again.')).toBeVisible()
})

test('hostile text in every field does no harm', async ({ page }) => {
  const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>📦'
  await open(page)
  await enter(page, hostile, '-6.2, 106.8', `🚚${'x'.repeat(100_000)}`)
  await optimize(page)
  await expect(redBox(page)).toHaveText('An address can have at most 300 characters')
  await field(page, 'Delivery point 2').fill('-6.21, 106.81')
  await page.getByRole('button', { name: 'Place the pin for Depot address' }).click()
  await page.getByRole('button', { name: 'Use map center' }).click()
  await optimize(page)
  await expect(summary(page)).toHaveCount(3)
  await pin(page, /^Depot: <img/).hover()
  await expect(page.getByText(hostile.slice(0, 20), { exact: false }).first()).toBeAttached()

  await page.getByText('Paste a list').click()
  await page.getByRole('textbox', { name: /One stop per line/ }).fill('y'.repeat(100_000))
  await page.getByRole('button', { name: 'Add these stops' }).click()
  await expect(page.getByText('0 stops added.')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('it requests nothing but map tiles and the site’s own files', async ({ page, baseURL }) => {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  await open(page)
  const tiles = await page.evaluate(() => {
    const { kartaConfig } = globalThis as unknown as { kartaConfig: { tile_url: string } }
    return kartaConfig.tile_url.replace('{s}', 'a').split('{')[0]
  })
  await page.getByRole('button', { name: 'Try sample stops' }).click()
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
      !(isOwnFile(request.url()) || request.url().startsWith(tiles!) || request.url().startsWith('data:')),
  )
  expect(strange.map((request) => `${request.method()} ${request.url()}`)).toEqual([])
  expect(asked.some((request) => request.url().includes('solve.worker'))).toBe(true)
})

test('it works with storage disabled', async ({ page }) => {
  await forbidStorage(page)
  await open(page)
  await enter(page, '0, 0', '0, 0.2', '0, 0.1')
  await optimize(page)
  await expect(summary(page).first()).toHaveText('44.48 km')
})

test('members see a link to the planner; guests do not', async ({ page }) => {
  await open(page)
  const link = page.getByRole('link', { name: 'Plan with your own deliveries and drivers' })
  await expect(link).toBeHidden()
  await page.evaluate(() => localStorage.setItem('karta-session', '{}'))
  await open(page)
  await expect(link).toHaveAttribute('href', '/dashboard/planning')
})

test('without JavaScript the page can be read, with a sketch for the map, and the form says what it needs', async ({
  staticPage: page,
}) => {
  await page.goto('/route-optimization')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.locator('noscript p')).toContainText('needs JavaScript')
  await expect(page.getByRole('button', { name: 'Optimize Route' })).toBeDisabled()
  await expect(page.getByRole('figure', { name: 'Map of stops and routes' })).toContainText('Monumen Nasional')
  await expect(page.getByRole('heading', { name: 'Save Time' })).toBeVisible()
})

test('it is accessible with suggestions, an error and a comparison', onPhoneToo, async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await optimize(page)
  await field(page, 'Depot address').pressSequentially('jakarta')
  await expect(page.getByRole('option')).toHaveCount(8)
  await expectNoAxeViolations(page)
  if (!isMobile) await expectNoDarkViolations(page)
  await field(page, 'Depot address').fill('')
  await page.getByRole('button', { name: 'Try sample stops' }).click()
  await page.getByRole('switch').click()
  await optimize(page)
  await expect(page.getByText(/Our engine saves/).last()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Delivery point 7' }).click()
  await page.getByText('Paste a list').click()
  await page.getByRole('button', { name: 'Move the pin for Delivery point 1' }).click()
  await expectNoAxeViolations(page)
  if (!isMobile) await expectNoDarkViolations(page)
})
