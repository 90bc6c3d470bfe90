import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { shopPlatforms } from '#domain/schema/integration.ts'
import { registerSite } from './site.ts'

async function start() {
  const root = mkdtempSync(join(tmpdir(), 'karta-site-'))
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    rmSync(root, { recursive: true })
  })
  mkdirSync(join(root, 'driver/assets'), { recursive: true })
  const files = {
    'index.html': 'front page',
    '__spa-fallback.html': 'not found',
    'driver/index.html': '<script>first()</script>',
    'driver/service-worker.js': 'worker',
    'driver/assets/app.js': 'app',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  await registerSite(app, { root, tileUrl: '', mapUrl: undefined, publicUrl: 'https://karta.example' })
  return (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
}

test('every address below /driver opens the app, which alone may ask for place, camera and a lit screen', async () => {
  const get = await start()
  for (const url of ['/driver', '/driver/stop/1?workspace=2']) {
    const { statusCode, body, headers } = await get(url)
    expect([statusCode, body]).toEqual([200, '<script>first()</script>'])
    for (const feature of ['geolocation', 'camera', 'screen-wake-lock'])
      expect(headers['permissions-policy']).toContain(`${feature}=(self)`)
    expect(headers['permissions-policy']).toContain('microphone=()')
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+' 'wasm-unsafe-eval'/)
  }
  const front = await get('/')
  expect(front.headers['permissions-policy']).toContain('geolocation=()')
  expect(front.headers['content-security-policy']).not.toContain('wasm')
  expect((await get('/drivers')).statusCode).toBe(404)
})

test('the worker of the app may serve the app’s own page, and is never taken from a cache unasked', async () => {
  const get = await start()
  expect((await get('/driver/service-worker.js')).headers).toMatchObject({
    'service-worker-allowed': '/driver',
    'cache-control': 'no-cache',
  })
  expect((await get('/driver/assets/app.js')).headers['cache-control']).toContain('immutable')
})

test('a page whose address names a day or a shop is known, and any other address is not', async () => {
  const get = await start()
  const status = async (path: string) => (await get(`/dashboard/${path}`)).statusCode
  for (const path of ['2026-11-23', '2026-11-23?plan=new', '2026-11-23/scenarios', 'week/2026-11-23', 'week/now']) {
    expect(await status(`planning/${path}`), path).toBe(200)
  }
  for (const path of ['today', 'week', 'week/2026', '2026-11-23/x']) {
    expect(await status(`planning/${path}`), path).toBe(404)
  }
  for (const platform of shopPlatforms) expect(await status(`integrations/${platform}`), platform).toBe(200)
  expect(await status('integrations/unknown')).toBe(404)
  expect(await status('analytics/reports/new?split=driver')).toBe(200)
  for (const path of ['vehicles/1', 'drivers/documents', 'analytics/reports/x']) expect(await status(path)).toBe(404)
})

test('every page of the dashboard whose address names something is known', async () => {
  const get = await start()
  const named: Record<string, string> = { ':id': randomUUID(), ':date': '2026-11-23', ':platform': 'wix' }
  const routes = readFileSync(join(import.meta.dirname, '../../web/routes.ts'), 'utf8')
  const paths = [...routes.matchAll(/route\('([\w/:-]+)', 'dispatcher\//g)].map(([, path]) => path!)
  const naming = paths.filter((path) => path.includes(':'))
  expect(naming.length).toBeGreaterThan(5)
  for (const path of naming) {
    const address = `/dashboard/${path.replace(/:\w+/g, (name) => named[name]!)}`
    expect((await get(address)).statusCode, address).toBe(200)
  }
})
