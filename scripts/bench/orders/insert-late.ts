import { planSearches } from '#server/features/planning/tasks.ts'
import { readRevision } from '#server/features/revisions/queries.ts'
import { workOnSearches } from '#server/queue/turns.ts'
import { makeOrders, runApp, send } from '../../measure/running-app.ts'

const [stops, drivers, inserts, limitMs] = [1000, 25, 60, 300]
const day = '2099-03-16'

/**
 * Late orders on a dispatched day of 1,000 stops, each put where it costs least: from the call to the reply, when everything
 * is saved and its events are out. The second half of them waits to be published, as on the board.
 */
export async function insertLate(): Promise<boolean> {
  const app = await runApp()
  try {
    workOnSearches(app.deps, [planSearches(app.deps, readRevision)])
    const { token } = await app.makeOwner()
    const call = (method: string, path: string, body?: object) => send(app.url + path, token, method, body)
    const add = async (deliveries: object[]) => {
      for (let from = 0; from < deliveries.length; from += 500) {
        await call('POST', '/v1/deliveries/import', { source: 'csv', deliveries: deliveries.slice(from, from + 500) })
      }
    }
    const location = { lat: -6.157, lng: 106.846 }
    await call('POST', '/v1/depots', { name: 'Depot', address: 'Kemayoran', location, opens: '00:00', closes: '23:59' })
    const hired = { shift_start: '06:00', shift_end: '22:00', max_stops: stops / drivers }
    const ids: string[] = []
    for (let i = 0; i < drivers; i++) {
      ids.push(((await call('POST', '/v1/drivers', { name: `Driver ${i}`, ...hired })) as { id: string }).id)
    }
    const orders = makeOrders(stops + inserts).map((order, index) => ({
      ...order,
      // Some places are like those of others, but none is the same.
      delivery_location: { lat: -6.1 - ((index * 37) % 200) / 1500, lng: 106.75 + ((index * 53) % 251) / 1500 },
      pickup_address: null,
      scheduled_date: day,
      window_end: '19:00',
      service_minutes: 5,
    }))
    await add(orders.slice(0, stops))
    const { id } = (await call('POST', '/v1/plans', { day, driver_ids: ids, time_limit_seconds: 10 })) as { id: string }
    for (;;) {
      const { state } = (await call('GET', `/v1/plans/${id}/progress`)) as { state: string }
      if (state === 'draft') break
      if (state === 'failed') throw new Error('The plan failed.')
      await new Promise((wake) => setTimeout(wake, 200))
    }
    await call('POST', `/v1/plans/${id}/approve`)
    await call('POST', `/v1/plans/${id}/dispatch`)
    for (const driver of ids) await call('PATCH', `/v1/drivers/${driver}`, { max_stops: null })
    await add(orders.slice(stops))
    await app.settle()
    const { delivery_ids } = (await call('GET', `/v1/plans/${id}/late-orders`)) as { delivery_ids: string[] }

    const took = { look: [] as number[], insert: [] as number[], keep: [] as number[], publish: [] as number[] }
    const timed = async (times: number[], work: () => Promise<unknown>) => {
      const startedAt = performance.now()
      await work()
      times.push(performance.now() - startedAt)
    }
    for (const [index, delivery_id] of delivery_ids.entries()) {
      const isKept = index >= inserts / 2
      const changes = [{ type: 'insert', delivery_id }]
      const asked = `delivery_id=${delivery_id}&unpublished=${isKept}`
      await timed(took.look, () => call('GET', `/v1/plans/${id}/places?${asked}`))
      if (isKept) await timed(took.keep, () => call('POST', `/v1/plans/${id}/unpublished`, { changes }))
      else await timed(took.insert, () => call('POST', `/v1/plans/${id}/changes`, { changes }))
    }
    await timed(took.publish, () => call('POST', `/v1/plans/${id}/publish`))
    const { totals } = (await call('GET', `/v1/plans/${id}/progress`)) as { totals: { deliveries: number } }
    if (totals.deliveries < stops) throw new Error(`Only ${totals.deliveries} deliveries are on routes.`)
    for (const [what, times] of Object.entries(took)) {
      console.log(`${what}: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`)
    }
    console.log(`${totals.deliveries} stops on ${drivers} routes; the limit for an insertion is ${limitMs} ms at p95.`)
    return quantile(took.insert, 0.95) < limitMs && quantile(took.keep, 0.95) < limitMs
  } finally {
    await app.stop()
  }
}

function quantile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!
}
