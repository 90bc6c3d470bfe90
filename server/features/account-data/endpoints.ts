import type { FastifyInstance } from 'fastify'
import { downloadAccountData } from '#domain/api/account.ts'
import { noteAudit } from '../../audit/note.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { readAccountData } from './queries.ts'
import { fileName } from './rules.ts'

/** Lets people download their data. */
export function registerAccountData(app: FastifyInstance, deps: Deps): void {
  const headers = () => ({ 'content-disposition': `attachment; filename="${fileName(deps.now())}"` })
  mount(
    app,
    deps,
    downloadAccountData,
    async ({ trx, actor }) => {
      const { userId } = actor
      const data = await readAccountData(trx, actor, deps)
      for (const { id: workspaceId, your_name: name } of data.workspaces) {
        noteAudit(trx, { workspaceId, userId, name }, { action: 'account.exported' }, deps.now())
      }
      return data
    },
    { headers },
  )
}
