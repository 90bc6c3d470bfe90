import type { FastifyRequest } from 'fastify'

/** What an access token can be for (RFC 8707): the API, or agents. */
export const resources = ['/v1', '/mcp'] as const
export type Resource = (typeof resources)[number]

/** What a request wants to use. */
export const resourceOf = ({ url }: Pick<FastifyRequest, 'url'>): Resource =>
  /^\/mcp(\/|\?|$)/.test(url) ? '/mcp' : '/v1'
