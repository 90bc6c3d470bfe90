import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { cut } from '../../http/field-problems.ts'
import { AuthError, TooSoonError, toAuthError } from '../protocol/errors.ts'
import { uncached } from '../protocol/uncached.ts'
import { AppRefusal } from './errors.ts'

/** A client that did not prove who it is. */
export class ClientRefused extends AppRefusal {
  constructor(description: string) {
    super('invalid_client', description)
  }
}

/** Answers every failure of the endpoints that apps call in the form of RFC 6749. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const send = (status: number, code: string, description: string) =>
    uncached(reply)
      .status(status)
      .send({ error: code, error_description: cut(description, 500) })
  if (error instanceof ClientRefused) {
    return send(401, error.code, error.message).header('www-authenticate', 'Basic realm="Karta"')
  }
  if (error instanceof AppRefusal) return send(400, error.code, error.message)
  const answer = toAuthError(error)
  if (answer instanceof TooSoonError) reply.header('retry-after', answer.waitSeconds)
  if (answer.status >= 500) request.log.error({ err: error }, answer.code)
  if (answer.status === 429) return send(429, 'temporarily_unavailable', answer.message)
  if (answer.status === 503) return send(503, 'temporarily_unavailable', answer.message)
  if (answer.status >= 500) return send(500, 'server_error', answer.message)
  const isKnown = error instanceof AuthError || error instanceof AppError
  return send(
    answer.status === 413 ? 413 : 400,
    'invalid_request',
    isKnown ? answer.message : 'The request cannot be read',
  )
}
