import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { idsOfWork } from '../observability/work.ts'
import { logTo } from './log-stream.ts'

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

// Once, however many apps a test opens.
const standardOutput = logTo(process.stdout)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the log may say about a request: which route it reached, and the ids in its path. The rest may name people. */
function describeRequest({ method, routeOptions, params }: FastifyRequest) {
  const ids = Object.entries((params ?? {}) as object).filter(([, value]) => uuid.test(String(value)))
  return { method, route: routeOptions.url ?? 'unknown', ...Object.fromEntries(ids) }
}

type Bound = { bindings?: () => Record<string, unknown> }

/** What a request's own lines say already is not said twice. */
function mixin(_line: object, _level: number, log: Bound): Record<string, string> {
  const { reqId, ...ids } = idsOfWork()
  return reqId === undefined || log.bindings?.().reqId !== undefined ? ids : { ...ids, reqId }
}

/**
 * One line of JSON for each request: method, route, ids, status, time, request id. No bodies, headers, network addresses,
 * and nothing that somebody wrote into an address: no searches, tokens, phone numbers or e-mail addresses.
 */
export function logOptions(level: string): Pick<FastifyServerOptions, 'logger'> {
  return {
    logger: {
      level,
      stream: standardOutput,
      mixin,
      serializers: {
        req: describeRequest,
        res: (reply) => ({ status: reply.statusCode }),
        err: describeError,
      },
    },
  }
}
