import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/workspace-exports.ts'
import { AppError } from '#domain/errors.ts'
import { noteOrigin } from '../../audit/note.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import { makeLink, openFile, removeExport, startExport } from './commands.ts'
import { findByLink, readExports } from './queries.ts'
import { fileNameOf, linkPath, rangeOf } from './rules.ts'

const longestToken = 100

/** Serves files with everything of a workspace, for its owners. */
export function registerWorkspaceExports(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listWorkspaceExports, async ({ trx, actor }) => ({
    data: await readExports(trx, actor.workspaceId),
  }))
  mount(app, deps, api.startWorkspaceExport, ({ trx, actor, body }) => startExport(trx, deps, actor, body.passphrase))
  mount(app, deps, api.makeWorkspaceExportLink, ({ trx, actor, params }) => makeLink(trx, deps, actor, params.id))
  mount(app, deps, api.deleteWorkspaceExport, ({ trx, actor, params }) => removeExport(trx, deps, actor, params.id))

  // A browser downloads it by itself, and shows no token: whoever has the link gets the file until the link ends.
  app.get<{ Params: { token: string } }>(linkPath(':token'), async (request, reply) => {
    const { token } = request.params
    const found = token.length <= longestToken ? await findByLink(deps.db, token, deps.now()) : undefined
    if (!found) throw new AppError('workspace_export_not_found')
    const { workspace_id: workspaceId, id } = found
    const { range: wanted } = request.headers
    const file = await again(() =>
      inWorkspace(deps.db, workspaceId, (trx) => {
        noteOrigin(trx, auditOriginOf(request))
        return openFile(trx, deps.now(), { workspaceId, id }, !wanted || wanted.startsWith('bytes=0-'))
      }),
    )
    const range = rangeOf(wanted, file.bytes)
    const content = await deps.objects.open(file.sha256, range)
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
    return reply
      .headers({
        'content-disposition': `attachment; filename="${fileNameOf(file.name, file.at, file.isEncrypted)}"`,
        'content-length': range ? range.end - range.start + 1 : file.bytes,
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      .type('application/octet-stream')
      .send(content)
  })
}
