import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Standby } from '../db/standby.ts'
import type { Deps } from '../deps.ts'
import type { Connections } from './connections.ts'
import { openDescriptors } from './descriptors.ts'
import { sendProblem } from './errors.ts'
import { isLoopbackAddress } from './loopback.ts'
import { signOfProxy } from './mail-guard.ts'

/**
 * `/metrics`, for Prometheus: what the process, its connections, the database and background work do.
 * @returns a function through which other parts add what they measure
 */
export function registerMetrics(app: FastifyInstance, deps: Deps, connections: Connections): Measures {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  observeRequests(app, registry)
  const add: Measures = (measured) => {
    for (const [name, help, read] of measured) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const value = await read()
          if (value !== undefined) this.set(value)
        },
      })
    }
  }
  add(measures(deps, connections))
  countTasks(deps, registry)
  countFailedBackups(deps, registry)

  const { metricsOpen, metricsToken } = deps.config
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    const isAllowed = metricsOpen || isOwnMachine(request) || bearsToken(request, metricsToken)
    if (!isAllowed) return sendProblem(request, reply, 'not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
  return add
}

function observeRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })
}

export type Measure = [name: string, help: string, read: () => number | undefined | Promise<number | undefined>]
export type Measures = (measured: Measure[]) => void

function measures(deps: Deps, { sockets, refused }: Connections): Measure[] {
  const { pool, engine, bodyRoom, descriptorLimit, databaseRestarts, backups, standby, nodes, clockAheadMs } = deps
  return [
    ['karta_connections', 'Open connections', () => sockets.size],
    ['karta_connections_refused', 'Connections refused since the start, because there were too many', refused],
    ['karta_descriptors', 'Open files and sockets', () => openDescriptors(sockets.size)],
    ['karta_descriptors_limit', 'How many files and sockets may be open', () => descriptorLimit],
    ['karta_body_bytes', 'Memory that arriving bodies take', () => bodyRoom.taken()],
    ['karta_database_connections', 'Connections to the database', () => pool.totalCount],
    ['karta_database_connections_idle', 'Connections to the database without work', () => pool.idleCount],
    ['karta_database_waiting', 'Requests that wait for a connection to the database', () => pool.waitingCount],
    ['karta_database_restarts', 'Times the embedded database was started again since the start', databaseRestarts],
    ...(standby ? standbyMeasures(standby) : []),
    ['karta_backup_age_seconds', 'Since the last scheduled backup was begun', () => backups?.ageSeconds()],
    ['karta_backup_bytes', 'The size of the last scheduled backup', () => backups?.bytes()],
    ['karta_nodes', 'Servers of this database with the role worker', () => nodes.count('worker')],
    ['karta_nodes_settings_differ', 'Settings in which another server differs', () => nodes.differs().length],
    [
      'karta_clock_ahead_seconds',
      'By how much the machine’s clock is ahead of the database’s',
      () => clockAheadMs() / 1000,
    ],
    ['karta_threads', 'Threads for searches', () => engine.threads],
    ['karta_threads_busy', 'Threads that search', () => engine.busy()],
  ]
}

const standbyMeasures = (standby: Standby): Measure[] => [
  ['karta_standby_used', 'Whether figures are read from the standby', () => Number(standby.state() === 'used')],
  ['karta_standby_lag_seconds', 'By how much the standby is behind, if it answers', () => standby.lagSeconds() ?? NaN],
  ['karta_standby_answered', 'Reads that the standby answered since the start', () => standby.counts().answered],
  ['karta_standby_replaced', 'Reads that the primary answered in its place', () => standby.counts().replaced],
]

function countTasks({ queue }: Deps, registry: Registry): void {
  new Gauge({
    name: 'karta_tasks',
    help: 'Background tasks on all servers, by kind and state, as of a few seconds ago',
    labelNames: ['task', 'state'],
    registers: [registry],
    async collect() {
      // While the database is away, everything else is worth knowing.
      const depths = await queue.depths().catch(() => [])
      this.reset()
      for (const { name, waiting, running } of depths) {
        this.set({ task: name, state: 'waiting' }, waiting)
        this.set({ task: name, state: 'running' }, running)
      }
    },
  })
}

function countFailedBackups({ backups }: Deps, registry: Registry): void {
  new Counter({
    name: 'karta_backup_failures_total',
    help: 'Scheduled backups that failed since the start',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(backups?.failures() ?? 0)
    },
  })
}

/** A proxy on this machine passes on what strangers ask, so what it sends does not count as ours. */
function isOwnMachine({ socket, headers }: FastifyRequest): boolean {
  return isLoopbackAddress(socket.remoteAddress ?? '') && signOfProxy(headers) === undefined
}

function bearsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
