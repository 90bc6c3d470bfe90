import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adds, isForPersons, needsNoSession, type Endpoint, type May } from '#domain/api/endpoint.ts'
import { refusalForClient } from '#domain/client-view.ts'
import type { Action } from '#domain/permissions.ts'
import { noteOrigin } from '../audit/note.ts'
import { dbFor, inOneStatement, type Trx } from '../db/connect.ts'
import { again } from '../db/passing.ts'
import { checkBytes } from '../db/quotas.ts'
import type { Deps } from '../deps.ts'
import { identityOf, type Actor } from './callers/actor.ts'
import type { CallLimitName } from './rate-limit.ts'
import type { Recipient } from './callers/recipient.ts'
import { skipEmptyBody } from './bodies.ts'
import { lagHeaders } from './lag-headers.ts'
import { deprecationHeaders } from './deprecation.ts'
import { callerOf, type ActorOf } from './callers/caller-of.ts'
import type { Caller } from './callers/caller.ts'
import { knowCaller } from './errors.ts'
import { once, readKey } from './idempotency.ts'
import { tagOf, type Seen } from './if-match.ts'
import { sendRead } from './if-none-match.ts'
import { auditOriginOf } from './origin.ts'
import { remember, type Within } from './mounted.ts'
import { readInput } from './read-input.ts'
import { isAnswered, performPrepared } from './prepare.ts'
import { sendWritten, WrittenJson } from './written-json.ts'

type Shape = z.ZodObject

/** What a handler gets: checked input, who calls, and the one transaction that the whole call is. */
type Call<P extends Shape, Q extends Shape, B extends z.ZodType, M extends May> = {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  actor: ActorOf<M>
  /** Which version of the record the caller has seen; a command that changes it has to check. */
  seen: Seen
  trx: Trx
  deps: Deps
  /** What the option `prepare` returned. */
  prepared: unknown
}

type Reply<R extends z.ZodType> = z.input<R> | WrittenJson | (z.input<R> extends undefined ? void : never)

type Options = {
  /** Fields of a guest's body that differ between two attempts at the same thing, for `Idempotency-Key`. */
  proof?: string[]
  /** How often it may be called, in addition to the limit of all calls. */
  limit?: CallLimitName
  /** A batch keeps replies for its `Idempotency-Key`, and this one is not to be kept anywhere. */
  isNeverKept?: true
  /** It only reads, and what it reads may be some seconds old: the standby answers, if there is one that is near enough. */
  mayLag?: true
  /** Headers of a successful reply. */
  headers?: () => Record<string, string>
  /** Hears that the call is committed, and of its reply: whoever has to look again can be woken now. */
  committed?: (reply: never) => void
  /**
   * What takes too long for the call's transaction, before it. The handler gets the result as `prepared`, and asks for
   * another one by throwing `PrepareAgain`.
   */
  prepare?: (call: never) => Promise<unknown>
}

/** What a handler gets that waits: checked input, who calls, and the request with whatever body it has. */
type WaitingCall<P extends Shape, Q extends Shape, B extends z.ZodType> = {
  params: z.output<P>
  query: z.output<Q>
  /** Unknown if it is taken as bytes. */
  body: z.output<B>
  actor: Actor
  caller: Caller<Actor>
  /** Opens a transaction that sees what the caller may see, after letting the caller in once more. */
  inTransaction: <T>(work: (trx: Trx, actor: Actor) => Promise<T>) => Promise<T>
  /** Lets the caller in once more, who may have waited for long. @throws AppError if that is no longer so */
  admitAgain: () => Promise<Actor>
  request: FastifyRequest
  reply: FastifyReply
}

type WaitingOptions = {
  /**
   * The answer takes longer than a transaction may stay open: the handler opens its own transactions and waits between
   * them.
   */
  waits: true
  /** Takes the body as bytes, unread, up to this many. */
  bodyBytes?: number
  /** For endpoints that very many call at once: callers are let in together, which takes each a few milliseconds longer. */
  letsInTogether?: true
}

/**
 * Serves one declared endpoint: lets the caller in, opens the transaction, checks the input, honors `Idempotency-Key`,
 * commits, replies with the record's `ETag`. A handler must not wait for the outside world; it adds a task instead. With the option `waits`, the
 * caller is let in before the body is read, and the rest is up to the handler.
 */
export function mount<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType, M extends May>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint<P, Q, B, R, M>,
  handle: (call: Call<P, Q, B, M>) => Promise<Reply<R>>,
  options?: Options,
): void
export function mount<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint<P, Q, B, R, Action>,
  handle: (call: WaitingCall<P, Q, B>) => Promise<FastifyReply>,
  options: WaitingOptions,
): void
export function mount(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint,
  handle: (call: never) => Promise<unknown>,
  options: Options | WaitingOptions = {},
): void {
  if ('waits' in options) mountWaiting(app, deps, endpoint, handle as Handler<FastifyReply>, options)
  else mountTransaction(app, deps, endpoint, handle as Handler<unknown>, options)
}

type Handler<T> = (call: object) => Promise<T>

function mountTransaction(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint,
  handle: Handler<unknown>,
  { proof = [], limit, headers, committed, prepare, isNeverKept, mayLag }: Options,
): void {
  const { method, path: url, status, may } = endpoint
  // Every answer says so, a refusal too.
  const ending = deprecationHeaders(endpoint, deps.config.publicUrl)
  const slotOf = (caller: Caller<unknown>, request: FastifyRequest, actor: unknown, body: unknown) => {
    const given = endpoint.idempotent && caller.slotFor && request.headers['idempotency-key']
    return given
      ? caller.slotFor!({ actor, endpoint: endpoint.id, key: readKey(given), request, body, proof })
      : undefined
  }
  const perform: Within = async (trx, actor, { caller, request, reply, prepared, early }) => {
    noteOrigin(trx, auditOriginOf(request))
    if (isInWorkspace(actor)) knowCaller(request, actor)
    const input = early ?? readInput(endpoint, request)
    const isAdding = adds(endpoint, input.body)
    if (isAdding) deps.disk.checkRoom()
    const isClient = isInWorkspace(actor) && actor.role === 'client'
    const work = async () => {
      const body = await handle({ ...input, actor, trx, deps, prepared })
      if (input.seen.tags && !input.seen.isChecked) throw new Error(`${endpoint.id} ignores If-Match`)
      if (isAdding && isInWorkspace(actor)) await checkBytes(trx, actor.workspaceId, deps.config.quotas)
      const isChecked = deps.checkReplies && !(body instanceof WrittenJson)
      return { status, body: isChecked ? endpoint.reply.parse(body) : body }
    }
    const told = async () => {
      try {
        return await work()
      } catch (error) {
        throw isClient ? refusalForClient(error) : error
      }
    }
    const slot = slotOf(caller, request, actor, input.body)
    return slot ? once(trx, slot, reply, told) : told()
  }
  if (isForWorkspaces(may) && method !== 'GET' && !prepare && !limit && !isNeverKept) {
    remember(app, { endpoint, within: perform, committed })
  }
  app.route({
    method,
    url,
    ...(limit && { config: { limit } }),
    onRequest: [
      skipEmptyBody,
      ...(endpoint.deprecated ? [async (_: FastifyRequest, reply: FastifyReply) => void reply.headers(ending)] : []),
    ],
    handler: async (request, reply) => {
      const caller = callerOf(may, request) as Caller<unknown>
      const { whose, isCounted, enter } = await caller.admit({ deps, request, reply })
      // Guests are let in already, so their bad input need not cost a transaction. Others may still be refused.
      const early = may === 'anybody' ? readInput(endpoint, request) : undefined
      const within = async (prepared: unknown) => {
        const call = { caller, request, reply, prepared, early }
        if (mayLag && deps.standby?.state() === 'used') {
          // The primary knows who may come in. Letting in is one statement.
          const entered = await inShare(deps, { whose, isCounted }, () =>
            enter(inOneStatement(deps.db) as unknown as Trx),
          )
          rememberWorkspace(deps, whose, entered)
          const actor = entered as Actor
          const reader = { workspaceId: actor.workspaceId, identity: identityOf(actor) }
          const { standby, shares } = deps
          const { result, asOf } = await shares.during(
            `figures ${actor.workspaceId}`,
            () => standby!.read(reader, (trx) => perform(trx, actor, call)),
            isCounted,
          )
          reply.headers(lagHeaders(asOf, deps.now()))
          return result
        }
        return inShare(deps, { whose, isCounted }, () =>
          caller.inTransaction(mayLag ? dbFor(deps.db, 'figures') : deps.db, async (trx) => {
            const actor = await enter(trx)
            rememberWorkspace(deps, whose, actor)
            return perform(trx, actor, call)
          }),
        )
      }
      const answer = await performPrepared(
        prepare &&
          (async () => {
            const inTransaction = <T>(work: (trx: Trx, actor: unknown) => Promise<T>) =>
              inShare(deps, { whose, isCounted }, () =>
                caller.inTransaction(deps.db, async (trx) => work(trx, await enter(trx))),
              )
            const known = await inTransaction(async (trx, actor) => {
              const input = readInput(endpoint, request)
              const slot = slotOf(caller, request, actor, input.body)
              return slot && (await isAnswered(trx, slot)) ? undefined : { ...input, actor }
            })
            return known && prepare({ ...known, inTransaction } as never)
          }),
        within,
      )
      const { body } = answer
      committed?.(body as never)
      reply.status(answer.status).headers({ ...etagOf(endpoint, body), ...headers?.() })
      if (method === 'GET' && !endpoint.media) {
        const schema = deps.checkReplies && body instanceof WrittenJson && endpoint.reply
        return sendRead(request, reply, body, { version: versionOf(endpoint, body), schema })
      }
      return body instanceof WrittenJson
        ? sendWritten(reply, body, deps.checkReplies && endpoint.reply)
        : (body ?? null)
    },
  })
}

/** One connection for the caller, for one transaction and its repetitions. */
const inShare = <T>(
  { shares }: Deps,
  { whose, isCounted }: { whose: string; isCounted: boolean | undefined },
  transaction: () => Promise<T>,
) => shares.during(whose, () => again(transaction), isCounted)

/** Members of one workspace share its connections. */
function rememberWorkspace({ shares }: Deps, whose: string, actor: unknown): void {
  const { workspaceId, role } = actor as Partial<Actor | Recipient>
  // Its recipients, who can be many, share others.
  if (workspaceId) shares.learn(whose, role === 'recipient' ? `recipients ${workspaceId}` : workspaceId)
}

/** The version of the record in a reply, if it holds one. */
export function etagOf({ record, recordIn }: Endpoint, body: unknown): { etag?: string } {
  const version = versionOf({ record, recordIn }, body)
  return version === undefined ? {} : { etag: tagOf({ version }) }
}

function versionOf({ record, recordIn }: Pick<Endpoint, 'record' | 'recordIn'>, body: unknown): number | undefined {
  if (!record || !body) return undefined
  // A reply that was kept for an Idempotency-Key before records had versions has none.
  return ((recordIn ? (body as Record<string, unknown>)[recordIn] : body) as { version?: number }).version
}

const isForWorkspaces = (may: May) => !needsNoSession(may) && !isForPersons(may)

const isInWorkspace = (actor: unknown): actor is Actor =>
  typeof actor === 'object' && actor !== null && 'workspaceId' in actor

function mountWaiting(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint,
  handle: Handler<FastifyReply>,
  { bodyBytes, letsInTogether }: WaitingOptions,
): void {
  const { method, path: url, may } = endpoint
  const ending = deprecationHeaders(endpoint, deps.config.publicUrl)
  const callers = new WeakMap<
    FastifyRequest,
    Omit<WaitingCall<Shape, Shape, z.ZodType>, 'params' | 'query' | 'body' | 'request' | 'reply'>
  >()
  const unread = { ...endpoint, body: bodyBytes ? z.unknown() : endpoint.body }

  void app.register(async (scope) => {
    if (bodyBytes)
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    scope.route({
      method,
      url,
      ...(bodyBytes && { bodyLimit: bodyBytes }),
      onRequest: async (request, reply) => {
        reply.headers(ending)
        const caller = callerOf(may, request) as Caller<Actor>
        const { whose, isCounted, enter, enterTogether } = await caller.admit({ deps, request, reply })
        // Letting in is one statement, and what it sets for its transaction is not needed: the handler opens its own.
        const admitAgain = () =>
          letsInTogether && enterTogether
            ? again(enterTogether)
            : inShare(deps, { whose, isCounted }, () => enter(inOneStatement(deps.db) as unknown as Trx))
        const actor = await admitAgain()
        rememberWorkspace(deps, whose, actor)
        knowCaller(request, actor)
        if (adds(endpoint, undefined)) deps.disk.checkRoom()
        const inTransaction = <T>(work: (trx: Trx, actor: Actor) => Promise<T>) =>
          inShare(deps, { whose, isCounted }, () =>
            caller.inTransaction(deps.db, async (trx) => work(trx, await enter(trx))),
          )
        callers.set(request, { actor, caller, admitAgain, inTransaction })
        deps.bodyRoom.assign(request, actor.workspaceId)
      },
      handler: async (request, reply) => {
        const { params, query, body } = readInput(unread, request)
        return handle({ params, query, body, ...callers.get(request)!, request, reply })
      },
    })
  })
}
