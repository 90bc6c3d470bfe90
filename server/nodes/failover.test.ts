import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openForwarder } from '../testing/forwarder.ts'
import { freePort, signUp, startServer, temporaryFolder } from '../testing/server-process.ts'
import { startWithStandby } from '../testing/standby.ts'
import { sealingKey } from '../testing/databases.ts'

const folder = temporaryFolder('failover')
const postgres = await startWithStandby()
const way = await openForwarder(postgres.url)
const port = await freePort()
const server = startServer({
  PORT: String(port),
  DATA_DIR: folder,
  DATABASE_URL: way.url,
  KARTA_SEALING_KEY: sealingKey,
  LOG_LEVEL: 'silent',
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await way.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const url = `http://127.0.0.1:${port}`

/** Creates deliveries until it is told to stop, and says which were acknowledged, and with what others were refused. */
function work(token: string) {
  const stopping = new AbortController()
  const acknowledged: string[] = []
  const refused = new Set<string>()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const one = async () => {
    const reference = randomUUID()
    const body = JSON.stringify({ reference, delivery_address: 'Jalan Sudirman 1', scheduled_date: '2030-01-02' })
    const reply = await fetch(`${url}/v1/deliveries`, { method: 'POST', headers, body })
    if (reply.ok) acknowledged.push(reference)
    else refused.add(`${reply.status} ${((await reply.json()) as { code: string }).code}`)
  }
  const dispatcher = async () => {
    while (!stopping.signal.aborted) {
      await one()
      await delay(5)
    }
  }
  const ended = Promise.all([dispatcher(), dispatcher()])
  return {
    acknowledged,
    refused,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

const more = async (load: ReturnType<typeof work>, count: number) => {
  const goal = load.acknowledged.length + count
  await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(goal)
}

test(
  'a standby takes over from a primary that died: nothing acknowledged is lost, and calls are refused by name meanwhile',
  { timeout: 120_000 },
  async () => {
    await server.ready
    const token = await signUp(url)
    // What is acknowledged is on the standby, as an operator would have it who wants to lose nothing.
    await postgres.ask(`alter system set synchronous_standby_names = '*'`)
    await postgres.ask('select pg_reload_conf()')
    const load = work(token)
    await more(load, 20)

    await postgres.stopPrimary()
    way.leadTo(postgres.standby.url)
    // For a moment, servers reach it and it only reads.
    await expect.poll(() => [...load.refused], { timeout: 30_000 }).toContain('503 unavailable')
    await delay(300)
    await postgres.standby.run('select pg_promote()')
    await more(load, 20)
    await load.stop()

    expect([...load.refused]).toEqual(['503 unavailable'])
    const stored = (await postgres.standby.run('select reference from deliveries')) as { reference: string }[]
    const references = stored.map(({ reference }) => reference)
    expect(load.acknowledged.filter((reference) => !references.includes(reference))).toEqual([])
    expect(new Set(references).size).toBe(references.length)
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { status: string }
    expect(ready.status).toBe('ready')
  },
)
