import type { Locator, Page } from '@playwright/test'
import { signUp } from './account.ts'
import { watchCalls } from './calls.ts'
import { expect, expectAlive, expectNoAxeViolations, onPhoneToo, test } from './fixtures.ts'

const panel = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true }).locator('xpath=ancestor::div[2]')

const stateOf = (page: Page) => page.evaluate(() => window.history.state?.usr as unknown)

test.describe('real-time tracking', () => {
  /** How far the tip of a delivery's pin is from the middle of the map, in pixels. */
  async function offCenter(map: Locator, id: string): Promise<number> {
    const box = (await map.boundingBox())!
    const pin = (await map.getByRole('button', { name: `${id}, ETA` }).boundingBox())!
    return Math.max(
      Math.abs(pin.x + pin.width / 2 - (box.x + box.width / 2)),
      Math.abs(pin.y + pin.height - (box.y + box.height / 2)),
    )
  }

  async function openMap(page: Page): Promise<Locator> {
    await page.goto('/real-time-tracking')
    // Once the map is there, its pin has that name too.
    await page
      .getByRole('button', { name: /^KD-1051/ })
      .first()
      .scrollIntoViewIfNeeded()
    const map = page.getByRole('region', { name: 'Map of active deliveries' })
    await expect(map.locator('.karta-pin')).toHaveCount(3)
    return map
  }

  test('lists three active deliveries with id, status, arrival, position and destination', async ({
    staticPage: page,
  }) => {
    await page.goto('/real-time-tracking')
    const items = panel(page, 'Active Deliveries')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
    await expect(items).toHaveCount(3)
    await expect(items.first()).toContainText('KD-1042')
    await expect(items.first()).toContainText('In transit')
    await expect(items.first()).toContainText('ETA 14:20–14:30')
    await expect(items.first()).toContainText('-6.2214, 106.8358')
    await expect(items.first()).toContainText('Jl. H. R. Rasuna Said 62, South Jakarta')
    await expect(items.nth(2)).toContainText('Arrived')
    await expect(page.getByRole('figure', { name: 'Map of active deliveries' })).toContainText('KD-1051')
  })

  test(
    'selecting a delivery recenters the map on it, again after the map was dragged away',
    onPhoneToo,
    async ({ page, baseURL }) => {
      const { calls } = watchCalls(page, baseURL!)
      const map = await openMap(page)
      expect((await map.boundingBox())!.height).toBe(400)
      const chosen = page.getByRole('button', { name: /^KD-1047/, pressed: true })
      const frame = (await map.boundingBox())!
      for (const each of await map.locator('.karta-pin').all()) {
        const pin = (await each.boundingBox())!
        expect(pin.x, 'a pin’s left edge').toBeGreaterThan(frame.x)
        expect(pin.x + pin.width, 'its right edge').toBeLessThan(frame.x + frame.width)
        expect(pin.y, 'its head').toBeGreaterThan(frame.y)
      }
      expect(await offCenter(map, 'KD-1047')).toBeGreaterThan(50)

      await page.getByRole('button', { name: /^KD-1047.*West Jakarta/ }).click()
      await expect(chosen).toBeVisible()
      await expect.poll(() => offCenter(map, 'KD-1047')).toBeLessThan(4)
      await expect(page.getByText('The map is centered on KD-1047 at -6.2008, 106.7831.')).toBeVisible()
      await expect(map.locator('.leaflet-popup')).toContainText('KD-1047, ETA 14:35–14:50')

      await map.locator('.leaflet-container').focus()
      // The map ignores keys while it is still moving.
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        expect(await offCenter(map, 'KD-1047')).toBeGreaterThan(40)
      }).toPass()
      await chosen.click()
      await expect.poll(() => offCenter(map, 'KD-1047')).toBeLessThan(4)
      expect(calls, 'calls other than for map tiles').toEqual([])
    },
  )

  test('the list and the pins work by keyboard', async ({ page }) => {
    const map = await openMap(page)
    await page.getByRole('button', { name: /^KD-1042.*South Jakarta/ }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^KD-1051.*Central Jakarta/, pressed: true })).toBeFocused()
    await expect.poll(() => offCenter(map, 'KD-1051')).toBeLessThan(4)

    await map.getByRole('button', { name: 'KD-1042, ETA' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^KD-1042.*South Jakarta/, pressed: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^KD-/, pressed: true })).toHaveCount(1)
    await expect.poll(() => offCenter(map, 'KD-1042')).toBeLessThan(4)
  })

  test('has three feature cards, and its trial leads to the form for a new account', async ({ page }) => {
    await page.goto('/real-time-tracking')
    await expectAlive(page)
    for (const name of ['Live GPS', 'Notifications', 'Customer SMS and email updates']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: 'Start Free Trial' }).first().click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  })
})

test.describe('analytics', () => {
  test('shows key figures and exactly two charts that are empty and say so', async ({ staticPage: page }) => {
    await page.goto('/analytics')
    const week = panel(page, 'Last 7 days')
    await expect(week.getByRole('term')).toHaveText([
      'Deliveries',
      'On-time rate',
      'Average delivery time',
      'Cost per delivery',
    ])
    await expect(week.getByRole('definition')).toContainText(['1,284', '94.2%', '32 min', '$2.18'])
    const charts = page.getByRole('figure')
    await expect(charts).toHaveCount(2)
    for (const title of ['Deliveries per day', 'Cost per delivery']) {
      const chart = charts.filter({ hasText: title })
      await expect(chart.getByText('Your deliveries will show up here')).toBeVisible()
      await expect(chart.getByText('Wed')).toBeVisible()
    }
  })

  test('the reasons for late deliveries add up to the week’s total', async ({ staticPage: page }) => {
    await page.goto('/analytics')
    const counts = await page.getByRole('table').locator('tbody td:nth-of-type(1)').allTextContents()
    const sum = counts.reduce((total, count) => total + Number(count), 0)
    await expect(page.getByText(`${sum} deliveries were late`)).toBeVisible()
  })

  test('has feature cards, and Contact Sales leads to the contact form for sales', async ({ page }) => {
    await page.goto('/analytics')
    await expectAlive(page)
    for (const name of ['Performance analytics', 'Cost analytics', 'From numbers to deliveries']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Contact Sales' }).last().click()
    await expect(page).toHaveURL('/contact')
    expect(await stateOf(page)).toEqual({ sales: true })
  })
})

test.describe('team management', () => {
  test('lists four members, each with a role and an Active badge', async ({ staticPage: page }) => {
    await page.goto('/team-management')
    const members = panel(page, 'Team members').getByRole('listitem')
    await expect(members).toHaveText([
      /Rina Wijaya\s*Administrator\s*Active/,
      /Maya Kusuma\s*Dispatcher\s*Active/,
      /Budi Santoso\s*Driver\s*Active/,
      /Siti Rahmawati\s*Driver\s*Active/,
    ])
  })

  test('shows team performance as bars whose values are also text', async ({ staticPage: page }) => {
    await page.goto('/team-management')
    const performance = panel(page, 'Team performance')
    const bars = performance.getByRole('meter')
    await expect(bars).toHaveCount(4)
    for (const [name, value, text] of [
      ['On-time deliveries', '94', '94%'],
      ['Delivered on the first attempt', '91', '91%'],
      ['Proof of delivery recorded', '98', '98%'],
      ['Customer rating', '4.7', '4.7 out of 5'],
    ] as const) {
      await expect(performance.getByRole('meter', { name })).toHaveAttribute('aria-valuenow', value)
      await expect(performance.getByRole('listitem').filter({ hasText: name })).toContainText(text)
    }
    const rating = performance.getByRole('meter', { name: 'Customer rating' })
    const [bar, filled] = [(await rating.boundingBox())!, (await rating.locator('div').boundingBox())!]
    expect(filled.width / bar.width).toBeCloseTo(4.7 / 5, 1)
  })

  test('names drivers, dispatchers, administrators and granular access control, and what each role may do', async ({
    staticPage: page,
  }) => {
    await page.goto('/team-management')
    for (const name of ['Drivers', 'Dispatchers', 'Administrators', 'Granular access control']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await expect(page.getByRole('row', { name: /^Plan routes/ }).getByRole('cell')).toHaveText([
      'Yes',
      'Yes',
      'Yes',
      'No',
      'No',
      'No',
    ])
  })

  test('Add Member leads a guest to the form for a new account', async ({ page }) => {
    await page.goto('/team-management')
    await expectAlive(page)
    await page.getByRole('link', { name: 'Add Member' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  })
})

test.describe('fleet management', () => {
  const details = (page: Page, id: string) => page.getByRole('button', { name: `View Details of ${id}` })

  test('shows key figures and a table of three vehicles', async ({ staticPage: page }) => {
    await page.goto('/fleet-management')
    await expect(page.getByRole('main').getByRole('term')).toHaveText([
      'Total vehicles',
      'On the road',
      'In maintenance',
      'Average fuel level',
    ])
    const table = page.getByRole('table', { name: 'Vehicles' })
    await expect(table.getByRole('columnheader')).toHaveText([
      'Vehicle',
      'Status',
      'Driver',
      'Last maintenance',
      'Fuel level',
      'Details',
    ])
    const rows = table.locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(/KA-1001.*Active.*Budi Santoso.*12 Oct 2026.*82%.*View Details/s)
    await expect(rows.nth(1)).toContainText(/KA-1002.*Idle.*Siti Rahmawati.*28 Aug 2026.*64%.*View Details/s)
    await expect(rows.nth(2)).toContainText(/KA-1007.*Maintenance.*Not assigned.*16 Nov 2026.*18%.*View Details/s)
    await expect(rows.nth(2).getByRole('meter')).toHaveAttribute('aria-valuenow', '18')
  })

  test('the table fits its panel and the page at every width', async ({ page }) => {
    await page.goto('/fleet-management')
    const edge = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().right)
    for (const width of [320, 640, 768, 820, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      const right = await edge(panel(page, 'Vehicles'))
      expect(right).toBeLessThan(width)
      expect(await edge(page.getByRole('table', { name: 'Vehicles' }))).toBeLessThanOrEqual(right)
      expect(await edge(details(page, 'KA-1007'))).toBeLessThan(right)
    }
  })

  test('View Details opens a panel with type, plate, capacity, fuel, maintenance history and driver', async ({
    page,
    baseURL,
  }) => {
    const { calls } = watchCalls(page, baseURL!)
    await page.goto('/fleet-management')
    await details(page, 'KA-1007').click()
    const dialog = page.getByRole('dialog', { name: 'KA-1007' })
    await expect(dialog.getByRole('term')).toHaveText(['Type', 'Plate', 'Capacity', 'Driver'])
    await expect(dialog.getByRole('definition')).toHaveText(['Truck', 'B 9107 KRT', '800 kg · 3,000 L', 'Not assigned'])
    await expect(dialog.getByRole('meter', { name: 'Fuel level' })).toHaveAttribute('aria-valuenow', '18')
    await expect(dialog.getByText('Low. Refuel before the next route.')).toBeVisible()
    await expect(dialog.getByRole('heading', { name: 'Maintenance history' })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    expect(calls).toEqual([])
    await expectNoAxeViolations(page)
  })

  test(
    'the panel closes with Escape, the cross and a press outside, and the focus returns',
    onPhoneToo,
    async ({ page, isMobile }) => {
      await page.goto('/fleet-management')
      const dialog = page.getByRole('dialog', { name: 'KA-1001' })
      const opener = details(page, 'KA-1001')

      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()

      await opener.click()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()

      // On a phone the panel covers the screen.
      if (isMobile) await page.setViewportSize({ width: 800, height: 800 })
      await opener.click()
      await dialog.getByText('Type').click()
      await expect(dialog).toBeVisible()
      await page.mouse.click(20, 400)
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    },
  )
})

test('without JavaScript the details of a vehicle open and close', async ({ staticPage: page }) => {
  await page.goto('/fleet-management')
  await page.getByRole('button', { name: 'View Details of KA-1002' }).click()
  const dialog = page.getByRole('dialog', { name: 'KA-1002' })
  await expect(dialog.getByText('Tires rotated, one replaced')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('members find a link to their own data on each page; guests do not', async ({ page, staticPage }) => {
  const links = [
    ['/real-time-tracking', 'Open your own live map', '/dashboard/live'],
    ['/analytics', 'Open your own figures', '/dashboard/analytics'],
    ['/team-management', 'Open your own team', '/dashboard/team'],
    ['/fleet-management', 'Open your own vehicles', '/dashboard/vehicles'],
  ] as const
  for (const [path, name] of links) {
    await staticPage.goto(path)
    await expect(staticPage.getByRole('link', { name })).toBeHidden()
  }
  await signUp(page)
  for (const [path, name, target] of links) {
    await page.goto(path)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', target)
  }
})
