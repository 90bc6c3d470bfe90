import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/connect.ts'
import type { Queue } from '../queue/queue.ts'

type Parts = { db: Db; queue: Queue; isStopping: () => boolean }

/** Monitors have little patience, and a database that does not answer is as good as none. */
const tooLong = () => delay(2000, false, { ref: false })

/** `/healthz`: the process is alive. `/readyz`: it can serve. `/metrics`: for Prometheus. */
export function registerHealth(app: FastifyInstance, { db, queue, isStopping }: Parts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

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
    const [database, queueWorks] = await Promise.all([
      works(() => sql`select 1`.execute(db)),
      works(() => queue.isReady()),
    ])
    const checks = { database, queue: queueWorks, accepting: !isStopping() }
    const ready = Object.values(checks).every(Boolean)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })

  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
