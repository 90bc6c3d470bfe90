import { deliveryBatchSize } from '#domain/api/import.ts'
import { makeOrders, runApp, send } from '../measure/running-app.ts'

const rows = 10_000
const app = await runApp()
try {
  const { token } = await app.makeOwner()
  const orders = makeOrders(rows)
  await measure('new references', orders)
  await measure('the same file again, with no changes', orders)
  await measure(
    'the same file with other weights',
    orders.map((order) => ({ ...order, weight_kg: 3 })),
  )
  await measure(
    'new references without locations, to known addresses',
    orders.map((order) => ({ ...order, reference: `again-${order.reference}`, delivery_location: null })),
  )

  async function measure(what: string, deliveries: object[]): Promise<void> {
    const startedAt = performance.now()
    const sum = { created: 0, updated: 0, unchanged: 0 }
    for (let from = 0; from < deliveries.length; from += deliveryBatchSize) {
      const batch = { source: 'csv', deliveries: deliveries.slice(from, from + deliveryBatchSize) }
      const reply = (await send(`${app.url}/v1/deliveries/import`, token, 'POST', batch)) as typeof sum
      for (const name of ['created', 'updated', 'unchanged'] as const) sum[name] += reply[name]
    }
    const seconds = (performance.now() - startedAt) / 1000
    const { created, updated, unchanged } = sum
    console.log(`${what}: ${seconds.toFixed(2)} s (${created} created, ${updated} updated, ${unchanged} unchanged)`)
  }
} finally {
  await app.stop()
}
