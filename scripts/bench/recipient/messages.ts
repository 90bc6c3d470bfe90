import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { connectRunning } from '#server/db/embedded/connection.ts'
import { openPool } from '#server/db/connect.ts'
import {
  call,
  freePort,
  signUp,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '#server/testing/server-process.ts'
import { memoryByKind } from '../../measure/memory.ts'
import { makeOrders } from '../../measure/running-app.ts'
import { providerAccount, type ProviderAnswer, type ProviderOrder } from '../../measure/sms-provider.ts'

/*
 * Many texts to recipients, handed over to a provider that takes so many a second and answers 429 to the others, while the
 * server is killed with -9 again and again. Afterwards, what the provider has is compared with what the log says.
 */
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string', default: '50000' },
    'per-second': { type: 'string', default: '500' },
    kills: { type: 'string', default: '4' },
    provider: { type: 'string' },
  },
})
const [messages, perSecond, kills] = [flags.messages, flags['per-second'], flags.kills].map(Number) as [
  number,
  number,
  number,
]
type Kind = 'twilio' | 'gateway'
const answersAfterMs = 80

/** A provider that can say what it has, and one that cannot. */
export async function run(): Promise<void> {
  for (const kind of flags.provider ? [flags.provider as Kind] : (['twilio', 'gateway'] as const)) await handOver(kind)
}

async function handOver(kind: Kind): Promise<void> {
  const provider = fork(join(import.meta.dirname, '../../measure/sms-provider.ts'))
  const folder = temporaryFolder('messages')
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const ask = async (order: ProviderOrder) => {
    provider.send(order)
    return ((await once(provider, 'message')) as [ProviderAnswer])[0]
  }
  let server: ServerProcess | undefined
  let owner: pg.Pool | undefined
  try {
    const { url } = await ask({ do: 'open', kind, perSecond, answersAfterMs })
    const start = async () => {
      const begun = performance.now()
      server = startServer({ PORT: String(port), DATA_DIR: dataDir, ...settingsOf(kind, url!) })
      await server.ready
      return performance.now() - begun
    }
    await start()
    owner = openPool((await connectRunning(dataDir))!, { max: 1, onError: () => {} })
    await fill(`http://localhost:${port}`, owner)
    // What was needed for that is not to be counted.
    server!.child.kill('SIGTERM')
    await server!.ended
    await owner.end()
    await start()
    owner = openPool((await connectRunning(dataDir))!, { max: 1, onError: () => {} })
    await queue(owner)
    const memory = { karta: 0, postgresql: 0 }
    const began = performance.now()
    let down = 0
    for (let left = kills; ;) {
      await delay(1000)
      const now = memoryByKind(server!.child.pid!, dataDir)
      for (const each of ['karta', 'postgresql'] as const) memory[each] = Math.max(memory[each], now[each])
      const { open, done } = await states(owner)
      if (open === 0) break
      if (left > 0 && done > (messages * (kills - left + 1)) / (kills + 1)) {
        left--
        // At any moment of what it does each second.
        await delay(Math.random() * 1000)
        server!.child.kill('SIGKILL')
        await server!.ended
        down += await start()
      }
    }
    const seconds = (performance.now() - began) / 1000
    report(kind, { seconds, down: down / 1000, memory, told: await ask({ do: 'tell' }), rows: await readRows(owner) })
  } finally {
    await owner?.end()
    server?.child.kill('SIGTERM')
    await server?.ended
    provider.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const settingsOf = (kind: Kind, url: string): Record<string, string> => ({
  // More than the provider takes, so that it has to say so.
  SMS_PER_SECOND: String(Math.min(1000, perSecond * 2)),
  ...(kind === 'twilio'
    ? {
        SMS_ACCOUNT_SID: providerAccount.accountSid,
        SMS_AUTH_TOKEN: providerAccount.authToken,
        SMS_FROM: '+15005550006',
        SMS_API_URL: url,
      }
    : {
        SMS_HTTP_URL: `${url}/send`,
        SMS_HTTP_HEADERS: '{"content-type":"application/json"}',
        SMS_HTTP_BODY: '{"to":"{{to}}","message":"{{text}}","ref":"{{ref}}"}',
        SMS_HTTP_ID: '/id',
      }),
})

/** A workspace that texts its recipients, with so many deliveries. */
async function fill(base: string, owner: pg.Pool): Promise<void> {
  const token = await signUp(base)
  await owner.query(`update workspaces set tier = 'enterprise'`)
  const sms = { push: false, email: false, sms: true }
  const change = { active: true, choices: { planned: sms }, quiet_from: null, quiet_until: null, sms_price: 100 }
  await call(base, token, 'PATCH', '/v1/settings/notifications', change)
  const orders = makeOrders(messages)
  for (let from = 0; from < messages; from += 500) {
    await call(base, token, 'POST', '/v1/deliveries/import', { deliveries: orders.slice(from, from + 500) })
  }
}

/** As if all of them had been dispatched at once. */
async function queue(owner: pg.Pool): Promise<void> {
  await owner.query('vacuum analyze deliveries')
  await owner.query(`insert into notification_outbox (workspace_id, type, delivery_id, version, status)
    select workspace_id, 'delivery.status_changed', id, version + 1, 'dispatched' from deliveries`)
}

/** How much is to be done, and how much is done. */
async function states(owner: pg.Pool): Promise<{ open: number; done: number }> {
  const { rows } = await owner.query<{ open: number; done: number }>(`
    select (select count(*)::int from notification_outbox) + count(*) filter (where state in ('waiting', 'handing_over'))::int as open,
      count(*) filter (where state not in ('waiting', 'handing_over'))::int as done from notifications`)
  return rows[0]!
}

type Row = { recipient: string; state: string; failure: string | null }

const readRows = async (owner: pg.Pool): Promise<Row[]> =>
  (await owner.query<Row>('select recipient, state, failure from notifications')).rows

type Result = {
  seconds: number
  down: number
  memory: { karta: number; postgresql: number }
  told: ProviderAnswer
  rows: Row[]
}

function report(kind: Kind, { seconds, down, memory, told, rows }: Result): void {
  const taken = told.taken!
  const total = Object.values(taken).reduce((sum, times) => sum + times, 0)
  const lost = rows.filter(({ recipient, state }) => state === 'sent' && !taken[recipient]).length
  const said = (state: string) => rows.filter((row) => row.state === state)
  const unknown = said('unknown')
  const failed = rows.length - said('sent').length - unknown.length
  const doubles = Object.values(taken).filter((times) => times > 1).length
  const rates = told.bySecond!.toSorted((one, other) => one - other)
  const median = rates[Math.floor(rates.length / 2)]!
  const busy = rates.filter((rate) => rate >= perSecond * 0.95).length
  console.log(
    `${kind}: ${rows.length} of ${messages} messages, ${kills} kills; the provider takes ${perSecond}/s and answers after ${answersAfterMs} ms`,
  )
  console.log(
    `  handed over within ${seconds.toFixed(0)} s, of which ${down.toFixed(0)} s starting again (at the provider’s rate alone: ${(messages / perSecond).toFixed(0)} s); ${median}/s at the median, ${((100 * busy) / rates.length).toFixed(0)} % of the seconds at the provider’s rate; ${told.refused} answered with 429`,
  )
  console.log(
    `  the provider has ${total} texts to ${Object.keys(taken).length} numbers: ${doubles} twice, ${lost} lost that the log says are sent; ${failed} failed; ${unknown.length} unknown, of which it has ${unknown.filter(({ recipient }) => taken[recipient]).length}`,
  )
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  console.log(`  memory at most: Karta ${megabytes(memory.karta)} MB, PostgreSQL ${megabytes(memory.postgresql)} MB`)
  if (rows.length !== messages || lost || failed) process.exitCode = 1
}
