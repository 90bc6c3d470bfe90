import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { AppError, type FieldProblem } from '#domain/errors.ts'
import { toFieldProblem } from './field-problems.ts'
import { anySeen, readSeen } from './if-match.ts'

/**
 * Checks path, query, body and `If-Match` together, so that the caller learns of every problem at once.
 * @throws AppError `validation_failed`
 */
export function readInput(endpoint: Endpoint, request: FastifyRequest) {
  const problems: FieldProblem[] = []
  const read = (schema: z.ZodType, value: unknown, where: string) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues) problems.push(toFieldProblem(issue, where))
    return undefined
  }
  const params = read(endpoint.params, request.params ?? {}, 'path')
  const query = read(endpoint.query, request.query ?? {}, 'query')
  const body = read(endpoint.body, bodyOf(endpoint, request.body), '')
  const seen = endpoint.record === 'changed' ? readSeen(request, problems) : anySeen()
  if (problems.length) throw new AppError('validation_failed', { errors: problems })
  return { params, query, body, seen }
}

/** Many clients send `null`, or an empty object where there is nothing to say. */
function bodyOf({ body: schema }: Endpoint, sent: unknown): unknown {
  const given = sent ?? undefined
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const isNothing = isObject && Object.keys(given).length === 0 && schema instanceof z.ZodUndefined
  return isNothing ? undefined : given
}
