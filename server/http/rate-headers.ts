import type { FastifyReply } from 'fastify'

/** What a reply says of one limit. */
type Said = {
  name: string
  /** How many calls the limit allows. */
  quota: number
  /** In how many seconds; none for a month, whose length differs. */
  windowSeconds?: number
  remaining: number
  resetSeconds: number
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` names a limit, and `RateLimit` says what is left
 * of it. Both are lists, since a call can count for several limits.
 */
export function rateHeaders({ name, quota, windowSeconds, remaining, resetSeconds }: Said): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${quota}${windowSeconds === undefined ? '' : `;w=${windowSeconds}`}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  }
}

const lists = new Set(['ratelimit-policy', 'ratelimit'])

/** Adds headers to a reply. Lists go on. */
export function addHeaders(reply: FastifyReply, headers: Record<string, number | string>): void {
  for (const [name, value] of Object.entries(headers)) {
    const said = lists.has(name) ? reply.getHeader(name) : undefined
    reply.header(name, said === undefined ? value : `${String(said)}, ${value}`)
  }
}
