import { makeOrders, runApp, send } from '../../measure/running-app.ts'

const rows = 500
const warmUps = 5
const calls = 150
const mostP99Ms = 400

/** A program that sends 500 new orders a call, one call after another: how long each takes. */
export async function run(): Promise<void> {
  const app = await runApp()
  try {
    const { token } = await app.makeOwner()
    const orders = makeOrders(rows * (warmUps + calls))
    const took: number[] = []
    for (let from = 0; from < orders.length; from += rows) {
      const deliveries = orders.slice(from, from + rows)
      const startedAt = performance.now()
      const { created } = (await send(`${app.url}/v1/deliveries/import`, token, 'POST', { deliveries })) as Created
      took.push(performance.now() - startedAt)
      if (created !== rows) throw new Error(`${created} of ${rows} orders were created`)
    }
    report(took.slice(warmUps).toSorted((one, other) => one - other))
  } finally {
    await app.stop()
  }
}

type Created = { created: number }

function report(took: number[]): void {
  const at = (share: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))]!)
  const isGood = at(0.99) < mostP99Ms
  console.log(
    `${took.length} calls of ${rows} new orders each: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (limit ${mostP99Ms} ms)`,
  )
  if (!isGood) process.exitCode = 1
}
