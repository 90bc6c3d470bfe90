import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/road.ts'
import { AppError } from '#domain/errors.ts'
import { inTransaction as transact, inWorkspace, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { readDriverDay } from '../driver-day/queries.ts'
import { withProofs } from '../proofs/commands.ts'
import { handInLog, settleHeld, takeEntries, type Intake, type RoadHandlers } from './commands.ts'
import { findOwner, listHeld } from './queries.ts'

/** Serves drivers' phones: their day, and what they say that happened. */
export function registerRoad(app: FastifyInstance, deps: Deps, handlers: RoadHandlers): void {
  const { db, shares, now, report, config } = deps
  const inTransaction =
    (workspaceId: string) =>
    <T>(work: (trx: Trx) => Promise<T>) =>
      shares.during(workspaceId, () => again(() => inWorkspace(db, workspaceId, work)))

  const intakeOf = (transaction: Intake['inTransaction']): Intake => {
    return { handlers, inTransaction: transaction, now, newId: randomUUID, limits: config.quotas, report }
  }

  mount(
    app,
    deps,
    api.sendEntries,
    async ({ actor, body, reply }) => {
      const { workspaceId } = actor
      const intake = intakeOf(inTransaction(workspaceId))
      const owner = { workspaceId, driverId: driverOf(actor), author: actor }
      const taken = await takeEntries(intake, owner, body.device_id, body.entries)
      return reply.send(deps.checkReplies ? api.sendEntries.reply.parse(taken) : taken)
    },
    { waits: true },
  )

  // Whoever holds the device's key need not sign in, since nothing applies before somebody accepts it.
  mount(
    app,
    deps,
    api.handInLog,
    async ({ trx, body }) => {
      const { workspace_id, device_id, entries } = body
      await setWorkspace(trx, workspace_id)
      return handInLog(
        intakeOf((work) => work(trx)),
        workspace_id,
        device_id,
        entries,
      )
    },
    { limit: 'logs' },
  )
  mount(app, deps, api.listHeldEntries, async ({ trx, actor, params }) => ({
    data: await listHeld(trx, actor.workspaceId, params.id),
  }))
  mount(
    app,
    deps,
    api.settleHeldEntries,
    async ({ actor, params, body, reply }) => {
      // Whoever does not see the driver finds no phone.
      await again(() =>
        transact(db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          await findOwner(trx, actor.workspaceId, params.id)
        }),
      )
      const intake = intakeOf(inTransaction(actor.workspaceId))
      const settled = { results: await settleHeld(intake, actor, params.id, body.accept) }
      return reply.send(deps.checkReplies ? api.settleHeldEntries.reply.parse(settled) : settled)
    },
    { waits: true },
  )

  mount(
    app,
    deps,
    api.getDriverDay,
    async ({ actor, request, reply }) => {
      const { workspaceId } = actor
      const driverId = driverOf(actor)
      const day = await inTransaction(workspaceId)(async (trx) =>
        withProofs(
          trx,
          workspaceId,
          await readDriverDay(trx, { workspaceId, driverId }, { sealer: deps.sealer, now: now() }),
        ),
      )
      const { now: _, ...lasting } = day
      const tag = `"${createHash('sha256').update(JSON.stringify(lasting)).digest('base64url').slice(0, 27)}"`
      reply.header('etag', tag)
      if (request.headers['if-none-match'] === tag) return reply.status(304).send()
      return reply.send(deps.checkReplies ? api.getDriverDay.reply.parse(day) : day)
    },
    { waits: true },
  )
}

/** @throws AppError `no_driver_record` */
function driverOf({ driverId }: Actor): string {
  if (driverId === null) throw new AppError('no_driver_record')
  return driverId
}
