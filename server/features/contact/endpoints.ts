import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/contact.ts'
import type { Deps } from '../../deps.ts'
import { makeChallenge } from '../../http/challenge.ts'
import { limitMessages } from '../../http/message-limit.ts'
import { mountPublic } from '../../http/mount-public.ts'
import { receiveApplication, receiveMessage } from './commands.ts'

/** A second attempt at the same message answers a new challenge. */
const proof = ['challenge', 'answer']

/** Serves the forms through which guests write to the operator. */
export function registerContact(app: FastifyInstance, deps: Deps): void {
  const { config, keys, now } = deps
  const count = limitMessages(config.contactRateLimit)
  mountPublic(app, deps, api.getContactChallenge, async () => makeChallenge(keys.secretKey, now()))
  mountPublic(
    app,
    deps,
    api.sendContactMessage,
    ({ trx, body, address }) => receiveMessage(trx, deps, body, { address, count }),
    proof,
  )
  mountPublic(
    app,
    deps,
    api.applyForPosition,
    ({ trx, body, address }) => receiveApplication(trx, deps, body, { address, count }),
    proof,
  )
}
