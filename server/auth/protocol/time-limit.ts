import type { FastifyInstance } from 'fastify'

const limitMs = 10_000

/** Answers every call within 10 seconds, whatever it waits for; `toAuthError` finds the words. */
export function registerTimeLimit(auth: FastifyInstance): void {
  auth.addHook('onRoute', (route) => {
    route.handlerTimeout ??= limitMs
  })
}
