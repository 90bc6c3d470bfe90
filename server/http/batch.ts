import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendBatch, type BatchItem, type BatchResult } from '#domain/api/batch.ts'
import { BadRow } from '#domain/api/import.ts'
import { AppError, type FieldProblem } from '#domain/errors.ts'
import type { Action } from '#domain/permissions.ts'
import type { Trx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { requireAction, type Actor } from './callers/actor.ts'
import type { Caller } from './callers/caller.ts'
import { problemOf, type Problem } from './errors.ts'
import { toFieldProblem } from './field-problems.ts'
import { readKey } from './idempotency.ts'
import { etagOf, mount } from './mount.ts'
import { findMounted } from './mounted.ts'
import { WrittenJson } from './written-json.ts'

type Step = ReturnType<typeof stepOf>
type InTransaction = <T>(work: (trx: Trx, actor: Actor) => Promise<T>) => Promise<T>

/** Serves batches: calls of other endpoints, each with the rights, checks and answer that it has by itself. */
export function registerBatch(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    sendBatch,
    async ({ body, caller, inTransaction, request, reply }) => {
      const steps = body.items.map((item, index) => () => stepOf(app, item, index, request, caller as Caller<unknown>))
      const results = body.all_or_nothing
        ? await allOrNothing(steps, inTransaction, request)
        : await oneByOne(steps, inTransaction, request)
      const refused = results.filter(({ problem }) => problem !== null).length
      return reply.send({ done: results.length - refused, refused, results })
    },
    { waits: true },
  )
}

async function oneByOne(steps: (() => Step)[], inTransaction: InTransaction, request: FastifyRequest) {
  const results: BatchResult[] = []
  for (const [index, prepare] of steps.entries()) {
    try {
      const step = prepare()
      const answer = await inTransaction((trx, actor) => step.perform(trx, actor))
      step.committed?.(answer.body as never)
      results.push(resultOf(index, step, answer))
    } catch (error) {
      const problem = problemOf(error, request)
      results.push({ index, status: problem.status, id: null, etag: null, body: null, problem })
    }
  }
  return results
}

/** @throws AppError `batch_refused` naming the item */
async function allOrNothing(steps: (() => Step)[], inTransaction: InTransaction, request: FastifyRequest) {
  const done = await inTransaction(async (trx, actor) => {
    const answers = []
    for (const [index, prepare] of steps.entries()) {
      try {
        const step = prepare()
        answers.push({ step, answer: await step.perform(trx, actor) })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new AppError('batch_refused', refusal(index, problemOf(error, request)))
      }
    }
    return answers
  })
  return done.map(({ step, answer }, index) => {
    step.committed?.(answer.body as never)
    return resultOf(index, step, answer)
  })
}

function refusal(index: number, problem: Problem) {
  const own = (problem.errors ?? []) as FieldProblem[]
  const path = (inner: string) => [`items.${index}`, inner].filter(Boolean).join('.')
  const errors = own.length
    ? own.map((each) => ({ path: path(each.path), message: each.message }))
    : [{ path: path(''), message: problem.title }]
  return { index, problem, errors }
}

/** @throws AppError `validation_failed`, `not_in_batch` */
function stepOf(
  app: FastifyInstance,
  item: BatchItem | BadRow,
  index: number,
  request: FastifyRequest,
  caller: Caller<unknown>,
) {
  if (item instanceof BadRow)
    throw new AppError('validation_failed', { errors: item.issues.map((issue) => toFieldProblem(issue, '')) })
  const { pathname, searchParams } = new URL(item.path, 'http://batch')
  const found = findMounted(app, item.method, pathname)
  if (!found) throw new AppError('not_in_batch', { method: item.method, path: item.path })
  const { endpoint, within, committed, params } = found
  const own = requestOf(request, {
    params,
    query: Object.fromEntries(searchParams),
    body: item.body,
    index,
    ifMatch: item.if_match,
  })
  const reply = { header: () => reply as unknown as FastifyReply }
  const perform = (trx: Trx, actor: Actor) => {
    requireAction(actor, endpoint.may as Action)
    return within(trx, actor, { caller, request: own, reply })
  }
  return { endpoint, perform, committed }
}

type Parts = { params: object; query: object; body: unknown; index: number; ifMatch: string | undefined }

/** The request of an item, as if it had come by itself. Each item of a batch with an `Idempotency-Key` has its own. */
function requestOf(request: FastifyRequest, { params, query, body, index, ifMatch }: Parts): FastifyRequest {
  const { 'idempotency-key': key, ...rest } = request.headers
  const headers = {
    ...rest,
    ...(key !== undefined && { 'idempotency-key': `${hashOf(readKey(key))}#${index}` }),
    'if-match': ifMatch,
  }
  const give = (value: unknown) => ({ value, enumerable: true })
  return Object.create(request, {
    params: give(params),
    query: give(query),
    body: give(body),
    headers: give(headers),
  }) as FastifyRequest
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')

function resultOf(index: number, { endpoint }: Step, { status, body }: { status: number; body: unknown }): BatchResult {
  const read: unknown = body instanceof WrittenJson ? JSON.parse(body.text) : (body ?? null)
  const { id } = (read ?? {}) as { id?: unknown }
  return {
    index,
    status,
    id: typeof id === 'string' ? id : null,
    etag: etagOf(endpoint, read).etag ?? null,
    body: read,
    problem: null,
  }
}
