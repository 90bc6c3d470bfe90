import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/contact.ts'
import type { Deps } from '../../deps.ts'
import { makeChallenge } from '../../http/challenge.ts'
import { messageLimiter } from '../../http/limiters.ts'
import { mount } from '../../http/mount.ts'
import { receiveApplication, receiveMessage } from './commands.ts'

/** `CONTACT_RATE_LIMIT` counts messages within this time. */
const windowSeconds = 10 * 60
/** A second attempt at the same message has a new challenge. */
const proven = { proof: ['challenge', 'answer'] }

/** Serves the forms for writing to the operator. */
export function registerContact(app: FastifyInstance, deps: Deps): void {
  const { config, keys, now } = deps
  const count = messageLimiter(config.contactRateLimit, windowSeconds)
  mount(app, deps, api.getContactChallenge, async () => makeChallenge(keys.secretKey, now()))
  mount(
    app,
    deps,
    api.sendContactMessage,
    ({ trx, body, actor }) => receiveMessage(trx, deps, body, { address: actor.address, count }),
    proven,
  )
  mount(
    app,
    deps,
    api.applyForPosition,
    ({ trx, body, actor }) => receiveApplication(trx, deps, body, { address: actor.address, count }),
    proven,
  )
}
