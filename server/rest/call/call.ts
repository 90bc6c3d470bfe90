import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiFunction } from '../../db/api/catalogue.ts'
import type { Deps } from '../../deps.ts'
import { readAnswer, sendRows } from '../answer.ts'
import { mostAnswerBytes, openCall } from '../context.ts'
import { parseAccept, type Format } from '../parse/accept.ts'
import { parseQuery, type Query } from '../parse/query.ts'
import { parseRange } from '../parse/range.ts'
import { planRead } from '../plan/plan.ts'
import type { Wanted } from '../sql/statement.ts'
import { bodyOf } from './body.ts'
import { chooseFunction } from './choose.ts'
import { callStatement, rootOf, type Arguments } from './statement.ts'

/** Answers calls of functions: `GET` and `HEAD` with arguments in the query string, `POST` with them in the body. */
export async function callFunction(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const call = await openCall(deps, request, reply)
  const { catalogue, preferences } = call
  const { name } = request.params as { name: string }
  const isPost = request.method === 'POST'
  const query = parseQuery(call.query, { isCall: !isPost })
  const body = isPost ? bodyOf(request) : undefined
  const given = body ? { names: [...body.named.keys()], body: body.kind } : { names: query.args.map(([key]) => key) }
  const called = chooseFunction(catalogue, name, given)
  const format = parseAccept(request.headers.accept, formatsOf(called))
  const range = parseRange(request.headers.range)
  const args = body ? argumentsFrom(called, body) : { named: argumentsIn(called, query), areText: true }
  const wantsBody = request.method !== 'HEAD' && preferences.return !== 'minimal'
  const answered = await call.inTransaction(
    isPost ? 'read write' : 'read only',
    async (trx, { checkCall, checkRead }) => {
      checkCall(name)
      const node = planRead(catalogue, rootOf(called), query, checkRead)
      node.slice = { ...range, ...node.slice }
      const { mostRows } = deps.config.rest
      const wanted = { format, shape: shapeOf(called), mostRows, mostBytes: mostAnswerBytes, hasBody: wantsBody }
      const answer = await readAnswer(trx, node, { ...wanted, count: preferences.count }, callStatement(called, args))
      return { answer, slice: node.slice }
    },
  )
  if (called.returns.isVoid) return reply.status(204).send()
  const { answer, slice } = answered
  return sendRows(request, reply, answer, { format, slice, preferences })
}

/** A value can also be sent as it is. */
function formatsOf({ returns }: ApiFunction): Format['kind'][] {
  return returns.columns ? ['json', 'object', 'csv'] : ['json', 'object', 'csv', 'text', 'bytes']
}

function shapeOf({ returns }: ApiFunction): Wanted['shape'] {
  if (returns.columns) return returns.isSet ? 'rows' : 'row'
  return returns.isSet ? 'values' : 'value'
}

function argumentsFrom({ parameters }: ApiFunction, body: NonNullable<ReturnType<typeof bodyOf>>): Arguments {
  return parameters.length === 1 && parameters[0]!.name === ''
    ? { body: body.whole }
    : { named: body.named, areText: false }
}

/** A parameter that takes any number of values gets all of a name. Otherwise the last one counts. */
function argumentsIn({ parameters }: ApiFunction, { args }: Query): Map<string, unknown> {
  const named = new Map<string, unknown>(args)
  for (const { name, isVariadic } of parameters) {
    const values = args.filter(([key]) => key === name).map(([, value]) => value)
    if (isVariadic && values.length) named.set(name, values)
  }
  return named
}
