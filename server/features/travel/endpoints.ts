import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/travel.ts'
import { packTravel } from '#domain/travel/wire.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { readTravelOfPlan } from './queries.ts'

const packed = promisify(gzip)

/** Serves how long drives take. */
export function registerTravel(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    api.getPlanTravel,
    async ({ actor, params, reply }) => {
      const tables = await again(() =>
        inTransaction(deps.db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          return readTravelOfPlan(trx, actor.workspaceId, params.id)
        }),
      )
      // Compressed here, and as quickly as can be: a thousand places have eight megabytes.
      const bytes = await packed(packTravel(tables), { level: constants.Z_BEST_SPEED })
      return reply.type('application/octet-stream').header('content-encoding', 'gzip').send(bytes)
    },
    { waits: true },
  )
}
