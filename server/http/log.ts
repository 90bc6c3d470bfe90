import type { FastifyServerOptions } from 'fastify'

/** What the log may say about an error. PostgreSQL's `detail` and `where` quote whole rows and are left out. */
function describeError(error: Error & { code?: string; table?: string; constraint?: string }): ErrorLine {
  const { code, table, constraint, cause } = error
  // Errors of class 22 refuse a value, and their message quotes it.
  const quotes = code?.length === 5 && code.startsWith('22')
  const message = quotes ? 'PostgreSQL refused a value' : error.message
  const stack = quotes ? (error.stack?.replace(error.message, message) ?? '') : (error.stack ?? '')
  return {
    type: error.name,
    message,
    stack,
    code,
    table,
    constraint,
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

type ErrorLine = {
  type: string
  message: string
  stack: string
  code?: string | undefined
  table?: string | undefined
  constraint?: string | undefined
  cause?: ErrorLine
}

/**
 * One line of JSON for each request: method, path without its query (searches name people), status, time, request id.
 * No bodies, headers, addresses or e-mail addresses.
 */
export function logOptions(level: string): Pick<FastifyServerOptions, 'logger'> {
  return {
    logger: {
      level,
      serializers: {
        req: (request) => ({ method: request.method, path: request.url.split('?')[0] }),
        res: (reply) => ({ status: reply.statusCode }),
        err: describeError,
      },
    },
  }
}
