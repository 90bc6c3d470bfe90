import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { changeTrackingSettings } from '#domain/api/tracking.ts'
import { buildSite } from '../../build.ts'
import { makeDrivers } from '../../measure/drivers.ts'
import type { RoadAnswer, RoadOrder } from '../../measure/road-clients.ts'
import { runApp, send } from '../../measure/running-app.ts'
import { usedMemory } from '../../measure/settled-memory.ts'
import { makeTrackedRoutes } from '../../measure/tracked-routes.ts'
import type { TrackingAnswer, TrackingOrder } from '../../measure/tracking-clients.ts'
import { measureTrackingPage } from '../../measure/tracking-page.ts'
import { root } from '../../tools.ts'

/*
 * Many people on tracking pages while vans move: what a page costs the server, and how old a fix is when it gets there. The pages
 * and the phones are processes of their own. Then the page itself, in a browser on a slowed processor.
 */
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '10000' },
    vans: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
  },
})
const [pages, vans, seconds] = [flags.pages, flags.vans, flags.seconds].map(Number) as [number, number, number]
const everySeconds = 5
const goalMs = 3000

export async function run(): Promise<void> {
  await buildSite()
  const app = await runApp(join(root, 'build/client'), {
    MAX_CONNECTIONS: '100000',
    REALTIME_MAX_SOCKETS: String(2 * pages),
    MAX_CONNECTIONS_PER_ADDRESS: '100000',
  })
  const clients = fork(join(import.meta.dirname, '../../measure/tracking-clients.ts'))
  const phones = fork(join(import.meta.dirname, '../../measure/road-clients.ts'))
  const ask = async (order: TrackingOrder) => {
    clients.send(order)
    return ((await once(clients, 'message')) as [TrackingAnswer])[0]
  }
  try {
    const { workspaceId, token } = await app.makeOwner()
    const tokens = await makeDrivers(app, workspaceId, vans)
    const people = await makeTrackedRoutes(app, { workspaceId, token }, { pages, vans })
    await sql`select make_position_days(current_date - 1, current_date + 1)`.execute(app.deps.db)
    await app.settle()
    const port = Number(new URL(app.url).port)
    /** Moves the vans, and says what part of a processor the server takes meanwhile. */
    const drive = async () => {
      const before = process.cpuUsage()
      const order: RoadOrder = { do: 'drive', port, tokens, everySeconds, seconds }
      const began = performance.now()
      phones.send(order)
      const [driven] = (await once(phones, 'message')) as [RoadAnswer]
      const { user, system } = process.cpuUsage(before)
      return { ...driven, busy: (user + system) / 1000 / (performance.now() - began) }
    }
    // Twice, because the first fixes of a driver are more work than the others.
    await drive()
    const alone = await drive()
    const empty = await usedMemory()
    const path = `/realtime/v1/websocket?apikey=${app.deps.keys.publishableKey}&vsn=2.0.0`
    const opened = await ask({ do: 'open', port, path, pages: people })
    console.log(`${opened.joined} of ${pages} pages joined within ${opened.seconds!.toFixed(1)} s`)
    await delay(5000)
    console.log(`memory: ${(((await usedMemory()) - empty) / opened.joined! / 1024).toFixed(1)} kB a page`)
    for (const show_van of ['next', 'near'] as const) {
      await send(`${app.url}${changeTrackingSettings.path}`, token, 'PATCH', { show_van, van_stops: 20 })
      await delay(10_000)
      await ask({ do: 'heard' })
      const { busy, calls, failed } = await drive()
      await delay(2000)
      const { ages, frames, bytes } = await ask({ do: 'heard' })
      const sorted = ages!.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(0)
      const perPage = ((busy - alone.busy) * 1e6) / opened.joined!
      console.log(
        `the van on pages that are ${show_van === 'next' ? 'next' : 'up to 20 stops away'}: ${calls} fixes (${failed} failed) became ${ages!.length} on pages, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.9999)} ms (goal: p99 under ${goalMs}); ${(frames! / seconds).toFixed(0)} messages/s of ${(bytes! / frames!).toFixed(0)} bytes`,
      )
      console.log(
        `  the server takes ${(busy * 100).toFixed(0)} % of a processor, ${(alone.busy * 100).toFixed(0)} % without pages: ${perPage.toFixed(1)} µs a second and page`,
      )
    }
    await ask({ do: 'close' })
    await measureTrackingPage(`${app.url}/t/${people[0]!.token}`)
  } finally {
    clients.kill()
    phones.kill()
    await app.stop()
  }
}
