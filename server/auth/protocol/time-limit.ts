import type { FastifyInstance } from 'fastify'

const limitMs = 10_000

/** Answers every call within 10 seconds, whatever it is waiting for. `toAuthError` words the answer. */
export function registerTimeLimit(auth: FastifyInstance): void {
  auth.addHook('onRoute', (route) => {
    route.handlerTimeout ??= limitMs
  })
}
