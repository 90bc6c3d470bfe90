import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { AppError, errors } from '#domain/errors.ts'
import { isPassing } from '../db/passing.ts'
import { Refusal } from './refusals.ts'

/** A refusal over HTTP, with the body that the protocol has for it. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(JSON.stringify(body))
    this.name = 'HttpRefusal'
    this.status = status
    this.body = body
  }
}

export const unauthorized = () => new HttpRefusal(401, { message: 'Unauthorized' })

/** Answers every failure of the service with `{"error": "…"}`, unless the protocol has another body for it. */
export function registerRealtimeErrors(service: FastifyInstance): void {
  service.setErrorHandler((error, request, reply) => {
    const { status, body } = answerOf(error, reply)
    if (status >= 500) request.log.error({ err: error }, 'realtime')
    return reply.status(status).send(body)
  })
}

function answerOf(error: unknown, reply: FastifyReply): { status: number; body: Record<string, unknown> } {
  if (error instanceof HttpRefusal) return error
  if (error instanceof Refusal) {
    const isAway = error.kind === 'UnableToConnectToProject'
    return { status: isAway ? 503 : 401, body: { error: error.message } }
  }
  if (error instanceof AppError) {
    const { retry_after_seconds: seconds } = error.detail
    if (typeof seconds === 'number') reply.header('retry-after', Math.max(1, Math.ceil(seconds)))
    return { status: errors[error.code].status, body: { error: error.message } }
  }
  if (isPassing(error)) {
    reply.header('retry-after', 2)
    return { status: 503, body: { error: 'The service is busy or restarting, please retry after a moment.' } }
  }
  const { statusCode = 500, message } = error as FastifyError
  return statusCode < 500
    ? { status: statusCode, body: { error: message.slice(0, 500) } }
    : { status: 500, body: { error: 'Internal server error' } }
}
