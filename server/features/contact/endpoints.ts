import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/contact.ts'
import type { Deps } from '../../deps.ts'
import { makeChallenge } from '../../http/challenge.ts'
import { mount } from '../../http/mount.ts'
import { receiveApplication, receiveMessage } from './commands.ts'

/** A second attempt at the same message has a new challenge. */
const proven = { proof: ['challenge', 'answer'] }

/** Serves the forms for writing to the operator. */
export function registerContact(app: FastifyInstance, deps: Deps): void {
  const { keys, now, limiter } = deps
  mount(app, deps, api.getContactChallenge, async () => makeChallenge(keys.secretKey, now()))
  mount(
    app,
    deps,
    api.sendContactMessage,
    ({ trx, body, actor }) => receiveMessage(trx, deps, body, { address: actor.address, count: limiter.countMessage }),
    proven,
  )
  mount(
    app,
    deps,
    api.applyForPosition,
    ({ trx, body, actor }) =>
      receiveApplication(trx, deps, body, { address: actor.address, count: limiter.countMessage }),
    proven,
  )
}
