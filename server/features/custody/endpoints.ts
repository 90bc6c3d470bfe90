import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportCustody } from '#domain/api/custody.ts'
import { exportDeliveryCustody } from '#domain/api/proofs.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inTransaction, inWorkspace, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import { getDelivery, readChains } from '../deliveries/queries.ts'
import { AppError } from '#domain/errors.ts'
import type { CustodyFile } from '#domain/road/custody-file.ts'
import { readHeads } from '../../db/chains.ts'
import {
  readDeliveryHeads,
  readLeaves,
  readLog,
  readLogged,
  readName,
  readSignedPath,
  readSignedPhotos,
} from './queries.ts'
import { exportedEntry, exportLines, fileName, loggedEntry, namedEntries } from './rules.ts'

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
  mount(
    app,
    deps,
    exportDeliveryCustody,
    async ({ actor, params, query, request, reply }) => {
      const { workspaceId } = actor
      const isPersonal = query.with_personal_data === 'true'
      // A client does not learn who drove, and what else the driver did.
      if (isPersonal && actor.role === 'client') throw new AppError('not_allowed', { role: actor.role })
      const { number } = await again(() =>
        inTransaction(deps.db, async (trx) => {
          await setWorkspace(trx, workspaceId, identityOf(actor))
          noteOrigin(trx, auditOriginOf(request))
          const detail = { delivery_id: params.id, ...query }
          noteAudit(trx, actor, { action: 'custody.exported', detail }, deps.now())
          return getDelivery(trx, workspaceId, params.id)
        }),
      )
      const delivery = { id: params.id, number }
      const file = await again(() =>
        inWorkspace(deps.db, workspaceId, (trx) =>
          custodyFile(trx, workspaceId, { delivery, isPersonal, now: deps.now() }),
        ),
      )
      return reply
        .type('application/json')
        .header('content-disposition', `attachment; filename="custody-${number}.json"`)
        .header('cache-control', 'no-store')
        .send(JSON.stringify(file))
    },
    { waits: true },
  )
}

type Wanted = { delivery: CustodyFile['delivery']; isPersonal: boolean; now: Date }

/** Everything that proves one delivery. Whoever asks may see it; phones' entries are shown to nobody otherwise. */
async function custodyFile(trx: Trx, workspaceId: string, { delivery, isPersonal, now }: Wanted): Promise<CustodyFile> {
  const { id } = delivery
  const { name } = await readName(trx, workspaceId)
  const chain = await readChains(trx, workspaceId, [id])
  const head = (await readHeads(trx, { workspaceId, subject: 'delivery' }, [id])).get(id)
  const { entries, devices } = await readLogged(trx, workspaceId, id, namedEntries(chain))
  return {
    type: 'delivery_custody',
    version: 1,
    exported_at: now.toISOString(),
    workspace: { id: workspaceId, name },
    delivery,
    with_personal_data: isPersonal,
    chain: {
      head: head ? { length: head.length, hash: head.hash } : null,
      entries: chain.map((entry) => exportedEntry(entry, isPersonal)),
    },
    signed: await readSignedPath(trx, workspaceId, id),
    devices: devices.map(({ public_key, ...device }) => ({ ...device, public_key: { ...public_key } })),
    entries: entries.map((entry) => loggedEntry(entry, isPersonal)),
    photos: await readSignedPhotos(trx, workspaceId, id),
  }
}
