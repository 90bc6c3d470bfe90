import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/proofs.ts'
import { may } from '#domain/permissions.ts'
import type { DeliveryProofs } from '#domain/schema/proof.ts'
import { inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { givePins } from './commands.ts'
import { listProofs, readPhotoFile } from './queries.ts'

/** Only who may change deliveries tells a recipient their PIN. */
async function pinFor(trx: Trx, actor: Actor, id: string, needed: DeliveryProofs['needed']) {
  if (!needed.includes('pin') || !may(actor, 'change_deliveries')) return null
  const [row] = await givePins(trx, actor.workspaceId, [id])
  if (!row?.pin) return null
  const { pin, wrong_tries, confirmed_at } = row
  return { pin, wrong_tries, confirmed_at }
}

/** Serves what proves deliveries. */
export function registerProofs(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listProofs, async ({ trx, actor, params }) => {
    const proofs = await listProofs(trx, actor, params.id, deps.now())
    return { ...proofs, pin: await pinFor(trx, actor, params.id, proofs.needed) }
  })
  mount(
    app,
    deps,
    api.getPhoto,
    async ({ actor, params, query, reply }) => {
      const wanted = { id: params.id, isOriginal: query.original === 'true' }
      const { sha256, size, type } = await again(() =>
        inTransaction(deps.db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          return readPhotoFile(trx, actor.workspaceId, wanted)
        }),
      )
      return reply
        .type(type)
        .headers({
          'content-length': size,
          'cache-control': 'private, max-age=3600',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(await deps.objects.open(sha256))
    },
    { waits: true },
  )
}
