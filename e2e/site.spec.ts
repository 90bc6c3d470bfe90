import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { entryPages, publicPages } from '#web/marketing/pages.ts'
import { expect, expectAlive, expectNoAxeViolations, forbidStorage, test } from './fixtures.ts'

/** A guest is led from here to the sign-in page. */
const guarded = '/my-account'
const hasMap = (path: string) => /^\/(route-optimization|real-time-tracking|use-cases\/(?!case))/.test(path)
const openPages = publicPages.filter(({ path }) => path !== guarded)

for (const { path, title } of openPages) {
  test(`${path} opens as its own page`, async ({ page }) => {
    const reply = await page.goto(path)
    expect(reply?.status()).toBe(200)
    await expect(page).toHaveTitle(`${title} · Karta`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(
      'Optimizing last-mile delivery for businesses of all sizes.',
    )
  })
}

for (const path of [
  ...openPages.map((page) => page.path),
  // The other pages on the way in lead on at once where nobody is expected.
  '/signin/forgot',
  '/signin/link',
  '/signin/confirm',
  '/signin/confirm?problem=other_browser',
  '/signin/confirm?problem=otp_expired',
  '/api#authentication',
  '/api#endpoints',
  '/blog/sms-recipients-read',
  '/blog/case-studies/regional-logistics-network',
]) {
  test(`${path} is accessible in light and dark, and no wider than the screen`, async ({ page }) => {
    await page.goto(path)
    await expectAlive(page)
    const main = page.getByRole('main')
    for (const question of await main.locator('summary').filter({ visible: true }).all()) await question.click()
    if (hasMap(path)) {
      const map = main.locator('.leaflet-container')
      const sketch = main.getByRole('figure', { name: /Jakarta|stops|deliveries are/ })
      // The sketch gives way to the map while it is scrolled to.
      await expect(async () => {
        await sketch.or(map).first().scrollIntoViewIfNeeded({ timeout: 2_000 })
        await expect(map).toBeVisible({ timeout: 2_000 })
      }).toPass({ timeout: 20_000 })
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectNoAxeViolations(page)
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })
}

test('the pages on the way into an account have their own titles, and no search engine lists them', async ({
  request,
}) => {
  for (const { path, title } of entryPages) {
    const page = await (await request.get(path)).text()
    expect(page, path).toContain(`<title>${title} · Karta</title>`)
    expect(page, path).toContain('<meta name="robots" content="noindex"/>')
  }
})

test('the footer has the columns, links and lines of the specification', async ({ page }) => {
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

test('search engines and other sites find what they need', async ({ page, request, baseURL }) => {
  for (const { path, description, isListed } of openPages) {
    await page.goto(path)
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

test('the front page describes the product to search engines', async ({ page }) => {
  await page.goto('/')
  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  expect(facts['@graph'].map((each: { '@type': string }) => each['@type'])).toEqual([
    'Organization',
    'SoftwareApplication',
  ])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every page can be read, and its menus work', async ({ page, isMobile }) => {
    for (const { path } of openPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      const words = (await page.getByRole('main').innerText()).split(/\s+/).length
      expect(words, path).toBeGreaterThan(path === '/signin' ? 10 : 40)
    }
    await page.goto('/')
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    else await page.getByRole('navigation', { name: 'Main' }).getByText('Product Features').click()
    await page
      .getByRole('link', { name: /^Analytics/ })
      .filter({ visible: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/analytics$/)
  })
})

test.describe('where storage is forbidden', () => {
  test('every page still opens', async ({ page }) => {
    await forbidStorage(page)
    for (const { path } of openPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    }
  })
})

test('a guest’s pages call nobody but the map’s tile server', async ({ page, baseURL }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const isOwnFile =
      origin === baseURL &&
      ['document', 'script', 'stylesheet', 'font', 'image', 'manifest', 'other'].includes(request.resourceType())
    const isData = pathname.endsWith('.data')
    const isTile = request.resourceType() === 'image' && /\/\d+\/\d+\/\d+\.png$/.test(pathname)
    if (!isOwnFile && !isData && !isTile) calls.push(`${request.resourceType()} ${request.url()}`)
  })
  for (const { path } of openPages) {
    await page.goto(path)
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    await page.waitForLoadState('networkidle')
  }
  expect(calls).toEqual([])
})
