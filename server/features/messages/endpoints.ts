import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '#domain/api/messages.ts'
import { AppError } from '#domain/errors.ts'
import { inTransaction, inWorkspace, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import {
  broadcast,
  changeMessageSettings,
  confirmDelivered,
  eraseMessage,
  readThread,
  sendMessage,
} from './commands.ts'
import { listDriverMessages, listThreads, readMessagePhoto, readMessageSettings, readOwnMessages } from './queries.ts'

/** Serves what dispatchers and drivers write to each other. */
export function registerMessages(app: FastifyInstance, deps: Deps): void {
  const { db, shares, now } = deps

  mount(
    app,
    deps,
    api.listOwnMessages,
    async ({ actor, query, reply }) => {
      const { workspaceId } = actor
      const driverId = driverOf(actor)
      // As Karta itself: drivers write nothing themselves, and read of messages only what is theirs.
      const own = await shares.during(workspaceId, () =>
        again(() =>
          inWorkspace(db, workspaceId, async (trx) => {
            await confirmDelivered(trx, actor, driverId, query.after, now())
            return readOwnMessages(trx, workspaceId, driverId, query)
          }),
        ),
      )
      return reply.send(deps.checkReplies ? api.listOwnMessages.reply.parse(own) : own)
    },
    { waits: true },
  )
  mount(
    app,
    deps,
    api.getOwnMessagePhoto,
    async ({ actor, params, reply }) => {
      const whose = { id: params.id, driverId: driverOf(actor) }
      const file = await again(() =>
        inWorkspace(db, actor.workspaceId, (trx) => readMessagePhoto(trx, actor.workspaceId, whose)),
      )
      return sendFile(deps, reply, file)
    },
    { waits: true },
  )
  mount(
    app,
    deps,
    api.getMessagePhoto,
    async ({ actor, params, reply }) => {
      const file = await again(() =>
        inTransaction(db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          return readMessagePhoto(trx, actor.workspaceId, params)
        }),
      )
      return sendFile(deps, reply, file)
    },
    { waits: true },
  )

  mount(app, deps, api.listThreads, ({ trx, actor }) => listThreads(trx, actor.workspaceId))
  mount(app, deps, api.listDriverMessages, ({ trx, actor, params, query }) =>
    listDriverMessages(trx, actor.workspaceId, params.id, query),
  )
  mount(app, deps, api.sendMessage, ({ trx, actor, params, body }) => sendMessage(trx, actor, params.id, body, now()))
  mount(app, deps, api.readMessages, ({ trx, actor, params }) => readThread(trx, actor, params.id, now()))
  mount(app, deps, api.broadcastMessage, ({ trx, actor, body }) => broadcast(trx, actor, body, now()))
  mount(app, deps, api.eraseMessage, ({ trx, actor, params }) => eraseMessage(trx, actor, params.id, now()))
  mount(app, deps, api.getMessageSettings, ({ trx, actor }) => readMessageSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeMessageSettings, ({ trx, actor, body, seen }) =>
    changeMessageSettings(trx, actor, body, seen, now()),
  )
}

/** @throws AppError `no_driver_record` */
function driverOf({ driverId }: Actor): string {
  if (driverId === null) throw new AppError('no_driver_record')
  return driverId
}

async function sendFile({ objects }: Deps, reply: FastifyReply, file: { sha256: string; size: number; type: string }) {
  return reply
    .type(file.type)
    .headers({
      'content-length': file.size,
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(await objects.open(file.sha256))
}
