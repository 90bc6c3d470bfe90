import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'

/** What an access token can be for (RFC 8707): the API, or agents. */
export const resources = ['/v1', '/mcp'] as const
export type Resource = (typeof resources)[number]

const agents = new AsyncLocalStorage<true>()

/** Does something for an agent that was let in at `/mcp`, with calls of `/v1` that its token was not made for. */
export const forAgent = <T>(work: () => Promise<T>): Promise<T> => agents.run(true, work)

/** What a request wants to use. */
export function resourceOf({ url }: Pick<FastifyRequest, 'url'>): Resource {
  return agents.getStore() || url.startsWith('/mcp') ? '/mcp' : '/v1'
}
