import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import axe from 'axe-core'

/** Map tiles and other pictures from elsewhere do not load: journeys run offline. */
const isOutsideLoad = (text: string, url: string, own: string) =>
  text.startsWith('Failed to load resource: net::') && !url.startsWith(own)

/** A page that is left while its socket connects closes it. Chromium calls that a failure. */
const isLeftSocket = (text: string) =>
  /^WebSocket connection to '\S+' failed: WebSocket is closed before the connection is established/.test(text)

type TestFixtures = {
  /** `test.use({ expectedErrors: /status of 400/ })` where a journey provokes an error on purpose. */
  expectedErrors: RegExp
}
type WorkerFixtures = {
  /** A page without JavaScript, which a worker's tests share: it shows what the build wrote. */
  staticPage: Page
}

/** Playwright's `test`, in which a stray console.error or an uncaught error on any page fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedErrors: [/^(?!)/, { option: true }],
  context: async ({ context, baseURL, expectedErrors }, use) => {
    const stray = watchErrors(context, baseURL ?? '')
    await use(context)
    const unexpected = stray.filter((text) => !expectedErrors.test(text))
    expect(unexpected, 'unexpected errors on the pages of this test').toEqual([])
  },
  staticPage: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ ...project.use, javaScriptEnabled: false })
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
})

export { expect }

/** Tags of a test: one runs on a wide screen and on a phone, the other on a phone only. */
export const onPhoneToo = { tag: '@phone' }
export const onPhoneOnly = { tag: '@phone-only' }

const phoneScreen = { width: 412, height: 839 }

/**
 * Looks at a page that is there already on a screen as small as a phone's. Loading it once more takes longer than looking.
 */
export async function onSmallScreen(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()!
  await page.setViewportSize(phoneScreen)
  await look()
  await page.setViewportSize(size)
}

/** What goes wrong on the pages of a context, as it comes in. */
export function watchErrors(context: BrowserContext, own: string): string[] {
  const stray: string[] = []
  context.on('weberror', (problem) => stray.push(String(problem.error().stack ?? problem.error())))
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    if (isOutsideLoad(message.text(), message.location().url, own) || isLeftSocket(message.text())) return
    stray.push(`console.error: ${message.text()} (${message.location().url})`)
  })
  return stray
}

/** What was copied. Our pages may not read the clipboard, so it is pasted into an empty one. */
export async function pastedText(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.setContent('<textarea aria-label="Pasted"></textarea>')
  await page.getByLabel('Pasted').press('ControlOrMeta+V')
  const text = await page.getByLabel('Pasted').inputValue()
  await page.close()
  return text
}

/** Waits until React listens on the page: before that, a link loads a new page and a button does nothing. */
export async function expectAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Takes away the browser's storage, as some people's settings do. Call it before the page opens. */
export async function forbidStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
}

/** Fails if the page is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels wider than the screen').toBeLessThanOrEqual(0)
}

const colorRules = ['color-contrast', 'link-in-text-block']
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/**
 * Fails with every accessibility problem that axe finds on the page as it stands. Colors are the same on every screen, and
 * looking at them takes longer than all else, so that is done on the wide one.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  const without = isPhone ? Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) : {}
  await expectNoneFound(page, { runOnly: { type: 'tag', values: wcag }, rules: without })
}

/** The same in the dark scheme, which differs from the light one in its colors only. */
export async function expectNoDarkViolations(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoneFound(page, { runOnly: { type: 'rule', values: colorRules } })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

type Problem = { help: string; places: string[] }

/**
 * Runs axe on the page. Unlike its package for Playwright, this loads it once a page, and describes no element that is
 * fine, which takes a third of the time.
 */
async function problemsOn(page: Page, options: axe.RunOptions): Promise<Problem[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async (chosen) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
      // React Aria speaks through this element for a moment; the label it points at may be gone again.
      const { violations } = await loaded.run({ exclude: [['[data-live-announcer]']] }, chosen)
      return violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.map(({ html }) => html) }))
    },
    { ...options, resultTypes: ['violations'], iframes: false, preload: false } satisfies axe.RunOptions,
  )
  return found
    .map(({ id, help, places }) => ({
      help: `${id}: ${help}`,
      places: places.filter((html) => id !== 'target-size' || !isPin(html)),
    }))
    .filter(({ places }) => places.length > 0)
}

/** A page that is still drawing may look wrong for a moment. What axe finds several times in a row is a defect. */
async function expectNoneFound(page: Page, options: axe.RunOptions): Promise<void> {
  await expect(async () => {
    await expectStill(page)
    expect(await problemsOn(page, options), 'accessibility problems').toEqual([])
  }).toPass({ timeout: 30_000 })
}

/** Waits until nothing fades, slides or changes color any more: contrast halfway through means nothing. */
async function expectStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    const frame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), pause(500)])
    // The first frame applies a new color scheme; what it sets in motion is known in the second.
    await frame()
    await frame()
    const passing = document.getAnimations().filter((motion) => motion.effect?.getComputedTiming().endTime !== Infinity)
    const allOver = Promise.all(passing.map((motion) => motion.finished.catch(() => undefined)))
    // A paused animation, or one whose element is gone, may never finish.
    await Promise.race([allOver, pause(1000)])
  })
}

/** Pins lie where their places are, and places can be close together: WCAG 2.5.8 names them as "essential". */
const isPin = (html: string) => html.includes('class="leaflet-marker-icon')
