import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { liveTopic, type PositionsMessage } from '#domain/live.ts'
import type { RoadAnswer, RoadOrder } from '../measure/road-clients.ts'
import { makeDrivers } from '../measure/drivers.ts'
import { runApp } from '../measure/running-app.ts'

/*
 * Positions: how soon a fix is on the dispatcher's map while many drivers send, and how many are stored durably, next to
 * PostgreSQL's own inserts of as many rows with as many commits, in the same run. It sends to a server in this process only;
 * the phones are a process of their own.
 */
const { values } = parseArgs({
  options: { drivers: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '30' } },
})
const [count, seconds] = [Number(values.drivers), Number(values.seconds)]
const everySeconds = 5

const app = await runApp('/nowhere', { MAX_CONNECTIONS_PER_ADDRESS: '100000' })
const clients = fork(join(import.meta.dirname, '..', 'measure', 'road-clients.ts'))
try {
  const port = Number(new URL(app.url).port)
  const owner = await app.makeOwner()
  const tokens = await makeDrivers(app, owner.workspaceId, count)
  await sql`select make_position_days(current_date - 1, current_date + 1)`.execute(app.deps.db)
  const map = await openMap(port, owner)
  const driven = await tell({ do: 'drive', port, tokens, everySeconds, seconds })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { latencies, bytes, messages } = map.stop()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!
  console.log(
    `${count} drivers, a fix each every ${everySeconds} s, for ${seconds} s: ${driven.calls} calls, ${driven.failed} failed, answered in p50 ${driven.p50.toFixed(0)} ms, p99 ${driven.p99.toFixed(0)} ms`,
  )
  console.log(
    `from the fix to the dispatcher’s socket: p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms (goal: 1,000 and 2,000); ${latencies.length} of ${driven.calls} arrived, in ${messages} messages of ${(bytes / messages / 1024).toFixed(0)} kB`,
  )
  const small = await tell({ do: 'flood', port, tokens, fixes: 5, connections: 64, seconds: seconds / 3 })
  console.log(
    `calls of 5 fixes: ${rate(small)} fixes/s stored (goal: 2,000), ${small.failed} failed, p99 ${small.p99.toFixed(0)} ms`,
  )
  const large: number[] = []
  const plain: number[] = []
  // Turn by turn, because the machine is not the same at every moment.
  for (let round = 0; round < 3; round++) {
    large.push(rate(await tell({ do: 'flood', port, tokens, fixes: 500, connections: 8, seconds: seconds / 6 })))
    plain.push(await plainInserts(owner.workspaceId, seconds / 6))
  }
  const [ours, theirs] = [median(large), median(plain)]
  console.log(
    `calls of 500 fixes, median of 3: ${ours} fixes/s stored; PostgreSQL’s own inserts of 500 rows a commit: ${theirs} rows/s; ${Math.round((ours / theirs) * 100)} % (goal: 50 %)`,
  )
} finally {
  clients.kill()
  await app.stop()
}
await import('./markers.ts')

async function tell(order: RoadOrder): Promise<RoadAnswer> {
  clients.send(order)
  const [answer] = await once(clients, 'message')
  return answer as RoadAnswer
}

function rate({ fixes, seconds: took }: RoadAnswer): number {
  return Math.round(fixes / took)
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

/** The dispatcher's socket, which notes how old each fix is when it arrives. */
async function openMap(port: number, { workspaceId, token }: { workspaceId: string; token: string }) {
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${app.deps.keys.publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address)
  const latencies: number[] = []
  let [bytes, messages] = [0, 0]
  await once(socket, 'open')
  const topic = `realtime:${liveTopic.positions(workspaceId)}`
  const config = { broadcast: {}, presence: {}, private: true }
  socket.send(
    JSON.stringify({ topic, event: 'phx_join', payload: { config, access_token: token }, ref: '1', join_ref: '1' }),
  )
  const [reply] = (await once(socket, 'message')) as [Buffer]
  if (!String(reply).includes('"ok"')) throw new Error(String(reply))
  socket.on('message', (data: Buffer) => {
    const arrived = Date.now()
    const { event, payload } = JSON.parse(String(data)) as { event: string; payload: { payload: PositionsMessage } }
    if (event !== 'broadcast') return
    bytes += data.length
    messages++
    for (const { recorded_at } of payload.payload.positions) latencies.push(arrived - Date.parse(recorded_at))
  })
  return {
    stop() {
      socket.close()
      return { latencies, bytes, messages }
    },
  }
}

/** PostgreSQL alone: many rows in one insert, committed, into the same table. */
async function plainInserts(workspaceId: string, forSeconds: number): Promise<number> {
  return app.asOwner(async (owner) => {
    const begun = performance.now()
    const start = Date.now() - 20 * 3_600_000
    let stored = 0
    while (performance.now() - begun < forSeconds * 1000) {
      const driver = randomUUID()
      const times = Array.from({ length: 500 }, (_, i) => new Date(start + i * 1000).toISOString())
      const of = (value: unknown) => `{${times.map(() => value).join()}}`
      const { rowCount } = await owner.query({
        name: 'insert positions',
        text: `insert into positions (workspace_id, driver_id, recorded_at, received_at, lat, lng, accuracy_m, speed_mps,
            heading, battery_percent, charging, source, shift_id)
          select w, d, t, now(), lat, lng, a, s, h, b, c, o, shift
            from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::float8[], $5::float8[], $6::real[], $7::real[],
              $8::real[], $9::real[], $10::boolean[], $11::text[], $12::uuid[])
            as g(w, d, t, lat, lng, a, s, h, b, c, o, shift)`,
        values: [
          of(workspaceId),
          of(driver),
          `{${times.join()}}`,
          of(-6.1234567),
          of(106.7654321),
          of(8),
          of(10),
          of(271.5),
          of(80),
          of('null'),
          of('app'),
          of(driver),
        ],
      })
      stored += rowCount!
    }
    return Math.round((stored * 1000) / (performance.now() - begun))
  })
}
