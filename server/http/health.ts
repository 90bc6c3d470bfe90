import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Connections } from './connections.ts'
import { openDescriptors } from './descriptors.ts'

/** Monitors have little patience. */
const tooLong = () => delay(2000, false, { ref: false })

const watchEveryMs = 10_000
/** Which share of the files and sockets may be open before the log warns, and before the server counts as not ready. */
const warnAbove = 0.8
const chokesAbove = 0.95

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve. A server whose calls all wait in the database is still ready: while one
 * server changes the tables, calls wait on all the others, and a balancer that took them all out would refuse what only has to wait.
 */
export function registerHealth(
  app: FastifyInstance,
  deps: Pick<
    Deps,
    | 'config'
    | 'pulse'
    | 'queue'
    | 'bus'
    | 'disk'
    | 'filesDisk'
    | 'standby'
    | 'descriptorLimit'
    | 'nodes'
    | 'clockAheadMs'
  >,
  { connections, isStopping }: { connections: Connections; isStopping: () => boolean },
): void {
  const { config, pulse, queue, bus, disk, filesDisk, standby, descriptorLimit, nodes, clockAheadMs } = deps
  const shareOpen = async () => (await openDescriptors(connections.sockets.size)) / descriptorLimit
  watchDescriptors(app, shareOpen)

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    const works = async (check: () => Promise<unknown>) => {
      try {
        return Boolean(await Promise.race([check(), tooLong()]))
      } catch (error) {
        request.log.warn({ err: error }, 'not ready')
        return false
      }
    }
    const [database, queueWorks, descriptors] = await Promise.all([
      works(() => pulse.query('select 1')),
      works(() => queue.isReady(pulse)),
      shareOpen().then((share) => share < chokesAbove),
    ])
    // The disk of a database that is not our own is not known, but that of files is.
    const isLow = disk.isLow() ?? filesDisk.isLow()
    const hasRoom = isLow === undefined ? {} : { disk: !isLow }
    const checks = {
      database,
      queue: queueWorks,
      bus: bus.isConnected(),
      descriptors,
      accepting: !isStopping(),
      ...hasRoom,
    }
    const ready = Object.values(checks).every(Boolean)
    // What does not keep it from serving, but should be put right. Without its standby, it reads figures elsewhere.
    const aheadMs = clockAheadMs()
    const differs = nodes.differs()
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      checks,
      roles: config.roles,
      ...(standby && { standby: standby.state() }),
      ...(aheadMs !== 0 && { clock_ahead_seconds: Math.round(aheadMs / 1000) }),
      ...(differs.length > 0 && { settings_differ: differs }),
    })
  })
}

/** Warns once each time that open files and sockets become many. */
function watchDescriptors(app: FastifyInstance, shareOpen: () => Promise<number>): void {
  let isHigh = false
  const timer = setInterval(async () => {
    const share = await shareOpen()
    if (share >= warnAbove && !isHigh) {
      app.log.warn(`${Math.round(share * 100)} % of the files and sockets that this process may have are open`)
    }
    isHigh = share >= warnAbove
  }, watchEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
