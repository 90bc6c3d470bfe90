import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { wayOf } from '../db/connect.ts'
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
  // Numbers of now that are named as if they only grew. Others say the same by type.
  for (const each of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${each}_total`)
  observeRequests(app, registry)
  const add: Measures = (measured) => {
    for (const each of measured) (each[0].endsWith('_total') ? addCounter : addGauge)(registry, each)
  }
  add(measures(deps, connections))
  countTasks(deps, registry)
  observeOldestTasks(deps, registry)

  const { metricsOpen, metricsToken } = deps.config
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    const isAllowed = metricsOpen || isOwnMachine(request) || bearsToken(request, metricsToken)
    if (!isAllowed) return sendProblem(request, reply, 'not_found')
    // Now, because other parts add what they measure later.
    const all = Registry.merge([registry, deps.observer.meters.registry])
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics())
  })
  return add
}

function addGauge(registry: Registry, [name, help, read]: Measure): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read()
      // What is not known is not told, not even what it was before.
      if (value === undefined) this.reset()
      else this.set(value)
    },
  })
}

/** What other parts count. Only its newest value is told. */
function addCounter(registry: Registry, [name, help, read]: Measure): void {
  new Counter({
    name,
    help,
    registers: [registry],
    async collect() {
      this.reset()
      this.inc((await read()) ?? 0)
    },
  })
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
  const {
    pool,
    liveDb,
    engine,
    bodyRoom,
    descriptorLimit,
    databaseRestarts,
    backups,
    bus,
    disk,
    standby,
    nodes,
    clockAheadMs,
  } = deps
  const pools = [pool, wayOf(liveDb).pool]
  const sum = (what: 'totalCount' | 'idleCount' | 'waitingCount') => pools.reduce((all, each) => all + each[what], 0)
  return [
    ['karta_connections', 'Open connections', () => sockets.size],
    ['karta_connections_refused_total', 'Connections refused since the start, because there were too many', refused],
    ['karta_descriptors', 'Open files and sockets', () => openDescriptors(sockets.size)],
    ['karta_descriptors_limit', 'How many files and sockets may be open', () => descriptorLimit],
    ['karta_body_bytes', 'Memory that arriving bodies take', () => bodyRoom.taken()],
    ['karta_bus_connected', 'Whether other servers hear this one', () => Number(bus.isConnected())],
    ['karta_disk_free_bytes', 'Free space on the disk of the embedded database', () => disk.freeBytes()],
    ['karta_database_connections', 'Connections to the database', () => sum('totalCount')],
    ['karta_database_connections_idle', 'Connections to the database without work', () => sum('idleCount')],
    ['karta_database_waiting', 'Requests that wait for a connection to the database', () => sum('waitingCount')],
    [
      'karta_database_restarts_total',
      'Times the embedded database was started again since the start',
      databaseRestarts,
    ],
    ...standbyMeasures(standby),
    ['karta_backup_age_seconds', 'Since the last scheduled backup was begun', () => backups?.ageSeconds()],
    ['karta_backup_bytes', 'The size of the last scheduled backup', () => backups?.bytes()],
    ['karta_nodes', 'Servers of this database with the role worker', () => nodes.count('worker')],
    ['karta_nodes_settings_differ', 'Settings in which another server differs', () => nodes.differs().length],
    [
      'karta_clock_ahead_seconds',
      'By how much the machine’s clock is ahead of the database’s',
      () => clockAheadMs() / 1000,
    ],
    ['karta_backup_failures_total', 'Scheduled backups that failed since the start', () => backups?.failures()],
    ['karta_threads', 'Threads for searches', () => engine.threads],
    ['karta_threads_busy', 'Threads that search', () => engine.busy()],
  ]
}

const standbyMeasures = (standby: Standby | undefined): Measure[] => [
  [
    'karta_standby_used',
    'Whether figures are read from the standby',
    () => standby && Number(standby.state() === 'used'),
  ],
  [
    'karta_standby_lag_seconds',
    'By how much the standby is behind, if it answers',
    () => standby && (standby.lagSeconds() ?? NaN),
  ],
  ['karta_standby_answered_total', 'Reads that the standby answered since the start', () => standby?.counts().answered],
  [
    'karta_standby_replaced_total',
    'Reads that the primary answered in its place since the start',
    () => standby?.counts().replaced,
  ],
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

function observeOldestTasks({ queue }: Deps, registry: Registry): void {
  new Gauge({
    name: 'karta_tasks_oldest_seconds',
    help: 'How long the task that has been due for longest has waited, by kind, on all servers',
    labelNames: ['task'],
    registers: [registry],
    async collect() {
      const oldest = await queue.oldest().catch(() => [])
      this.reset()
      for (const { name, seconds } of oldest) this.set({ task: name }, seconds)
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
