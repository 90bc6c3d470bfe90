import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/replay.ts'
import { replayTypes } from '#domain/events/happening.ts'
import { typesFor } from '#domain/events/types.ts'
import { may } from '#domain/permissions.ts'
import type { Trx } from '../../db/connect.ts'
import { checkFeature } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getDriver } from '../drivers/queries.ts'
import { getReplay, listReplayEtas, listReplayFacts, listReplayPositions } from './queries.ts'

/** Serves days that are over, to be played again. */
export function registerReplay(app: FastifyInstance, deps: Deps): void {
  /** What is asked for, where the tier has it. */
  const asked = async (trx: Trx, workspaceId: string, day: string) => {
    const now = deps.now()
    await checkFeature(trx, workspaceId, 'real_time_tracking', now)
    return { workspaceId, day, now }
  }
  mount(
    app,
    deps,
    api.getReplay,
    async ({ trx, actor, query }) =>
      getReplay(trx, await asked(trx, actor.workspaceId, query.day), deps.config.eventRetentionDays),
    { mayLag: true },
  )
  mount(
    app,
    deps,
    api.listReplayPositions,
    async ({ trx, actor, query: { day, ...page } }) =>
      listReplayPositions(trx, await asked(trx, actor.workspaceId, day), page),
    { mayLag: true },
  )
  mount(
    app,
    deps,
    api.listReplayFacts,
    async ({ trx, actor, query: { day, ...page } }) => {
      const readable = new Set(typesFor((action) => may(actor, action)))
      const types = replayTypes.filter((type) => readable.has(type))
      return listReplayFacts(trx, await asked(trx, actor.workspaceId, day), types, page)
    },
    { mayLag: true },
  )
  mount(
    app,
    deps,
    api.listReplayEtas,
    async ({ trx, actor, query: { day, driver_id, ...page } }) => {
      await getDriver(trx, actor.workspaceId, driver_id)
      return listReplayEtas(trx, await asked(trx, actor.workspaceId, day), driver_id, page)
    },
    { mayLag: true },
  )
}
