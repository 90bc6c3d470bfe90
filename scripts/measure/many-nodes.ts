import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { openClosers } from '#server/closers.ts'
import { openPool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { openForwarder } from '#server/testing/forwarder.ts'
import { hasNats, startNats } from '#server/testing/nats.ts'
import { freePorts, openNodes } from '#server/testing/nodes.ts'
import { root } from '../tools.ts'
import { throwAwayFolder } from '../throw-away.ts'
import type { BalancerAnswer } from './balancer-process.ts'
import { familyProcessorSeconds, processorSeconds } from './processor.ts'

/** PostgreSQL as an operator would run it for several servers, and as durable as the embedded one. */
const database = {
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_wal_size: '2GB',
}

export type ManyNodes = Awaited<ReturnType<typeof openManyNodes>>

/**
 * Several servers that are not started yet, each a process of its own that starts as an operator's does, with one PostgreSQL,
 * NATS, and a balancer, which is a process, too. Clients find them at `url`.
 * @param settings as in `.env.example`
 * @param isCuttable whether the way to the database can be cut
 */
export async function openManyNodes(
  count: number,
  { settings = {}, isCuttable = false }: { settings?: Record<string, string>; isCuttable?: boolean } = {},
) {
  if (!hasNats) throw new Error('This needs nats-server: apt install nats-server, or see nats.io.')
  const closers = openClosers()
  try {
    const folder = throwAwayFolder('scale')
    closers.add(async () => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startEmbedded({ dataDir: folder, log: () => {}, more: database })
    closers.add(() => postgres.stop())
    const nats = await startNats()
    closers.add(() => nats.remove())
    const forwarder = isCuttable ? await openForwarder(postgres.url) : undefined
    closers.add(async () => forwarder?.close())
    const ports = await freePorts(count)
    const balancer = fork(join(import.meta.dirname, 'balancer-process.ts'), ports.map(String))
    closers.add(async () => void balancer.kill())
    const [{ port }] = (await once(balancer, 'message')) as [BalancerAnswer]
    const url = `http://127.0.0.1:${port}`
    const shared = {
      KARTA_SEALING_KEY: randomBytes(32).toString('base64'),
      MAX_CONNECTIONS: '100000',
      REALTIME_MAX_SOCKETS: '50000',
      ...settings,
    }
    const nodes = await openNodes({
      count,
      databaseUrl: forwarder?.url ?? postgres.url,
      natsUrl: nats.url,
      publicUrl: url,
      ports,
      settings: shared,
      program: join(root, 'scripts/start.ts'),
    })
    closers.add(() => nodes.close())
    const ask = async () => {
      balancer.send('tell')
      return ((await once(balancer, 'message')) as [BalancerAnswer])[0]
    }
    return {
      url,
      port,
      nodes: nodes.all,
      start: () => nodes.start(),
      nats,
      forwarder,
      databaseUrl: postgres.url,
      /** What a server in this process needs to be one of them, to plant rows with. */
      planting: { ...shared, DATABASE_URL: postgres.url, PUBLIC_URL: url, NATS_URL: nats.url },
      balancer: ask,
      async untilReady(many = count) {
        while ((await ask()).ready.length !== many) await delay(50)
      },
      /** Works as the owner of the tables, without limits on time. */
      async asOwner<T>(work: (owner: pg.Pool) => Promise<T>): Promise<T> {
        const owner = openPool(postgres.url, { max: 1, onError: () => {} })
        try {
          return await work(owner)
        } finally {
          await owner.end()
        }
      },
      /** Processor seconds so far, by process. */
      processor: () => ({
        nodes: nodes.all.map(({ process: running }) => (running ? processorSeconds(running.child.pid!) : 0)),
        postgres: familyProcessorSeconds(postgres.postmasterPid),
        balancer: processorSeconds(balancer.pid!),
      }),
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}
