import type { Page } from '@playwright/test'
import { buildSite } from '../../build.ts'
import { boardDay, withBoardDay } from '../../measure/board-day.ts'

const [stops, drivers] = [1000, 40]
const goals = { frame: 20, drop: 50 }

/** How smoothly a stop is dragged over the board of a large day, and how soon its figures are there. */
export async function run(): Promise<void> {
  await buildSite()
  await withBoardDay(stops, async ({ url, page, makePlan }) => {
    const { id, routes } = await makePlan(5)
    console.log(`${routes} routes (asked for ${drivers}), ${stops} deliveries`)
    await dragOverNothing(page, url)
    await page.goto(`${url}/dashboard/planning/${boardDay}?plan=${id}`)
    await page.locator('.lane-stop[data-kind=delivery]').first().waitFor()
    // The engine loads in the background.
    await page.waitForTimeout(4000)
    await drag(page)
  })
}

/** Picks up a stop in the timeline, and moves it over rows and places for some seconds. */
async function drag(page: Page): Promise<void> {
  const bar = (await page.locator('.lane-stop[data-kind=delivery]').nth(3).boundingBox())!
  const pane = (await page.locator('.lanes').boundingBox())!
  await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2)
  await page.mouse.down()
  await page.mouse.move(bar.x + 30, bar.y + 20, { steps: 4 })
  await page.waitForTimeout(1500)
  const { frames, drops } = await framesOf(page, pane)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  say('frames while dragging', frames, goals.frame)
  say(`${drops.length} drop costs`, drops, goals.drop)
}

/** The floor: a page with nothing on it but a card that follows the same pointer. */
async function dragOverNothing(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app-config.json`)
  await page.evaluate(`(() => {
    document.body.textContent = ''
    const card = document.body.appendChild(document.createElement('div'))
    const looks = { position: 'fixed', top: 0, left: 0, width: '260px', height: '140px', background: 'silver', willChange: 'transform' }
    Object.assign(card.style, looks)
    addEventListener('pointermove', ({ clientX, clientY }) =>
      requestAnimationFrame(() => (card.style.transform = 'translate(' + clientX + 'px, ' + clientY + 'px)')))
  })()`)
  const { frames } = await framesOf(page, { x: 0, y: 500, width: 1440, height: 380 })
  say('frames of an empty page', frames)
}

type Area = { x: number; y: number; width: number; height: number }

/** Moves the pointer to and fro over an area, and times the frames meanwhile. */
async function framesOf(page: Page, pane: Area): Promise<{ frames: number[]; drops: number[] }> {
  await page.evaluate(watchFrames)
  for (let pass = 0; pass < 40; pass++) {
    const x = pane.x + pane.width * (0.3 + (0.6 * ((pass * 37) % 40)) / 40)
    const y = pane.y + 45 + (pane.height - 100) * (((pass * 17) % 40) / 40)
    await page.mouse.move(x, y, { steps: 12 })
  }
  await page.waitForTimeout(300)
  return (await page.evaluate(readFrames)) as { frames: number[]; drops: number[] }
}

function say(what: string, times: readonly number[], goal?: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)
  console.log(
    `${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms${goal ? ` (goal: under ${goal})` : ''}, longest ${at(1)} ms`,
  )
}

/** Notes the times between frames in the page. */
const watchFrames = `(() => {
  performance.clearMeasures('drop cost')
  globalThis.frames_ = []
  let last = performance.now()
  const note = (now) => {
    globalThis.frames_.push(now - last)
    last = now
    globalThis.watching_ = requestAnimationFrame(note)
  }
  globalThis.watching_ = requestAnimationFrame(note)
})()`

const readFrames = `(() => {
  cancelAnimationFrame(globalThis.watching_)
  const drops = performance.getEntriesByName('drop cost').map(({ duration }) => duration)
  return { frames: globalThis.frames_.slice(1), drops }
})()`
