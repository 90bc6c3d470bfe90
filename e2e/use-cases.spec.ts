import type { Page } from '@playwright/test'
import { watchCalls } from './calls.ts'
import { expect, test } from './fixtures.ts'

type Expected = { path: string; name: string; words: string[]; titles: string[]; markers: [string, string, string] }

/** What SPEC.md says about each page: titles of cards and groups, other words, markers. */
const pages: Expected[] = [
  {
    path: '/use-cases/food-catering',
    name: 'Food & Catering',
    titles: [
      'Temperature Control',
      'Time Slot Management',
      'Food Safety Compliance',
      'Quality Assurance',
      'Time Optimization',
      'Performance Analytics',
      'Compliance',
    ],
    words: ['Hot and cold compartments'],
    markers: ['Restaurant', 'Delivery 1', 'Delivery 2'],
  },
  {
    path: '/use-cases/retail-ecommerce',
    name: 'Retail & E-commerce',
    titles: [
      'Optimized Routes',
      'Time Window Management',
      'Order Tracking',
      'Fewer Failed Deliveries',
      'Lower Cost per Parcel',
      'Fewer “Where Is My Order?” Calls',
      'Ready for Peak Season',
      'Route Optimization',
      'Customer Experience',
      'Fleet Management',
      'Analytics and Reporting',
    ],
    words: [],
    markers: ['Distribution Center', 'Delivery 1', 'Delivery 2'],
  },
  {
    path: '/use-cases/healthcare',
    name: 'Healthcare & Pharmacy',
    titles: [
      'Secure Delivery',
      'Temperature Control',
      'Priority Handling',
      'HIPAA-Compliant Tracking',
      'Chain of Custody',
      'Digital Signature Capture',
      'Audit Trail Reports',
      '24/7 Availability',
      'Emergency Protocols',
      'Temperature Breach Alerts',
    ],
    words: ['HIPAA-compliant tracking', 'Temperature breach alerts'],
    markers: ['Pharmacy Hub', 'Hospital 1', 'Clinic 2'],
  },
  {
    path: '/use-cases/logistics',
    name: '3PL & Logistics',
    titles: [
      'Network Optimization',
      'Operations Management',
      'Global Visibility',
      'Route Optimization',
      'Fleet Management',
      'Real-time Tracking',
      'Analytics',
    ],
    words: ['Maintenance scheduling', 'Driver assignment', 'GPS', 'Status updates', 'ETA'],
    markers: ['Distribution Hub', 'Delivery Point 1', 'Delivery Point 2'],
  },
]

const mapOf = (page: Page) => page.getByRole('region', { name: 'A sample route in Jakarta' })
const pinOf = (page: Page, label: string) => mapOf(page).getByRole('button', { name: label, exact: true })

async function showMap(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Delivery|^Hospital/ })
    .first()
    .scrollIntoViewIfNeeded()
  await expect(mapOf(page)).toBeVisible()
}

for (const { path, name, titles, words, markers } of pages) {
  test.describe(name, () => {
    test('says what the specification says, and names the places on a sketch', async ({ staticPage: page }) => {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toContainText(name)
      for (const title of titles) {
        await expect(main.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible()
      }
      for (const text of words) await expect(main.getByText(text, { exact: true })).toBeVisible()
      await expect(main.getByRole('link', { name: 'Start Free Trial' })).toHaveCount(2)
      const sketch = page.getByRole('figure', { name: 'A sample route in Jakarta' })
      for (const label of markers) await expect(sketch.getByText(label)).toBeVisible()
      expect((await sketch.boundingBox())!.height).toBe(400)
    })

    test('has a 400 px map of Jakarta with named markers, and leads to the free trial', async ({ page, baseURL }) => {
      const { tiles, calls } = watchCalls(page, baseURL!)
      await page.goto(path)
      await showMap(page)
      const map = (await mapOf(page).boundingBox())!
      expect(map.height).toBe(400)

      const tips = new Map<string, { x: number; y: number }>()
      for (const label of markers) {
        const box = (await pinOf(page, label).boundingBox())!
        tips.set(label, { x: box.x + box.width / 2 - map.x - map.width / 2, y: box.y - map.y })
      }
      const [start, first, second] = markers.map((label) => tips.get(label)!)
      for (const label of markers) {
        const pin = (await pinOf(page, label).locator('svg').boundingBox())!
        expect(pin.y, `the head of the pin of ${label}`).toBeGreaterThanOrEqual(map.y)
        expect(pin.x).toBeGreaterThanOrEqual(map.x)
        expect(pin.x + pin.width).toBeLessThanOrEqual(map.x + map.width)
        expect(pin.y + pin.height).toBeLessThanOrEqual(map.y + map.height)
      }
      // At zoom 13 a pixel is 360° / (256 · 2^13) wide, which gives the distances between the places.
      const perDegree = (256 * 2 ** 13) / 360
      expect(first!.x - start!.x).toBeCloseTo((106.7831 - 106.8456) * perDegree, -0.5)
      expect(second!.x - start!.x).toBeCloseTo((106.865 - 106.8456) * perDegree, -0.5)
      expect(start!.y - first!.y).toBeCloseTo(((-6.2008 - -6.2088) * perDegree) / Math.cos((6.2 * Math.PI) / 180), -0.5)
      expect(start!.y - second!.y).toBeCloseTo(
        ((-6.1751 - -6.2088) * perDegree) / Math.cos((6.2 * Math.PI) / 180),
        -0.5,
      )
      await expect.poll(() => tiles.length).toBeGreaterThan(0)
      expect(tiles.filter((tile) => !tile.startsWith('13/'))).toEqual([])

      for (const label of markers) {
        const chooser = page.getByRole('button', { name: label }).last()
        await chooser.click()
        await expect(chooser).toHaveAttribute('aria-pressed', 'true')
        await expect(mapOf(page).locator('.leaflet-popup-content')).toHaveText([label])
        await expect(pinOf(page, label)).toBeInViewport()
      }
      await page.getByRole('button', { name: markers[2] }).last().click()
      await expect(mapOf(page).locator('.leaflet-popup-content')).toHaveCount(0)
      expect(calls, 'calls other than for map tiles').toEqual([])

      await page.getByRole('main').getByRole('link', { name: 'Start Free Trial' }).first().click()
      await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
      await expect(page).toHaveURL('/signin')
    })
  })
}

test('Retail & E-commerce and 3PL & Logistics name four groups, Healthcare its claims', async ({
  staticPage: page,
}) => {
  for (const [path, lists] of [
    ['/use-cases/retail-ecommerce', 4],
    ['/use-cases/logistics', 4],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('main .border-t-2')).toHaveCount(lists)
  }
  await page.goto('/use-cases/healthcare')
  for (const claim of [
    'HIPAA-compliant tracking',
    'Chain of custody',
    'Digital signature capture',
    'Temperature breach alerts',
    '24/7 availability',
    'Emergency protocols',
    'Audit trail reports',
  ]) {
    await expect(page.getByRole('main').getByText(claim).first()).toBeVisible()
  }
})
