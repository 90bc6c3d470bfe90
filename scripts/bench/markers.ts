import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { createServer, type Plugin } from 'vite'
import { ensureChromium } from '../chromium.ts'
import { root } from '../tools.ts'

/*
 * How smoothly the live map shows many drivers, each with a fix a second: the times between frames in a headless Chromium
 * without a graphics card, while the map stands still and while it moves.
 */
const { values } = parseArgs({
  options: { markers: { type: 'string', default: '10000' }, 'seconds-each': { type: 'string', default: '10' } },
  strict: false,
})
const [count, seconds] = [Number(values.markers), Number(values['seconds-each'])]
const goalMs = 20

const html = `<!doctype html><style>html,body,#map{height:100%;margin:0}</style><div id="map" class="karta-map"></div>
<script type="module" src="/web/dispatcher/live/measure/crowd.ts"></script>`
const page: Plugin = {
  name: 'karta-crowd',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      if (!request.url?.startsWith('/crowd')) return next()
      response.setHeader('content-type', 'text/html')
      response.end(html)
    }),
}

const server = await createServer({
  configFile: false,
  root,
  plugins: [page],
  logLevel: 'error',
  cacheDir: '.cache/vite-bench',
  // Only what the page needs, and not all of the product.
  optimizeDeps: { entries: ['web/dispatcher/live/measure/crowd.ts'] },
  server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
})
await server.listen()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
try {
  const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { port } = server.httpServer!.address() as { port: number }
  await tab.goto(`http://127.0.0.1:${port}/crowd?count=${count}`)
  await tab.waitForFunction('globalThis.crowd', undefined, { timeout: 60_000 })
  const devtools = await tab.context().newCDPSession(tab)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  /** Processor time of the page so far, which other programs on the machine do not change. */
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value
  }
  for (const [what, zoom, isMoving] of [
    ['the whole city', 11, false],
    ['the whole city, dragged', 11, true],
    ['a district', 14, false],
    ['a district, dragged', 14, true],
  ] as const) {
    const before = await busySeconds()
    const times = (await tab.evaluate(`crowd.measure(${seconds}, ${zoom}, ${isMoving})`)) as number[]
    const busy = ((await busySeconds()) - before) / seconds
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)
    console.log(
      `${count} drivers at 1 Hz, ${what}: frames p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (goal: under ${goalMs}), longest ${at(1)} ms; ${Math.round(busy * 100)} % of a core`,
    )
  }
} finally {
  await browser.close()
  await server.close()
}
