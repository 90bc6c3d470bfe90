import { chromium } from '@playwright/test'
import { createServer, type Plugin } from 'vite'
import { ensureChromium } from '../../chromium.ts'
import { root } from '../../tools.ts'

const [vehicles, seconds] = [100, 8] as const
/** 60 frames a second, with what a headless browser's clock is off by. */
const goalMs = 17.5

const html = `<!doctype html><style>html,body,#map{height:100%;margin:0}</style><div id="map" class="karta-map"></div>
<script type="module" src="/web/dispatcher/replay/measure/day.ts"></script>`
const page: Plugin = {
  name: 'karta-replay',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      if (!request.url?.startsWith('/played')) return next()
      response.setHeader('content-type', 'text/html')
      response.end(html)
    }),
}

/** The times between frames of a played day in a headless Chromium without a graphics card. */
export async function run(): Promise<void> {
  const server = await createServer({
    configFile: false,
    root,
    plugins: [page],
    logLevel: 'error',
    cacheDir: '.cache/vite-bench-replay',
    // Only what the page needs, and not all of the product.
    optimizeDeps: { entries: ['web/dispatcher/replay/measure/day.ts'] },
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  })
  await server.listen()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const { port } = server.httpServer!.address() as { port: number }
    await tab.goto(`http://127.0.0.1:${port}/played?count=${vehicles}`)
    await tab.waitForFunction('globalThis.day', undefined, { timeout: 60_000 })
    const { fixes, preparedMs } = (await tab.evaluate('({ fixes: day.fixes, preparedMs: day.preparedMs })')) as {
      fixes: number
      preparedMs: number
    }
    console.log(`${vehicles} vehicles, ${fixes} fixes, ready after ${Math.round(preparedMs)} ms`)
    const devtools = await tab.context().newCDPSession(tab)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const busySeconds = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')!.value
    }
    for (const how of ['plays', 'is scrubbed'] as const) {
      const before = await busySeconds()
      const times = (await tab.evaluate(`day.measure(${seconds}, '${how}')`)) as number[]
      const busy = ((await busySeconds()) - before) / times.length
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
      console.log(
        `While it ${how}: ${Math.round(times.length / seconds)} frames a second; p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms (goal: under ${goalMs}), longest ${at(1).toFixed(1)} ms; ${(busy * 1000).toFixed(1)} ms of processor time a frame`,
      )
      if (at(0.95) > goalMs) process.exitCode = 1
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
