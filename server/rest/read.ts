import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue, Relation } from '../db/api/catalogue.ts'
import type { Deps } from '../deps.ts'
import { readAnswer, sendRows } from './answer.ts'
import { mostAnswerBytes, openCall } from './context.ts'
import { parseAccept } from './parse/accept.ts'
import { parseQuery } from './parse/query.ts'
import { parseRange } from './parse/range.ts'
import { nearest } from './plan/nearest.ts'
import { planRead } from './plan/plan.ts'
import { exposedSchema } from './plan/relationships.ts'
import { RestError } from './protocol/errors.ts'

/** Answers `GET` and `HEAD` of a view. */
export async function readView(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const call = await openCall(deps, request, reply)
  const { catalogue, preferences } = call
  const { relation: name } = request.params as { relation: string }
  const relation = relationCalled(catalogue, name)
  call.refuseGuest(`view ${name}`)
  const query = parseQuery(call.query)
  const format = parseAccept(request.headers.accept)
  const range = request.method === 'GET' ? parseRange(request.headers.range) : {}
  const { answer, slice } = await call.inTransaction('read only', async (trx, { checkRead }) => {
    const node = planRead(catalogue, { ...relation, relation: name }, query, checkRead)
    node.slice = { ...range, ...node.slice }
    const { mostRows } = deps.config.rest
    const wanted = { format, mostRows, mostBytes: mostAnswerBytes, hasBody: request.method === 'GET' }
    return { answer: await readAnswer(trx, node, { ...wanted, count: preferences.count }), slice: node.slice }
  })
  reply.header('content-location', `/${name}${call.query && `?${call.query}`}`)
  return sendRows(request, reply, answer, { format, slice, preferences })
}

/** @throws RestError PGRST205 */
export function relationCalled({ relations }: Catalogue, name: string): Relation {
  const relation = relations.get(name)
  if (relation) return relation
  const suggestion = nearest(name, relations.keys())
  const shown = name.slice(0, 100)
  throw new RestError('PGRST205', `Could not find the table '${exposedSchema}.${shown}' in the schema cache`, {
    hint: suggestion === undefined ? null : `Perhaps you meant the table '${exposedSchema}.${suggestion}'`,
  })
}
