import { deliveryBatchSize } from '#domain/api/import.ts'
import { makeOrders, runApp, send } from '../../measure/running-app.ts'

const rows = 10_000
const mostSeconds = 2

/** Imports new orders with two parcels and two windows each, as the browser sends a file. */
export async function importOrders(): Promise<boolean> {
  const app = await runApp()
  try {
    const { token } = await app.makeOwner()
    const orders = makeOrders(rows).map((order, index) => ({
      ...order,
      pickup_address: null,
      more_windows: [{ start: '18:00', end: '20:00' }],
      parcels: [
        { code: `P${index}-1`, weight_kg: 1 },
        { code: `P${index}-2`, weight_kg: 1.5, volume_l: 4 },
      ],
    }))
    const startedAt = performance.now()
    let created = 0
    for (let from = 0; from < rows; from += deliveryBatchSize) {
      const body = { source: 'csv', deliveries: orders.slice(from, from + deliveryBatchSize) }
      created += ((await send(`${app.url}/v1/deliveries/import`, token, 'POST', body)) as { created: number }).created
    }
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `${created} orders with two parcels and two windows each imported in ${seconds.toFixed(2)} s (limit ${mostSeconds} s)`,
    )
    return created === rows && seconds < mostSeconds
  } finally {
    await app.stop()
  }
}
