import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { printNote } from '#domain/api/proofs.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import { readNote, type NoteFacts } from './queries.ts'
import { isPrintable, mostPhotoBytes, mostPhotos, noteOf } from './rules.ts'

/** Serves delivery notes with their proofs, as PDF. */
export function registerDeliveryNotes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    printNote,
    async ({ actor, params, request, reply }) => {
      const now = deps.now()
      const facts = await again(() =>
        inTransaction(deps.db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          noteOrigin(trx, auditOriginOf(request))
          noteAudit(trx, actor, { action: 'note.printed', detail: { delivery_id: params.id } }, now)
          return readNote(trx, actor, params.id, now)
        }),
      )
      const note = noteOf(facts, await readImages(deps, facts), now)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="delivery-note-${facts.delivery.number}.pdf"`)
        .header('cache-control', 'no-store')
        .send(await deps.papers.draw(note))
    },
    { waits: true },
  )
}

/** The photos that can be printed, as far as there is room for them. */
async function readImages({ objects }: Pick<Deps, 'objects'>, { files }: NoteFacts): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>()
  let bytes = 0
  for (const [id, { sha256, type, size }] of files) {
    if (!isPrintable(type) || images.size >= mostPhotos || bytes + size > mostPhotoBytes) continue
    bytes += size
    images.set(id, await buffer(await objects.open(sha256)))
  }
  return images
}
