import type { FastifyServerOptions } from 'fastify'

/**
 * One JSON line a request: method, path without its query (searches name people), status, time, request id.
 * No bodies, headers, addresses or e-mails.
 */
export function logOptions(level: string): Pick<FastifyServerOptions, 'logger'> {
  return {
    logger: {
      level,
      serializers: {
        req: (request) => ({ method: request.method, path: request.url.split('?')[0] }),
        res: (reply) => ({ status: reply.statusCode }),
      },
      redact: ['req.headers', 'err.config', 'err.parameters', 'err.detail'],
    },
  }
}
