import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#domain/api/optimize.ts'
import { optimizeBodyBytes } from '#domain/operations.ts'
import { AppError } from '#domain/errors.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { checkBytes } from '../../db/quotas.ts'
import type { Deps } from '../../deps.ts'
import { readKey } from '../../http/idempotency.ts'
import { mount } from '../../http/mount.ts'
import { sendWritten, WrittenJson } from '../../http/written-json.ts'
import { turnBell } from '../../queue/turns.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { checkRoom, createOperation, findEarlier, requestCancel } from './commands.ts'
import { getOperation, hasEnded, listOperations } from './queries.ts'
import { readPrefer, settleSearch, writeOperation } from './rules.ts'
import { cancelBell, endedBell } from './tasks.ts'

const lookAgainMs = 500
/** A cancelled search notices within milliseconds, or within a second if it runs on another server. */
const cancelWaitSeconds = 12

/** Solves the problem in a request's body, which is bytes, and answers with the plan or an operation. */
export type Optimize = (
  workspaceId: string,
  query: api.OptimizeQuery,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** Serves problems from programs, solved at once or as operations. Returns what solves one, for other ways to ask. */
export function registerOptimize(app: FastifyInstance, deps: Deps): Optimize {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  const at = (workspaceId: string) => ({ workspaceId, now: deps.now() })

  mount(app, deps, api.listOperations, ({ trx, actor, query }) => listOperations(trx, at(actor.workspaceId), query))
  mount(app, deps, api.getOperation, async ({ trx, actor, params }) => {
    const { summary, result } = await getOperation(trx, at(actor.workspaceId), params.id)
    return new WrittenJson(writeOperation(summary, result))
  })

  /** A transaction of a call that waits, in its workspace's share of connections. */
  const inTransaction = <T>(workspaceId: string, work: (trx: Trx) => Promise<T>) =>
    deps.shares.during(workspaceId, () => again(() => inWorkspace(deps.db, workspaceId, work)))

  /** Waits until an operation ends, the time is up or the server stops. */
  const untilEnded = async (workspaceId: string, id: string, seconds: number) => {
    const over = AbortSignal.any([stopping.signal, AbortSignal.timeout(seconds * 1000)])
    while (!over.aborted) {
      const news = deps.bell.heard(endedBell(id), lookAgainMs, over)
      if (await inTransaction(workspaceId, (trx) => hasEnded(trx, workspaceId, id))) return
      await news
    }
  }

  const optimize: Optimize = async (workspaceId, query, request, reply) => {
    const { engine, bodyRoom, config, now } = deps
    const body = bodyOf(request)
    const key = await keyOf(request, query, body)
    let id = key && (await inTransaction(workspaceId, (trx) => findEarlier(trx, at(workspaceId), key)))
    let isEarlier = id !== undefined
    if (!id) {
      const serverRoom = () => ({ optimizeQueue: config.optimizeQueue, threads: engine.threads, now: now() })
      // Checked again below, where it counts. This only avoids reading a large problem for nothing.
      await inTransaction(workspaceId, (trx) => checkRoom(trx, workspaceId, serverRoom()))
      const reading = await engine.read(body, query.plan_mode, workspaceId)
      bodyRoom.leave(request)
      if (reading.kind === 'not JSON') throw new AppError('bad_json')
      if (reading.kind === 'refused') throw unusable(reading.path, reading.message)
      const { packed, stops, vehicles } = reading
      const created = await inTransaction(workspaceId, async (trx) => {
        const workspace = await readWorkspace(trx, workspaceId)
        const server = { now: now(), serverThreads: engine.threads }
        const search = settleSearch({ stops, vehicles }, query, workspace, server)
        const operation = await createOperation(trx, workspaceId, { search, packed, key }, serverRoom())
        await checkBytes(trx, workspaceId, config.quotas)
        return operation
      })
      ;({ id, isEarlier } = created)
      deps.bell.ring(turnBell)
    }
    bodyRoom.leave(request)
    if (isEarlier) reply.header('Idempotent-Replayed', 'true')
    return answer(workspaceId, id, request, reply)
  }

  /** Waits as long as the caller wants, then returns the plan or the operation. */
  const answer = async (workspaceId: string, id: string, request: FastifyRequest, reply: FastifyReply) => {
    const look = () => inTransaction(workspaceId, (trx) => getOperation(trx, at(workspaceId), id))
    const first = await look()
    const { waitSeconds, applied } = readPrefer(preferOf(request), first.summary.time_limit_seconds)
    if (applied.length) reply.header('preference-applied', applied.join(', '))
    reply.header('vary', 'Prefer')
    if (waitSeconds > 0) await untilEnded(workspaceId, id, waitSeconds)
    const { summary, result, failurePath } = waitSeconds > 0 ? await look() : first
    const url = api.getOperation.path.replace(':id', id)
    if (waitSeconds > 0 && summary.status === 'failed') {
      if (failurePath !== null) throw unusable(failurePath, summary.failure!.replace(`${failurePath}: `, ''))
      throw new AppError('internal', { detail: summary.failure, operation_id: id })
    }
    if (waitSeconds > 0 && result !== null) {
      reply.status(200).header('content-location', url)
      return sendWritten(reply, new WrittenJson(result), deps.checkReplies && api.optimize.reply)
    }
    reply.status(202).header('location', url)
    const whole = new WrittenJson(writeOperation(summary, result))
    return sendWritten(reply, whole, deps.checkReplies && api.getOperation.reply)
  }
  mount(
    app,
    deps,
    api.optimize,
    ({ query, actor, request, reply }) => optimize(actor.workspaceId, query, request, reply),
    { waits: true, bodyBytes: optimizeBodyBytes },
  )

  const cancel = async (workspaceId: string, id: string, reply: FastifyReply) => {
    await inTransaction(workspaceId, (trx) => requestCancel(trx, at(workspaceId), id))
    deps.bell.ring(cancelBell(id))
    deps.bell.ring(endedBell(id))
    await untilEnded(workspaceId, id, cancelWaitSeconds)
    const { summary, result } = await inTransaction(workspaceId, (trx) => getOperation(trx, at(workspaceId), id))
    const whole = new WrittenJson(writeOperation(summary, result))
    return sendWritten(reply, whole, deps.checkReplies && api.cancelOperation.reply)
  }
  mount(app, deps, api.cancelOperation, ({ params, actor, reply }) => cancel(actor.workspaceId, params.id, reply), {
    waits: true,
  })
  return optimize
}

const unusable = (path: string, message: string) => new AppError('problem_unusable', { errors: [{ path, message }] })

const preferOf = ({ headers }: FastifyRequest) => {
  const { prefer } = headers
  return Array.isArray(prefer) ? prefer.join(',') : prefer
}

function bodyOf({ body }: FastifyRequest): Buffer {
  if (body instanceof Buffer) return body
  throw new AppError(body === undefined || body === null ? 'bad_json' : 'unsupported_media_type')
}

/** What an `Idempotency-Key` identifies: the query and the raw body. Hashed off the event loop. */
async function keyOf(request: FastifyRequest, query: api.OptimizeQuery, body: Buffer) {
  const given = request.headers['idempotency-key']
  if (given === undefined || given === '') return undefined
  const content = Buffer.from(await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>))
  const how = Buffer.from(JSON.stringify(Object.entries(query).toSorted()))
  const hash = await crypto.subtle.digest('SHA-256', Buffer.concat([content, how]))
  return { text: readKey(given), hash: Buffer.from(hash) }
}
