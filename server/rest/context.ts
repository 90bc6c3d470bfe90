import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { may, type Action } from '#domain/permissions.ts'
import type { Catalogue } from '../db/api/catalogue.ts'
import { catalogueOf } from '../db/api/read-catalogue.ts'
import { wayOf, type Db, type Trx } from '../db/connect.ts'
import { openReading, type Way } from '../db/scopes.ts'
import type { Deps } from '../deps.ts'
import { admitWire, inWire, type WireActor } from '../http/callers/wire.ts'
import { parsePrefer, type Preferences } from './parse/prefer.ts'
import { RestError } from './protocol/errors.ts'
import { exposedSchema } from './plan/relationships.ts'

/** The largest answer. Whoever needs more asks for parts. */
export const mostAnswerBytes = 32 * 1024 * 1024

/** A request that has been let in, and what it may do. */
export type RestCall = {
  catalogue: Catalogue
  preferences: Preferences
  /** What follows `?`, as it was sent. */
  query: string
  /** Spares the database what a guest may not do anyway. @throws RestError 42501 */
  refuseGuest(what: string): void
  /** Runs `work` in the caller's transaction, in which no statement runs for long. */
  inTransaction<T>(access: 'read only' | 'read write', work: (trx: Trx, reader: Reader) => Promise<T>): Promise<T>
}

/** What a caller may see and call, by role. Which rows are visible is decided by policies. */
export type Reader = {
  actor: WireActor
  mayRead: (relation: string) => boolean
  /** @throws RestError 42501 */
  checkRead: (relation: string) => void
  mayCall: (name: string) => boolean
  /** @throws RestError 42501 */
  checkCall: (name: string) => void
}

/**
 * Lets a request in, and reads what all requests have in common.
 * @throws RestError PGRST106, PGRST122
 * @throws AppError as `admitWire` does
 */
export async function openCall(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<RestCall> {
  const admission = await admitWire({ deps, request, reply })
  checkSchema(request)
  const preferences = parsePrefer(request.headers.prefer, isTimeZone)
  const catalogue = await catalogueOf(deps.db)
  return {
    catalogue,
    preferences,
    query: request.raw.url?.split('?').slice(1).join('?') ?? '',
    refuseGuest(what) {
      if (admission.kind === 'anon') throw denied({ kind: 'anon' }, what)
    },
    inTransaction: (access, work) => {
      const { shares } = deps
      const db = access === 'read only' ? readingDb(deps) : deps.db
      return inWire({ db, shares }, admission, async (trx, actor) => {
        if (access === 'read write') await bound(trx, deps)
        if (preferences.timezone) await sql`select set_config('timezone', ${preferences.timezone}, true)`.execute(trx)
        return work(trx, readerOf(catalogue, actor))
      })
    },
  }
}

const reading = new WeakMap<Way, Db>()

function readingDb({ db, config }: Deps): Db {
  const way = wayOf(db)
  const read = reading.get(way) ?? openReading(way, () => settingsOf(config))
  reading.set(way, read)
  return read
}

const settingsOf = ({ rest, quotas }: Deps['config']) => ({ statementMs: rest.statementMs, quotas })

/** What a transaction that only reads is bound to from its beginning. */
async function bound(trx: Trx, { config }: Deps): Promise<void> {
  const { statementMs, quotas } = settingsOf(config)
  await sql`select set_config('statement_timeout', ${String(statementMs)}, true), set_config('timezone', 'UTC', true),
    set_config('karta.quotas', ${JSON.stringify(quotas)}, true)`.execute(trx)
}

function checkSchema({ headers, method }: FastifyRequest): void {
  const name = method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'
  const schema = headers[name]
  if (schema === undefined || schema === exposedSchema) return
  throw new RestError('PGRST106', `Invalid schema: ${String(schema)}`, {
    hint: `Only the following schemas are exposed: ${exposedSchema}`,
  })
}

const zones = new Set(Intl.supportedValuesOf('timeZone'))
const isTimeZone = (name: string) => name === 'UTC' || zones.has(name)

function readerOf({ relations, functions }: Catalogue, actor: WireActor): Reader {
  const isAllowed = (actions: readonly Action[] = []) =>
    actor.kind !== 'anon' && actions.some((action) => may(actor, action))
  const mayRead = (relation: string) => isAllowed(relations.get(relation)?.may)
  const mayCall = (name: string) => isAllowed(functions.get(name)?.[0]?.may)
  return {
    actor,
    mayRead,
    mayCall,
    checkRead(relation) {
      if (!mayRead(relation)) throw denied(actor, `view ${relation}`)
    },
    checkCall(name) {
      if (!mayCall(name)) throw denied(actor, `function ${name}`)
    },
  }
}

/** A guest has no rights at all, and should sign in; others lack one. */
export const denied = ({ kind }: Pick<WireActor, 'kind'>, what: string) =>
  new RestError('42501', `permission denied for ${what}`, { status: kind === 'anon' ? 401 : 403 })
