import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiFunction, Catalogue } from '../../db/api/catalogue.ts'
import type { Deps } from '../../deps.ts'
import { asksForFew, checkAffected, readAnswer, sendRows } from '../answer.ts'
import { mostAnswerBytes, openCall } from '../context.ts'
import { parseAccept, type Format } from '../parse/accept.ts'
import type { Preferences } from '../parse/prefer.ts'
import { parseQuery, type Query } from '../parse/query.ts'
import { parseRange } from '../parse/range.ts'
import { planRead } from '../plan/plan.ts'
import { RestError } from '../protocol/errors.ts'
import type { Wanted } from '../sql/statement.ts'
import { bodyOf, type CallBody } from './body.ts'
import { chooseFunction } from './choose.ts'
import { callStatement, rootOf, type Arguments } from './statement.ts'

/** Answers calls of functions: `GET` and `HEAD` with arguments in the query string, `POST` with them in the body. */
export async function callFunction(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const call = await openCall(deps, request, reply)
  const { catalogue, preferences } = call
  const { name } = request.params as { name: string }
  const isPost = request.method === 'POST'
  const query = parseQuery(call.query, { isCall: !isPost })
  const { called, args } = isPost
    ? meantByBody(catalogue, name, bodyOf(request))
    : meantByQuery(catalogue, name, query.args)
  call.refuseGuest(`function ${name}`)
  const format = parseAccept(request.headers.accept, formatsOf(called))
  const range = parseRange(request.headers.range)
  checkIsSet(called, preferences)
  const hasBody = request.method !== 'HEAD' && preferences.return !== 'minimal'
  const { mostRows } = deps.config.rest
  const wanted = { format, shape: shapeOf(called), mostRows, mostBytes: mostAnswerBytes, hasBody }
  const access = isPost ? 'read write' : 'read only'
  const { answer, slice } = await call.inTransaction(access, async (trx, { checkCall, checkRead }) => {
    checkCall(name)
    const node = planRead(catalogue, rootOf(called), query, checkRead)
    node.slice = { ...range, ...node.slice }
    const from = callStatement(called, args)
    const found = await readAnswer(trx, node, { ...wanted, count: preferences.count }, from)
    checkAffected(found.rows, preferences)
    return { answer: found, slice: node.slice }
  })
  if (called.returns.isVoid) return reply.status(204).send()
  return sendRows(request, reply, answer, { format, slice, preferences })
}

type Meant = { called: ApiFunction; args: Arguments }

function meantByBody(catalogue: Catalogue, name: string, { kind, named, whole }: CallBody): Meant {
  const called = chooseFunction(catalogue, name, { names: [...named.keys()], body: kind })
  const isWhole = called.parameters.length === 1 && called.parameters[0]!.name === ''
  return { called, args: isWhole ? { body: whole } : { named, areText: false } }
}

/** A parameter that takes any number of values gets all of a name. Otherwise the last one counts. */
function meantByQuery(catalogue: Catalogue, name: string, given: Query['args']): Meant {
  const called = chooseFunction(catalogue, name, { names: given.map(([key]) => key) })
  const named = new Map<string, unknown>(given)
  for (const { name: parameter, isVariadic } of called.parameters) {
    const values = given.filter(([key]) => key === parameter).map(([, value]) => value)
    if (isVariadic && values.length) named.set(parameter, values)
  }
  return { called, args: { named, areText: true } }
}

/** @throws RestError PGRST128 */
function checkIsSet({ returns }: ApiFunction, preferences: Preferences): void {
  if (returns.isSet || !asksForFew(preferences)) return
  const sentence = 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict'
  throw new RestError('PGRST128', sentence)
}

/** A value can also be sent as it is. */
function formatsOf({ returns }: ApiFunction): Format['kind'][] {
  return returns.columns ? ['json', 'object', 'csv'] : ['json', 'object', 'csv', 'text', 'bytes']
}

function shapeOf({ returns }: ApiFunction): Wanted['shape'] {
  if (returns.columns) return returns.isSet ? 'rows' : 'row'
  return returns.isSet ? 'values' : 'value'
}
