import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { isForKeys, may } from '#domain/permissions.ts'
import type { Catalogue, Relation } from '../../db/api/catalogue.ts'
import { checkBytes } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import type { WireActor } from '../../http/callers/wire.ts'
import { checkAffected, checkSingular, readAnswer } from '../answer.ts'
import { denied, mostAnswerBytes, openCall } from '../context.ts'
import { contentTypeOf, parseAccept } from '../parse/accept.ts'
import { appliedPreferences } from '../parse/prefer.ts'
import { parseQuery, type Query } from '../parse/query.ts'
import { planRead } from '../plan/plan.ts'
import { RestError } from '../protocol/errors.ts'
import type { Answer } from '../sql/statement.ts'
import { relationCalled } from '../read.ts'
import { mostWritten } from './body.ts'
import { change, insert, put, remove, type Done } from './changes.ts'
import { keyOf } from './find.ts'
import { methodsOf, writerOf, type WriteCall, type Writer, type Writers } from './writer.ts'

const steps = { POST: insert, PATCH: change, PUT: put, DELETE: remove } as const

/** Answers what changes the rows of a view: by commands of the product, all of them in one transaction. */
export async function writeView(deps: Deps, writers: Writers, request: FastifyRequest, reply: FastifyReply) {
  const call = await openCall(deps, request, reply)
  const { catalogue, preferences } = call
  const { relation: name } = request.params as { relation: string }
  const relation = relationCalled(catalogue, name)
  const method = request.method as keyof typeof steps
  const writer = writerFor(writers, name, method)
  const query = parseQuery(call.query)
  const format = parseAccept(request.headers.accept)
  const showsRows = preferences.return === 'representation'
  if (method === 'POST' || method === 'PUT') deps.disk.checkRoom()

  const { done, answer } = await unlessRolledBack(() =>
    call.inTransaction('read write', async (trx, { actor, checkRead }) => {
      checkWriter(writer, actor, name)
      // First, as every command does: what a filter finds stays as it is until the commands have changed it.
      await lockWorkspace(trx, actor.workspaceId)
      const show = async (ids: string[]) => {
        if (!showsRows) return undefined
        const node = shownNode({ catalogue, relation, query, ids, checkRead })
        const wanted = { format, mostRows: mostWritten, mostBytes: mostAnswerBytes, hasBody: true }
        return readAnswer(trx, node, { ...wanted, count: undefined })
      }
      const writing = { trx, actor, call, relation, writer, query, request, checkRead, show }
      const result = await steps[method](writing)
      checkAffected(result.ids.length, preferences)
      if (showsRows) checkSingular(format, result.ids.length)
      await checkBytes(trx, actor.workspaceId, deps.config.quotas)
      const shown = result.shown ?? (await show(result.ids))
      const whole = { done: result, answer: shown }
      if (preferences.tx === 'rollback') throw new RolledBack(whole)
      return whole
    }),
  )

  const applied = appliedPreferences(preferences, [
    ...(method === 'POST' ? (['resolution', 'missing'] as const) : []),
    'return',
    'count',
    'tx',
    'handling',
    'maxAffected',
    'timezone',
  ])
  reply.status(statusOf(method, done, showsRows)).headers({
    'content-range': rangeOf(method, done.ids.length, preferences.count !== undefined),
    ...(applied && { 'preference-applied': applied }),
    ...(preferences.return === 'headers-only' &&
      done.ids.length === 1 && { location: placeOf(relation, done.ids[0]!) }),
  })
  if (!answer) return reply.send()
  return reply.header('content-type', contentTypeOf(format)).send(answer.body ?? '')
}

/** @throws RestError PGRST117 */
function writerFor(writers: Writers, name: string, method: keyof typeof steps): Writer {
  const writer = writerOf(writers, name)
  const can = methodsOf(writer)
  if (writer && can[method]) return writer
  const others = Object.keys(can).filter((each) => can[each as keyof typeof can])
  const hint = others.length ? `It takes ${['GET', 'HEAD', ...others].join(', ')}.` : 'It is read only.'
  throw new RestError('PGRST117', `Unsupported HTTP method: ${method}`, {
    details: `No command of Karta does this to '${name}'.`,
    hint,
  })
}

function checkWriter({ may: action }: Writer, actor: WireActor, name: string): asserts actor is WriteCall['actor'] {
  if (actor.kind === 'anon') throw denied(actor, `view ${name}`)
  if (actor.kind === 'key' && !isForKeys(action)) throw new AppError('not_for_api_keys')
  if (!may(actor, action)) throw denied(actor, `view ${name}`)
}

type Showing = {
  catalogue: Catalogue
  relation: Relation
  query: Query
  ids: string[]
  checkRead: (relation: string) => void
}

/** These rows, with what the request selects and embeds. Its filters chose them, and need not fit them any more. */
function shownNode({ catalogue, relation, query, ids, checkRead }: Showing) {
  const filters = query.filters.filter(({ path }) => path.length > 0)
  const slices = query.slices.filter(({ path }) => path.length > 0)
  const node = planRead(catalogue, { ...relation, relation: relation.name }, { ...query, filters, slices }, checkRead)
  const reference = { column: relation.columns.get(keyOf(relation))!, path: [] }
  node.tests.push({ kind: 'filter', reference, isNegated: false, operation: { kind: 'in', values: ids } })
  // In the order in which they were sent or found.
  if (node.orders.length === 0) node.orders.push({ reference, among: ids, direction: 'asc' })
  return node
}

type Outcome = { done: Done; answer: Answer | undefined }

/** Carries the answer out of a transaction that was only tried. */
class RolledBack extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('rolled back')
    this.outcome = outcome
  }
}

async function unlessRolledBack(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    throw error
  }
}

function statusOf(method: string, { created }: Done, showsRows: boolean): number {
  if (method === 'POST') return created || !showsRows ? 201 : 200
  return showsRows ? 200 : 204
}

function rangeOf(method: string, rows: number, counts: boolean): string {
  const total = counts ? rows : '*'
  return method === 'PATCH' && rows ? `0-${rows - 1}/${total}` : `*/${total}`
}

const placeOf = (relation: Relation, key: string) => `/${relation.name}?${keyOf(relation)}=eq.${key}`
