import type { Locator, Page } from '@playwright/test'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { writePmtiles } from '../scripts/base-map/write-pmtiles.ts'
import { expect, test } from './fixtures.ts'

async function openMap(page: Page): Promise<Locator> {
  await page.goto('/real-time-tracking')
  await page
    .getByRole('button', { name: /^KD-1051/ })
    .first()
    .scrollIntoViewIfNeeded()
  return page.getByRole('region', { name: 'Map of active deliveries' })
}

/** The colors that fill much of the map's vector tiles. */
const colorsOf = (map: Locator) =>
  map.locator('.karta-vector').evaluate((layer) => {
    const counts = new Map<string, number>()
    for (const tile of layer.querySelectorAll('canvas')) {
      const pixels = tile.getContext('2d')!.getImageData(0, 0, tile.width, tile.height).data
      for (let at = 0; at < pixels.length; at += 400) {
        const color = pixels.slice(at, at + 3).join(' ')
        counts.set(color, (counts.get(color) ?? 0) + 1)
      }
    }
    return [...counts].filter(([, count]) => count > 100).map(([color]) => color)
  })

test('without tiles, a map shows land, sea and names from its own files, and credits them', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const map = await openMap(page)
  await expect(map.getByText('Natural Earth, GeoNames (CC BY)')).toBeVisible()
  await expect(map.getByText('Map tiles are unreachable; positions are still exact.')).toBeVisible()
  await expect(map.getByText('Jakarta', { exact: true })).toBeVisible()
  const zoomOut = map.getByRole('button', { name: 'Zoom out' })
  // From here, the Java Sea is in view.
  for (let step = 0; step < 4; step += 1) {
    await expect(page.locator('.leaflet-zoom-anim')).toHaveCount(0)
    await zoomOut.click()
  }
  const [land, sea] = ['242 244 240', '205 221 227']
  await expect.poll(() => colorsOf(map)).toEqual(expect.arrayContaining([land, sea]))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => colorsOf(map)).toEqual(expect.arrayContaining(['26 35 32', '12 20 23']))
})

test.describe('the operator’s own map file', () => {
  test.use({ expectedErrors: /map\/city\.pmtiles/ })

  test('comes first, in both color schemes, and gives way if it cannot be read', async ({ page }) => {
    const world: GeoJSON.Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [-180, -80],
          [180, -80],
          [180, 80],
          [-180, 80],
          [-180, -80],
        ],
      ],
    }
    const earth = new GeoJSONVT({ type: 'Feature', properties: { kind: 'earth' }, geometry: world }).getTile(0, 0, 0)!
    const file = writePmtiles([{ z: 0, x: 0, y: 0, data: fromGeojsonVt({ earth }) }], {
      attribution: '<b>City</b> survey',
    })
    await page.route('**/map/city.pmtiles', (route) => {
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(route.request().headers().range ?? '') ?? []
      const part = file.subarray(Number(from), Number(to) + 1)
      return route.fulfill({ status: 206, body: part, contentType: 'application/octet-stream' })
    })
    await page.addInitScript(() => {
      let config: object | undefined
      Object.defineProperty(globalThis, 'kartaConfig', {
        get: () => config,
        set(given: object) {
          config = { ...given, map_url: '/map/city.pmtiles' }
        },
      })
    })
    await page.emulateMedia({ colorScheme: 'light' })
    const map = await openMap(page)
    await expect(map.getByText('City survey')).toBeVisible()
    await expect(map.getByText('Map tiles are unreachable')).toHaveCount(0)
    await expect.poll(() => colorsOf(map)).toHaveLength(1)
    const light = await colorsOf(map)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => colorsOf(map)).not.toEqual(light)

    await page.unroute('**/map/city.pmtiles')
    await page.route('**/map/city.pmtiles', (route) => route.abort())
    await page.reload()
    await expect(map.getByText('Natural Earth')).toBeVisible()
  })
})
