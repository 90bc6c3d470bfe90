import { createHash, randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { parseArgs } from 'node:util'
import { makeOrders, runApp, send } from '../measure/running-app.ts'

/*
 * Compares Karta with a bare server that runs the same statements in the same database and nothing else: no tokens,
 * permissions, validation or problem documents.
 */
const { seconds, connections } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, connections: { type: 'string', default: '10' } },
}).values

/** The ID of the delivery whose creation was captured. */
let captured: string | undefined

const app = await runApp()
const bare = Fastify()
try {
  const { token } = await app.makeOwner()
  const orders = makeOrders(10_000)
  for (let from = 0; from < orders.length; from += 500) {
    await send(`${app.url}/v1/deliveries/import`, token, 'POST', { deliveries: orders.slice(from, from + 500) })
  }
  await app.settle()
  const order = { ...orders[0]!, reference: null }
  const list = await app.statementsOf(() => send(`${app.url}/v1/deliveries?limit=50`, token, 'GET'))
  const create = await app.statementsOf(async () => {
    captured = ((await send(`${app.url}/v1/deliveries`, token, 'POST', order)) as { id: string }).id
  })

  bare.get('/v1/deliveries', () =>
    inTransaction(async (run) => {
      const results = []
      for (const { text, values } of list) results.push(await run(text, values))
      return { data: results.at(-2), total: results.at(-1) }
    }),
  )
  bare.post('/v1/deliveries', () =>
    inTransaction(async (run) => {
      const made: Made = {}
      for (const { text, values } of create) {
        const rows = await run(
          text,
          values.map((value) => renewed(value, made)),
        )
        const { first_number: number, id } = (rows[0] ?? {}) as { first_number?: number; id?: string }
        // Other statements return IDs of other things.
        if (text.includes('insert into deliveries')) made.id = id
        made.number = number ?? made.number
      }
      return order
    }),
  )
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

  const newKey = { name: 'Bench', scopes: ['read', 'deliveries', 'planning', 'tracking'] }
  const { secret } = (await send(`${app.url}/v1/api-keys`, token, 'POST', newKey)) as { secret: string }
  const body = JSON.stringify(order)

  await compare('list, 50 of 10,000', token, { path: '/v1/deliveries?limit=50', method: 'GET' })
  await compare('list, with an API key', secret, { path: '/v1/deliveries?limit=50', method: 'GET' })
  await compare('create', token, { path: '/v1/deliveries', method: 'POST', body })

  async function compare(
    what: string,
    bearer: string,
    request: { path: string; method: 'GET' | 'POST'; body?: string },
  ) {
    // In turns, so that a busy machine affects both equally.
    const rates: Record<'bare' | 'karta', number[]> = { bare: [], karta: [] }
    const p99: Record<'bare' | 'karta', number[]> = { bare: [], karta: [] }
    for (let round = 0; round < 3; round++) {
      for (const [name, url] of [
        ['bare', bareUrl],
        ['karta', app.url],
      ] as const) {
        const result = await autocannon({
          ...request,
          url: url + request.path,
          duration: Number(seconds) / 2,
          connections: Number(connections),
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          workers: 1,
        })
        if (result.non2xx || result.errors)
          throw new Error(`${what}: ${result.non2xx} refused, ${result.errors} failed`)
        rates[name].push(result.requests.average)
        p99[name].push(result.latency.p99)
      }
    }
    const [ours, theirs] = [median(rates.karta), median(rates.bare)]
    console.log(
      `${what}: ${ours.toFixed(0)} requests/s, p99 ${median(p99.karta)} ms; ` +
        `bare ${theirs.toFixed(0)} requests/s, p99 ${median(p99.bare)} ms; ${((ours / theirs) * 100).toFixed(0)} % of bare`,
    )
  }
} finally {
  await bare.close()
  await app.stop()
}

type Run = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>

async function inTransaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    const answer = await work(async (text, values) => (await client.query(text, values)).rows)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** What a call was given: its number, the ID of its delivery and the batch of its events. */
type Made = { number?: number | undefined; id?: string | undefined }

/** What must be unique in a captured value: number, ID and hash. */
function renewed(value: unknown, { number, id }: Made): unknown {
  if (Array.isArray(value)) return value.map((each) => (each === captured ? id : each))
  if (typeof value !== 'string' || !value.startsWith('[{')) return value
  const [row] = JSON.parse(value) as Record<string, unknown>[]
  if (!row) return value
  if (typeof row.subject_id !== 'string') return JSON.stringify([{ ...row, number }])
  const hash = createHash('sha256').update(randomBytes(8)).digest('hex')
  const own = JSON.stringify([{ ...row, ...('hash' in row && { hash }) }])
  return captured && id ? own.replaceAll(captured, id) : own
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
