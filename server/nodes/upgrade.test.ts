import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { freePorts, openNodes } from '../testing/nodes.ts'
import { openBalancer } from '../testing/balancer.ts'
import { makeDatabase, sealingKey } from '../testing/databases.ts'
import { makeNextVersion } from '../testing/next-version.ts'
import { openRaw } from '../testing/realtime-socket.ts'
import { call, signUp, startServer } from '../testing/server-process.ts'

const database = await makeDatabase()
const ports = await freePorts(3)
const balancer = await openBalancer(ports)
const settings = { KARTA_SEALING_KEY: sealingKey }
const nodes = await openNodes({ count: 3, databaseUrl: database.url, publicUrl: balancer.url, ports, settings })
const next = makeNextVersion()
const owner = new pg.Client({ connectionString: database.url })
await owner.connect()
afterAll(async () => {
  await nodes.close()
  await balancer.close()
  await owner.end()
  await database.drop()
  rmSync(next.folder, { recursive: true })
})

const columnsOf = async (name: string) =>
  (await owner.query('select from pg_attribute where attname = $1', [name])).rowCount
const delivery = (reference: string) => ({
  reference,
  delivery_address: 'Jalan Sudirman 1, Jakarta',
  scheduled_date: '2030-01-02',
})

/** Works as dispatchers do until it is told to stop, and says what was refused, and what was acknowledged. */
function work(token: string) {
  const stopping = new AbortController()
  const refused: string[] = []
  const acknowledged: string[] = []
  const one = async () => {
    const reference = randomUUID()
    const { id } = await call<{ id: string }>(balancer.url, token, 'POST', '/v1/deliveries', delivery(reference))
    acknowledged.push(reference)
    await call(balancer.url, token, 'PATCH', `/v1/deliveries/${id}`, { notes: reference })
    await call(balancer.url, token, 'GET', `/v1/deliveries/${id}/events`)
    await call(balancer.url, token, 'GET', '/v1/deliveries?limit=20')
    await call(balancer.url, token, 'GET', '/v1/me')
  }
  const dispatcher = async () => {
    while (!stopping.signal.aborted && !refused.length) await one().catch((error: Error) => refused.push(error.message))
  }
  const ended = Promise.all(Array.from({ length: 4 }, dispatcher))
  return {
    refused,
    acknowledged,
    /** Waits until something more is acknowledged, and fails if a call was refused. */
    async goesOn() {
      const before = acknowledged.length
      while (acknowledged.length === before && !refused.length) await delay(50)
      expect(refused).toEqual([])
    },
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

test(
  'three servers under load are upgraded one by one, after a migration that stopped half way, and no call fails',
  { timeout: 600_000 },
  async () => {
    await nodes.start()
    await balancer.untilReady(3)
    const token = await signUp(balancer.url)
    const load = work(token)

    // A newer server dies in the middle of its migration: nothing has changed, and the others go on.
    next.migrates('alter table deliveries add column half integer; select pg_sleep(60)')
    const [first] = nodes.all
    const dying = startServer({ ...first!.settings, PORT: String((await freePorts(1))[0]) }, next.program)
    const inMigration = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    while (!(await owner.query(inMigration)).rowCount) await delay(50)
    dying.child.kill('SIGKILL')
    await dying.ended
    await expect.poll(async () => (await owner.query(inMigration)).rowCount).toBe(0)
    await load.goesOn()
    expect(await columnsOf('half')).toBe(0)

    // Its next build is right, and replaces them one by one.
    next.migrates('alter table deliveries add column whole integer not null default 1')
    const key = (await (await fetch(`${balancer.url}/app-config.json`)).json()).publishable_key as string
    for (const node of nodes.all) {
      const socket = await openRaw(node.url, `apikey=${key}&vsn=2.0.0`)
      expect(await node.stop()).toBe(0)
      expect(await socket.closed).toEqual([1012, 'Karta restarts'])
      await node.start({}, next.program)
      await balancer.untilReady(3)
      await load.goesOn()
    }
    await load.stop()

    expect(load.refused).toEqual([])
    expect(balancer.counts).toMatchObject({ cut: 0, nobody: 0 })
    expect(await columnsOf('whole')).toBe(1)
    const { rows } = await owner.query<{ reference: string }>('select reference from deliveries order by 1')
    expect(rows.map(({ reference }) => reference)).toEqual(load.acknowledged.toSorted())

    // One of the version before is started once more, beside the newer ones.
    const [last] = nodes.all.slice(-1)
    await last!.stop()
    await last!.start()
    await call(last!.url, token, 'POST', '/v1/deliveries', delivery('by the older one'))
    expect(last!.process!.err.filter((line) => /error/i.test(line))).toEqual([])
  },
)
