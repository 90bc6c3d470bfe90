import type { FastifyReply } from 'fastify'

/** Tokens and personal data stay out of every cache. */
export const uncached = (reply: FastifyReply) => reply.header('cache-control', 'no-store')
