import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxBodyBytes = 1024 * 1024

/**
 * Reads every body as JSON, whatever its content type, as the wire-compatible services do. An empty body counts as none.
 * @param refusal what to answer to a body that is not JSON
 */
export function readBodiesAsJson(service: FastifyInstance, refusal: (why: string) => Error): void {
  service.removeAllContentTypeParsers()
  service.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request: FastifyRequest, text: string, done: (error: Error | null, body?: unknown) => void) => {
      if (!text) return done(null, undefined)
      try {
        done(null, JSON.parse(text))
      } catch (error) {
        done(refusal((error as Error).message))
      }
    },
  )
}
