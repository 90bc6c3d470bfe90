import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from '@playwright/test'
import { ensureChromium } from '../chromium.ts'

const slowdown = 4
const rounds = 5
const goals = { readableMs: 1000, bytes: 60_000 }

/** How soon state and range of a tracking page can be read on a slowed processor, and what its script weighs without the map. */
export async function measureTrackingPage(address: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    const times: number[] = []
    let bytes = 0
    for (let round = 0; round <= rounds; round++) {
      const seen = await look(browser, address)
      // The first page also starts the browser's processes.
      if (round > 0) times.push(seen.readableMs)
      bytes = seen.bytes
    }
    const sorted = times.toSorted((one, other) => one - other)
    console.log(
      `the page: state and time can be read after ${sorted[Math.floor(rounds / 2)]!.toFixed(0)} ms, ${sorted[0]!.toFixed(0)} to ${sorted.at(-1)!.toFixed(0)} (goal: under ${goals.readableMs}; processor slowed ${slowdown}×); JavaScript without the map ${(bytes / 1000).toFixed(1)} kB gzip (goal: under ${goals.bytes / 1000})`,
    )
  } finally {
    await browser.close()
  }
}

/** From the first byte that is asked for to the first frame with the state, in a browser that has nothing of the page. */
async function look(browser: Browser, address: string): Promise<{ readableMs: number; bytes: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    let bytes = 0
    const scripts: Promise<void>[] = []
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '') || /ground|map|open-/.test(response.url()))
        return
      scripts.push(response.body().then((body) => void (bytes += gzipSync(body).length)))
    })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForTimeout(1500)
    await Promise.all(scripts)
    const text = await page.locator('#state').innerText()
    if (!text.trim()) throw new Error('The page says nothing of where the delivery is.')
    const readableMs = (await page.evaluate(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    )) as number
    return { readableMs, bytes }
  } finally {
    await context.close()
  }
}
