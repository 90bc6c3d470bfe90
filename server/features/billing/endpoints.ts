import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#domain/api/billing.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { sendProblem } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import {
  changeCancellation,
  changeLicenses,
  openPortal,
  paymentsOf,
  previewLicenses,
  startCheckout,
  takeEvent,
} from './commands.ts'
import { readBilling } from './queries.ts'

const waits = { waits: true } as const
const mostBytes = 1024 * 1024

/** Serves what a workspace pays for, and what Stripe tells. */
export function registerBilling(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getBilling, ({ trx, actor }) => readBilling(trx, actor.workspaceId, deps.config))
  mount(
    app,
    deps,
    api.startCheckout,
    async ({ actor, body, reply }) => reply.send({ url: await startCheckout(deps, actor, body.licenses) }),
    waits,
  )
  mount(
    app,
    deps,
    api.openPortal,
    async ({ actor, reply }) => reply.send({ url: await openPortal(deps, actor) }),
    waits,
  )
  mount(
    app,
    deps,
    api.previewLicenses,
    async ({ actor, query: { licenses }, reply }) => {
      const { dueNow, total, currency, at } = await previewLicenses(deps, actor, licenses)
      const next_at = at?.toISOString() ?? null
      return reply.send({ licenses, prorated: dueNow, next_total: total, currency, next_at })
    },
    waits,
  )
  mount(
    app,
    deps,
    api.changeLicenses,
    async ({ actor, body, reply }) => {
      await changeLicenses(deps, actor, body)
      return reply.send(await now(deps, actor))
    },
    waits,
  )
  mount(
    app,
    deps,
    api.changeCancellation,
    async ({ actor, body, reply }) => {
      await changeCancellation(deps, actor, body.cancels)
      return reply.send(await now(deps, actor))
    },
    waits,
  )
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    // A signature is of the bytes as they came.
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    hooks.post('/v1/hooks/stripe', (request, reply) => receive(deps, request, reply))
  })
}

const now = (deps: Deps, actor: Actor) =>
  inTransaction(deps.db, async (trx) => {
    await setWorkspace(trx, actor.workspaceId, identityOf(actor))
    return readBilling(trx, actor.workspaceId, deps.config)
  })

/** Takes an event that Stripe signed within five minutes. */
async function receive(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  if (!deps.payments) return sendProblem(request, reply, 'not_found')
  const signature = [request.headers['stripe-signature']].flat()[0]
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const event = paymentsOf(deps).readEvent(body, signature, deps.now())
  if (!event) return sendProblem(request, reply, 'event_not_genuine')
  await takeEvent(deps, event)
  return reply.send({ received: true })
}
