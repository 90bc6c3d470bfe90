import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { entryPages, publicPages } from '#web/marketing/pages.ts'
import { watchCalls } from './calls.ts'
import {
  expect,
  expectAlive,
  expectNoAxeViolations,
  expectNoDarkViolations,
  expectNoOverflow,
  forbidStorage,
  onPhoneOnly,
  onSmallScreen,
  test,
} from './fixtures.ts'

/** Guests who open this page are sent to the sign-in page. */
const guarded = '/my-account'
const openPages = publicPages.filter(({ path }) => path !== guarded)
const hasMap = (path: string) => /^\/(route-optimization|real-time-tracking|use-cases\/(?!case))/.test(path)

/** Pages that are not in the list of public pages, and further states of those that are. */
const morePages = [
  // The other pages of the sign-in flow redirect guests at once.
  '/signin/forgot',
  '/signin/link',
  '/signin/confirm',
  '/signin/confirm?problem=other_browser',
  '/signin/confirm?problem=otp_expired',
  '/api#authentication',
  '/api#endpoints',
  '/blog/sms-recipients-read',
  '/blog/case-studies/regional-logistics-network',
]

for (const { path, title } of openPages) {
  test(`${path} opens as its own page, makes no requests, and is accessible`, async ({ page, baseURL }) => {
    const { calls } = watchCalls(page, baseURL!)
    // Every page works without the browser's storage too. With it, all other journeys use them.
    await forbidStorage(page)
    const reply = await page.goto(path)
    expect(reply?.status()).toBe(200)
    await expectAlive(page)
    await expect(page).toHaveTitle(`${title} · Karta`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(
      'Optimizing last-mile delivery for businesses of all sizes.',
    )
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    expect(await layoutShift(page), 'how much the page moves while it loads').toBeLessThan(0.02)
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    await openEverything(page, path)
    await expectGoodOnScreens(page)
    // The sign-in page asks the server for the ways to sign in; all others are static.
    const asked = calls.filter((call) => !(path === '/signin' && call.endsWith('/app-config.json')))
    expect(asked, 'calls other than for files and map tiles').toEqual([])
  })
}

for (const path of morePages) {
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path)
    await expectAlive(page)
    await openEverything(page, path)
    await expectGoodOnScreens(page)
  })
}

/** Opens all questions of a page and scrolls to its map. */
async function openEverything(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main')
  for (const question of await main.locator('summary').filter({ visible: true }).all()) await question.click()
  if (!hasMap(path)) return
  const map = main.locator('.leaflet-container')
  const sketch = main.getByRole('figure', { name: /Jakarta|stops|active deliveries/ })
  // The sketch may give way to the map while it is being scrolled to.
  await expect(async () => {
    await sketch.or(map).first().scrollIntoViewIfNeeded({ timeout: 2_000 })
    await expect(map).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

/** Colors are the same on every screen, so dark ones are checked on the wide screen only. */
async function expectGoodOnScreens(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoAxeViolations(page)
  await expectNoDarkViolations(page)
  await expectNoOverflow(page)
  await onSmallScreen(page, async () => {
    await expectNoAxeViolations(page)
    await expectNoOverflow(page)
  })
}

/** How far things have moved on the page before anyone touched it. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect()
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
          resolve(shifts.reduce((sum, each) => sum + (each.hadRecentInput ? 0 : each.value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer stays silent if nothing shifts.
        setTimeout(() => resolve(0), 200)
      }),
  )

test('the pages of the sign-in flow have their own titles, and no search engine lists them', async ({ request }) => {
  for (const { path, title } of entryPages) {
    const page = await (await request.get(path)).text()
    expect(page, path).toContain(`<title>${title} · Karta</title>`)
    expect(page, path).toContain('<meta name="robots" content="noindex"/>')
  }
})

test('the footer has the columns, links and lines of the specification', async ({ staticPage: page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const columns = {
    Product: { Pricing: '/pricing', API: '/api', Integrations: '/integrations', Features: '/' },
    Company: { About: '/about', Careers: '/careers', Contact: '/contact' },
    Resources: { Blog: '/blog', 'Case Studies': '/blog#case-studies', Guides: '/blog' },
  }
  for (const [name, links] of Object.entries(columns)) {
    const column = footer.getByRole('navigation', { name })
    for (const [label, href] of Object.entries(links)) {
      await expect(column.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href)
    }
  }
  const outside = footer.getByRole('link', { name: /LinkedIn/ })
  await expect(outside).toHaveAttribute('target', '_blank')
  await expect(outside).toHaveAttribute('rel', /noopener/)
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Karta`)
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await expect(footer.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
})

test('without JavaScript every page can be read, and search engines and other sites find what they need', async ({
  staticPage: page,
  request,
  baseURL,
}) => {
  for (const { path, description, isListed } of openPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    const words = (await page.getByRole('main').innerText()).split(/\s+/).length
    expect(words, path).toBeGreaterThan(path === '/signin' ? 10 : 40)
    const head = page.locator('head')
    await expect(head.locator('meta[name=description]')).toHaveAttribute('content', description)
    await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + path)
    await expect(head.locator('meta[property="og:title"]')).toHaveCount(1)
    const picture = await head.locator('meta[property="og:image"]').getAttribute('content')
    expect(picture).toContain(`${baseURL}/social/`)
    expect(existsSync(join('web/public', new URL(picture!).pathname)), picture!).toBe(true)
    await expect(head.locator('meta[name=robots]')).toHaveCount(isListed === false ? 1 : 0)
  }

  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const { path, isListed } of publicPages) {
    expect(sitemap.includes(`<loc>${baseURL}${path}</loc>`), path).toBe(isListed !== false)
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  for (const icon of manifest.icons) expect((await request.get(icon.src)).status(), icon.src).toBe(200)
  const icon = await request.get('/favicon.ico')
  expect(icon.headers()['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)/)
})

test('the front page describes the product to search engines', async ({ staticPage: page }) => {
  await page.goto('/')
  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  expect(facts['@graph'].map((each: { '@type': string }) => each['@type'])).toEqual([
    'Organization',
    'SoftwareApplication',
  ])
})

test('without JavaScript the menus of a wide screen work', async ({ staticPage: page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByText('Product Features').click()
  await openAnalytics(page)
})

test('without JavaScript the menu of a small screen works', onPhoneOnly, async ({ staticPage: page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await openAnalytics(page)
})

async function openAnalytics(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Analytics/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/analytics$/)
}

test.describe('an address that does not exist', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('is answered with status 404 and a page that says so', async ({ page }) => {
    for (const path of ['/no-such-page', '/blog/no-such-article', '/blog/case-studies/no-such-study']) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
    }
  })
})
