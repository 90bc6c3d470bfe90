import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Failed loads of map tiles and other pictures from outside: a journey runs with the network cable out. */
const isOutsideLoad = (text: string, url: string, own: string) =>
  text.startsWith('Failed to load resource: net::') && !url.startsWith(own)

/** Playwright's `test`, in which a stray console.error or an uncaught error on any page fails the test. */
export const test = base.extend<{ expectedErrors: RegExp; noStrayErrors: void }>({
  /** `test.use({ expectedErrors: /status of 400/ })` where a journey provokes an error on purpose. */
  expectedErrors: [/^(?!)/, { option: true }],
  noStrayErrors: [
    async ({ context, baseURL, expectedErrors }, use) => {
      const stray: string[] = []
      context.on('weberror', (problem) => stray.push(String(problem.error().stack ?? problem.error())))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        if (isOutsideLoad(message.text(), message.location().url, baseURL ?? '')) return
        stray.push(`console.error: ${message.text()} (${message.location().url})`)
      })
      await use()
      const unexpected = stray.filter((text) => !expectedErrors.test(text))
      expect(unexpected, 'errors that nobody expected on the pages of this test').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until React listens on the page: before that a link loads a new page and a button does nothing. */
export async function expectAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Takes the browser's storage away, as some people's settings do. To be called before the page opens. */
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

/** Fails with every accessibility problem that axe finds on the page as it stands. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expectStill(page)
  const { violations } = await new AxeBuilder({ page })
    // React Aria speaks through this element for a moment; the label it points at may be gone again.
    .exclude('[data-live-announcer]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.flatMap(({ id, help, nodes }) => {
    const counted = nodes.filter((node) => id !== 'target-size' || !isPin(node.html))
    return counted.length === 0 ? [] : [`${id}: ${help}\n  ${counted.map((node) => node.html).join('\n  ')}`]
  })
  expect(found, 'accessibility problems').toEqual([])
}

/** Waits until nothing fades, slides or changes its color any more: halfway, a contrast says nothing. */
async function expectStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    const frame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), pause(500)])
    // The first frame applies a new color scheme; what it sets in motion is known in the second.
    await frame()
    await frame()
    const passing = document.getAnimations().filter((motion) => motion.effect?.getComputedTiming().endTime !== Infinity)
    const allOver = Promise.all(passing.map((motion) => motion.finished.catch(() => undefined)))
    // One that was paused, or whose element is gone, may never say that it is over.
    await Promise.race([allOver, pause(1000)])
  })
}

/** Pins lie where their places are, near each other as those are: WCAG 2.5.8 names them as its example of "essential". */
const isPin = (html: string) => html.includes('class="leaflet-marker-icon')
