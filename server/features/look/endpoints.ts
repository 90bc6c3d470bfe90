import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/look.ts'
import { AppError } from '#domain/errors.ts'
import type { LookPatch } from '#domain/schema/look.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { changeLook } from './commands.ts'
import { findLogo, findUpload, readLook, type LogoFile } from './queries.ts'
import { checkFile, checkPicture } from './rules.ts'

/** Serves how a workspace looks to recipients. */
export function registerLook(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getLook, ({ trx, actor }) => readLook(trx, actor.workspaceId))
  mount(
    app,
    deps,
    api.changeLook,
    ({ trx, actor, body, seen, prepared }) =>
      changeLook(trx, actor, { change: body, logo: prepared as LogoFile | undefined }, seen, deps.now()),
    {
      /** Looks into the file that is to be the logo. */
      prepare: async ({ body: { logo }, actor, inTransaction: within }: PreparingCall<object, LookPatch>) => {
        if (typeof logo !== 'string') return undefined
        const file = await within((trx) => findUpload(trx, actor, logo))
        checkFile(file)
        checkPicture(await buffer(await deps.objects.open(file.sha256)))
        return file
      },
    },
  )
  mount(
    app,
    deps,
    api.getLogo,
    async ({ actor, reply }) => {
      const file = await again(() =>
        inTransaction(deps.db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          return findLogo(trx, actor.workspaceId)
        }),
      )
      if (!file) throw new AppError('logo_not_found')
      return reply
        .type(file.type)
        .headers({
          'content-length': file.size,
          'cache-control': 'private, max-age=3600',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(await deps.objects.open(file.sha256))
    },
    { waits: true },
  )
}
