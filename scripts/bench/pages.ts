import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page, type Response } from '@playwright/test'
import { publicPages } from '#web/marketing/pages.ts'
import { buildSite } from '../build.ts'
import { ensureChromium } from '../chromium.ts'
import { runApp } from '../measure/running-app.ts'
import { root } from '../tools.ts'

// Measures what a phone loads for each public page, and how fast and steadily it appears, with the CPU slowed 4×. Bytes
// are gzipped at the default level. Pages are not scrolled, so parts that load on scrolling do not count.

type Kind = 'html' | 'css' | 'js'
type Figures = { path: string; bytes: Record<Kind, number>; requests: number; lcpMs: number; shift: number }

const slowdown = 4
const settleMs = 2500
const goals = { homeJs: 130_000, shift: 0.02 }

await buildSite()
const app = await runApp(join(root, 'build/client'))
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
try {
  console.log(row('page', 'html', 'css', 'js', 'files', 'LCP ms', 'shift'))
  const all: Figures[] = []
  for (const { path } of publicPages) {
    const figures = await measure(browser, path)
    all.push(figures)
    const { bytes, requests, lcpMs, shift } = figures
    console.log(row(path, kb(bytes.html), kb(bytes.css), kb(bytes.js), requests, Math.round(lcpMs), shift.toFixed(4)))
  }
  const home = all.find(({ path }) => path === '/')!
  console.log(`home page JavaScript: ${kb(home.bytes.js)} kB gzip (goal: at most ${kb(goals.homeJs)})`)
  console.log(
    `largest layout shift: ${Math.max(...all.map(({ shift }) => shift)).toFixed(4)} (goal: under ${goals.shift})`,
  )
  console.log(`largest contentful paint: median ${median(all.map(({ lcpMs }) => lcpMs))} ms`)
} finally {
  await browser.close()
  await app.stop()
}

async function measure(browser: Browser, path: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const responses: Response[] = []
  page.on('response', (response) => response.url().startsWith(app.url) && responses.push(response))
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchPaints)
  await page.goto(app.url + path)
  await page.waitForTimeout(settleMs)
  const { lcpMs, shift } = await readPaints(page)
  const bytes: Record<Kind, number> = { html: 0, css: 0, js: 0 }
  for (const response of responses) {
    const kind = kindOf(response)
    if (kind) bytes[kind] += gzipSync(await response.body()).length
  }
  await context.close()
  return { path, bytes, requests: responses.length, lcpMs, shift }
}

function kindOf(response: Response): Kind | undefined {
  const type = response.headers()['content-type'] ?? ''
  if (response.status() !== 200) return undefined
  if (type.startsWith('text/html')) return 'html'
  if (type.startsWith('text/css')) return 'css'
  return /javascript/.test(type) ? 'js' : undefined
}

type Paints = { lcpMs: number; shift: number }

/** Runs in the page before anything else. */
function watchPaints(): void {
  const seen: Paints = { lcpMs: 0, shift: 0 }
  Object.assign(globalThis, { seenPaints: seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcpMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

function readPaints(page: Page): Promise<Paints> {
  return page.evaluate('globalThis.seenPaints')
}

function row(page: string, ...cells: (string | number)[]): string {
  return page.padEnd(30) + cells.map((cell) => String(cell).padStart(9)).join('')
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function median(values: number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!)
}
