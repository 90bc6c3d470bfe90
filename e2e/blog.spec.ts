import type { Page } from '@playwright/test'
import { expect, expectAlive, test } from './fixtures.ts'

const categories = ['Route Planning', 'Operations', 'Customer Experience', 'Industry', 'Engineering']
const featured = "Why nearest-first isn't the shortest route"
const gridOf = (page: Page) => page.locator('#articles').getByRole('article')
const readMore = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^Read More ?: ${title}$`) })

test('the blog shows case studies, a featured article, a grid and buttons to browse by category', async ({
  staticPage: page,
}) => {
  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: 'Featured case studies' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Read Full Case Study/ })).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Featured article' })).toBeVisible()
  await expect(page.getByRole('heading', { name: featured })).toBeVisible()
  await expect(gridOf(page)).toHaveCount(12)
  const group = page.getByRole('group', { name: 'Browse by Category' })
  await expect(group.getByRole('button')).toHaveText(['All', ...categories])

  const first = gridOf(page).first()
  await expect(first.getByRole('heading', { name: 'Time windows you can keep' })).toBeVisible()
  await expect(first).toContainText('Route Planning')
  await expect(first).toContainText('October 27, 2026')
  await expect(first).toContainText(/\d+ min read/)
  await expect(first).toContainText('Ratna Wijaya')
  await expect(first).toContainText('Head of Operations')
  await expect(first).toContainText('RW')

  await readMore(page, featured).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(featured)
  await expect(page.getByText('The total is 43.99 km.')).toBeVisible()
})

test('a category filters without a request, is announced, and lives in the address', async ({ page }) => {
  await page.goto('/blog')
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  // Chromium asks for the site's icon again whenever the address changes.
  page.on('request', (request) => /\/favicon\.(svg|ico)$/.test(request.url()) || calls.push(request.url()))
  const industry = page.getByRole('button', { name: 'Industry' })
  const all = page.getByRole('button', { name: 'All', exact: true })
  await expect(all).toHaveAttribute('aria-pressed', 'true')

  await industry.focus()
  await page.keyboard.press('Enter')
  await expect(gridOf(page)).toHaveCount(2)
  await expect(industry).toHaveAttribute('aria-pressed', 'true')
  await expect(all).toHaveAttribute('aria-pressed', 'false')
  await expect(industry).toBeFocused()
  await expect(page).toHaveURL('/blog?category=Industry')
  await expect(page.getByRole('status').filter({ hasText: '2 articles' })).toBeAttached()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/blog?category=Customer+Experience')
  await expect(gridOf(page).first()).toContainText('Customer Experience')
  await all.click()
  await expect(page).toHaveURL('/blog')
  await expect(gridOf(page)).toHaveCount(12)
  expect(calls).toEqual([])
})

test('an address with a category opens filtered, the featured article included; an unknown category shows all', async ({
  page,
}) => {
  await page.goto('/blog?category=Route+Planning')
  await expect(gridOf(page)).toHaveCount(3)
  await expect(gridOf(page).filter({ hasText: featured })).toHaveCount(1)
  await page.reload()
  await expect(gridOf(page)).toHaveCount(3)
  await page.goto('/blog?category=%3Cscript%3E')
  await expect(gridOf(page)).toHaveCount(12)
})

test('Case Studies in the footer leads to the blog’s case studies, and so does the address', async ({ page }) => {
  const heading = page.getByRole('heading', { name: 'Featured case studies' })
  await page.goto('/blog#case-studies')
  await expect(heading).toBeInViewport()
  await page.goto('/terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Case Studies' }).click()
  await expect(page).toHaveURL('/blog#case-studies')
  await expect(heading).toBeInViewport()
  expect(await page.locator('#case-studies').evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(120)
})

test('Read More opens an article, its links lead on, and Back returns to the list as it was', async ({ page }) => {
  await page.goto('/blog?category=Operations')
  await expectAlive(page)
  await readMore(page, 'What a failed delivery really costs').click()
  await expect(page).toHaveURL('/blog/cost-of-a-failed-delivery')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What a failed delivery really costs')
  await expect(page).toHaveTitle('What a failed delivery really costs · Karta')

  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Write down why' }).click()
  await expect(page.getByRole('heading', { name: 'Write down why' })).toBeInViewport()

  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await page.locator('.prose').getByRole('link', { name: 'texts that recipients read' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Texts that recipients read, and what they cost')
  expect(loads, 'links in texts do not load a new page').toBe(0)

  await page.goBack()
  await expect(page).toHaveURL('/blog/cost-of-a-failed-delivery#write-down-why')
  await page.getByRole('link', { name: 'All articles' }).click()
  await expect(page).toHaveURL('/blog')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/blog?category=Operations')
  await expect(page.getByRole('button', { name: 'Operations' })).toHaveAttribute('aria-pressed', 'true')
})

test('the data of an article is served as text, so that it is compressed and no browser guesses its type', async ({
  request,
}) => {
  const reply = await request.get('/blog/nearest-stop-first.data')
  expect(reply.status()).toBe(200)
  expect(reply.headers()['content-type']).toContain('text/x-script')
})

test('the case studies page shows one large study and two below it, and leads to the full texts', async ({
  staticPage: page,
}) => {
  await page.goto('/use-cases/case-studies')
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Success Stories' })).toBeVisible()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(3)
  for (const [position, [industry, ...results]] of [
    ['Retail & E-commerce', 'Delivery times cut 45%', 'Delivery capacity up 60%', 'Customer satisfaction up 35%'],
    ['3PL & Logistics', '30-minute delivery windows', 'Operating costs down 25%', 'Service coverage up 300%'],
    ['Sustainability', 'Carbon emissions down 60%', 'Fuel costs down 40%', 'Route efficiency up 30%'],
  ].entries()) {
    await expect(cards.nth(position)).toContainText(industry!)
    await expect(cards.nth(position).getByRole('listitem')).toHaveText(results)
    await expect(cards.nth(position).locator('svg[viewBox="0 0 800 500"]')).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Ready to Write Your Success Story?' })).toBeVisible()

  await page
    .getByRole('link', { name: /^Read Full Case Study/ })
    .first()
    .click()
  await expect(page).toHaveURL('/blog/case-studies/homeware-retailer')
  await expect(page.getByText('This case study is illustrative:')).toBeVisible()
})

test('on a wide screen the large case study is as wide as the two below it together', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/use-cases/case-studies')
  const boxes = await Promise.all((await page.getByRole('article').all()).map((card) => card.boundingBox()))
  const [large, left, right] = boxes.map((box) => box!)
  expect(left!.y).toBe(right!.y)
  expect(large!.y).toBeLessThan(left!.y)
  expect(large!.x).toBeCloseTo(left!.x, 0)
  expect(large!.x + large!.width).toBeCloseTo(right!.x + right!.width, 0)
})

for (const [path, title] of [
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms & Conditions'],
] as const) {
  test(`${path} is dated, has contents, and prints as a document`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Last updated: March 15, 2024')).toBeVisible()
    const entry = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
    await entry.click()
    await expect(page.getByRole('heading', { name: (await entry.textContent())!, exact: true })).toBeInViewport()

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    for (const screenOnly of ['banner', 'contentinfo'] as const) await expect(page.getByRole(screenOnly)).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    const ink = await page.locator('.prose').evaluate((text) => getComputedStyle(text).color)
    expect(ink, 'dark letters on white paper, whatever the screen prefers').toBe('rgb(15, 25, 23)')
  })
}
