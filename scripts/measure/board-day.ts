import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { planSearches } from '#server/features/planning/tasks.ts'
import { readRevision } from '#server/features/revisions/queries.ts'
import { workOnSearches } from '#server/queue/turns.ts'
import { ensureChromium } from '../chromium.ts'
import { root } from '../tools.ts'
import { makeOrders, runApp, send } from './running-app.ts'

/** The day of the orders that the benchmarks of the board plan. */
export const boardDay = '2099-03-16'
const stopsEach = 25

type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** A server with a day to plan, and a page on which its owner is signed in. */
export type BoardDay = {
  url: string
  page: Page
  /** Plans the day with all its drivers. */
  makePlan: (seconds: number) => Promise<{ id: string; routes: number }>
}

/** Does something with a day of so many stops, on a server and in a browser of its own. The site has to be built. */
export async function withBoardDay(stops: number, work: (day: BoardDay) => Promise<void>): Promise<void> {
  const app = await runApp(join(root, 'build/client'))
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    workOnSearches(app.deps, [planSearches(app.deps, readRevision)])
    const { token } = await app.makeOwner()
    const call: Call = (method, path, body) => send(app.url + path, token, method, body)
    await makeDay(call, stops)
    await app.settle()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Jakarta' })
    await context.addInitScript(`localStorage.setItem('karta-session', ${JSON.stringify(sessionOf(token))})`)
    const page = await context.newPage()
    await work({ url: app.url, page, makePlan: (seconds) => makePlan(call, seconds) })
  } finally {
    await browser.close()
    await app.stop()
  }
}

type Summary = { state: string; totals: { routes: number } | null }

async function makePlan(call: Call, time_limit_seconds: number): Promise<{ id: string; routes: number }> {
  const drivers = (await call('GET', '/v1/drivers?limit=200')) as { data: { id: string }[] }
  const asked = { day: boardDay, driver_ids: drivers.data.map((driver) => driver.id), time_limit_seconds }
  const { id } = (await call('POST', '/v1/plans', asked)) as { id: string }
  for (;;) {
    const { state, totals } = (await call('GET', `/v1/plans/${id}/progress`)) as Summary
    if (state === 'draft') return { id, routes: totals!.routes }
    if (state !== 'queued' && state !== 'optimizing') throw new Error(`The plan is ${state}.`)
    await new Promise((wake) => setTimeout(wake, 300))
  }
}

/** A day of deliveries all over Jakarta, with drivers for 25 stops each. */
async function makeDay(call: Call, stops: number): Promise<void> {
  const location = { lat: -6.157, lng: 106.846 }
  await call('POST', '/v1/depots', { name: 'Depot', address: 'Kemayoran', location, opens: '00:00', closes: '23:59' })
  for (let i = 0; i < stops / stopsEach; i++) {
    const hired = { shift_start: '06:00', shift_end: '22:00', max_stops: stopsEach + 5 }
    await call('POST', '/v1/drivers', { name: `Driver ${i + 1}`, ...hired })
  }
  const deliveries = makeOrders(stops).map((order, index) => ({
    ...order,
    delivery_location: { lat: -6.1 - ((index * 37) % 200) / 1500, lng: 106.75 + ((index * 53) % 251) / 1500 },
    pickup_address: null,
    scheduled_date: boardDay,
    window_end: '19:00',
    service_minutes: 5,
  }))
  for (let from = 0; from < stops; from += 500) {
    await call('POST', '/v1/deliveries/import', { source: 'csv', deliveries: deliveries.slice(from, from + 500) })
  }
}

/** What the page keeps of somebody who is signed in. */
function sessionOf(access_token: string): string {
  const expires_in = 3600
  const expires_at = Math.floor(Date.now() / 1000) + expires_in
  const user = { id: '00000000-0000-4000-8000-000000000000', aud: 'authenticated', app_metadata: {}, user_metadata: {} }
  return JSON.stringify({ access_token, refresh_token: 'none', token_type: 'bearer', expires_in, expires_at, user })
}
