import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { makeOrders, runApp, send } from '../measure/running-app.ts'

/*
 * Compares the data API with `/v1`: the same lists of the same deliveries, in turns in one run.
 */
const { seconds, connections } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, connections: { type: 'string', default: '10' } },
}).values

const app = await runApp()
try {
  const { token } = await app.makeOwner()
  const orders = makeOrders(10_000)
  for (let from = 0; from < orders.length; from += 500) {
    await send(`${app.url}/v1/deliveries/import`, token, 'POST', { deliveries: orders.slice(from, from + 500) })
  }
  await app.settle()

  await compare('list, 50 of 10,000, counted', {
    v1: '/v1/deliveries?limit=50&sort=number&order=desc',
    rest: '/rest/v1/deliveries?select=*&order=number.desc&limit=50',
    prefer: 'count=exact',
  })
  await compare('the same without a count', {
    v1: '/v1/deliveries?limit=50&sort=number&order=desc',
    rest: '/rest/v1/deliveries?select=*&order=number.desc&limit=50',
  })
  await compare('one delivery', await pathsOfOne())

  async function pathsOfOne() {
    const { data } = (await send(`${app.url}/v1/deliveries?limit=1`, token, 'GET')) as { data: { id: string }[] }
    const { id } = data[0]!
    return { v1: `/v1/deliveries/${id}`, rest: `/rest/v1/deliveries?id=eq.${id}` }
  }

  async function compare(what: string, { v1, rest, prefer }: { v1: string; rest: string; prefer?: string }) {
    const rates: Record<string, number[]> = { v1: [], rest: [] }
    const p99: Record<string, number[]> = { v1: [], rest: [] }
    for (let round = 0; round < 3; round++) {
      for (const [name, path] of Object.entries({ v1, rest })) {
        const result = await autocannon({
          url: app.url + path,
          duration: Number(seconds) / 2,
          connections: Number(connections),
          headers: { authorization: `Bearer ${token}`, ...(prefer && { prefer }) },
          workers: 1,
        })
        if (result.non2xx || result.errors) {
          throw new Error(`${what}: ${result.non2xx} refused, ${result.errors} failed`)
        }
        rates[name]!.push(result.requests.average)
        p99[name]!.push(result.latency.p99)
      }
    }
    const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[1]!
    const [old, data] = [median(rates.v1!), median(rates.rest!)]
    console.log(
      `${what}: /v1 ${old.toFixed(0)} requests/s (p99 ${median(p99.v1!)} ms), /rest/v1 ${data.toFixed(0)} (p99 ${median(p99.rest!)} ms): ${((100 * data) / old).toFixed(0)} %`,
    )
  }
} finally {
  await app.stop()
}
