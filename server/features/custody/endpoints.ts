import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportCustody } from '#domain/api/custody.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import { readChains } from '../deliveries/queries.ts'
import { readDeliveryHeads, readLeaves, readLog, readName } from './queries.ts'
import { exportLines, fileName } from './rules.ts'

/** Serves the proof of a workspace's histories. */
export function registerCustody(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    exportCustody,
    async ({ actor, query, request, reply }) => {
      const { workspaceId } = actor
      // A page at a time, each in its own transaction: a slow reader holds no connection.
      const read = <T>(work: (trx: Trx) => Promise<T>) => again(() => inWorkspace(deps.db, workspaceId, work))
      const { name } = await read((trx) => readName(trx, workspaceId))
      await read(async (trx) => {
        noteOrigin(trx, auditOriginOf(request))
        noteAudit(trx, actor, { action: 'custody.exported', detail: query }, deps.now())
      })
      const lines = exportLines(
        {
          workspace_id: workspaceId,
          workspace_name: name,
          exported_at: deps.now().toISOString(),
          with_personal_data: query.with_personal_data === 'true',
        },
        {
          log: (after, limit) => read((trx) => readLog(trx, workspaceId, after?.number ?? 0, limit)),
          leaves: (after, limit) => read((trx) => readLeaves(trx, workspaceId, after, limit)),
          // Heads and entries of a page in one transaction, so that they fit each other.
          chains: (after, limit) =>
            read(async (trx) => {
              const heads = await readDeliveryHeads(trx, workspaceId, after?.subject_id, limit)
              const ids = heads.map(({ subject_id }) => subject_id)
              const entries = Map.groupBy(await readChains(trx, workspaceId, ids), ({ subject_id }) => subject_id)
              return heads.map((head) => ({ ...head, entries: entries.get(head.subject_id) ?? [] }))
            }),
        },
      )
      return reply
        .type('application/jsonl')
        .header('content-disposition', `attachment; filename="${fileName(deps.now())}"`)
        .send(Readable.from(lines))
    },
    { waits: true },
  )
}
