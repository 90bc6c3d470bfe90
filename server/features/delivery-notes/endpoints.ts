import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mostOnPaper, printNotes } from '#domain/api/papers.ts'
import { printNote } from '#domain/api/proofs.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import type { NotePaper } from '../../papers/paper.ts'
import { findNotes, readNote, type NoteFacts } from './queries.ts'
import { isPrintable, mostPhotoBytes, mostPhotos, noteOf } from './rules.ts'

/** Serves delivery notes with their proofs, as PDF. */
export function registerDeliveryNotes(app: FastifyInstance, deps: Deps): void {
  type Printing = { actor: Actor; request: FastifyRequest; reply: FastifyReply }
  /** Reads in a transaction, and fetches photos and draws after it. */
  const print = async ({ actor, request, reply }: Printing, name: string, find: (trx: Trx) => Promise<string[]>) => {
    const now = deps.now()
    const all = await again(() =>
      inTransaction(deps.db, async (trx) => {
        await setWorkspace(trx, actor.workspaceId, identityOf(actor))
        noteOrigin(trx, auditOriginOf(request))
        const facts: NoteFacts[] = []
        for (const id of await find(trx)) {
          noteAudit(trx, actor, { action: 'note.printed', detail: { delivery_id: id } }, now)
          facts.push(await readNote(trx, actor, id, now))
        }
        return facts.toSorted((one, other) => one.delivery.number - other.delivery.number)
      }),
    )
    const room = { bytes: mostPhotoBytes }
    const notes: NotePaper[] = []
    const logo = all[0]?.logo && (await buffer(await deps.objects.open(all[0].logo.sha256)))
    for (const facts of all) {
      const images = await readImages(deps, facts, room)
      notes.push(noteOf(facts, { images, logo: logo ?? null }, now))
    }
    const file = notes.length === 1 ? `delivery-note-${all[0]!.delivery.number}` : name
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${file}.pdf"`)
      .header('cache-control', 'no-store')
      .send(
        await deps.papers.draw({
          kind: 'notes',
          title: notes.length === 1 ? notes[0]!.title : 'Delivery notes',
          notes,
        }),
      )
  }
  mount(app, deps, printNote, ({ params, ...call }) => print(call, 'delivery-note', async () => [params.id]), {
    waits: true,
  })
  mount(
    app,
    deps,
    printNotes,
    ({ query, ...call }) =>
      print(call, 'delivery-notes', (trx) => findNotes(trx, call.actor.workspaceId, query, mostOnPaper.notes)),
    { waits: true },
  )
}

/** The photos that can be printed, as far as there is room for them. */
async function readImages(
  { objects }: Pick<Deps, 'objects'>,
  { files }: NoteFacts,
  room: { bytes: number },
): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>()
  for (const [id, { sha256, type, size }] of files) {
    if (!isPrintable(type) || images.size >= mostPhotos || size > room.bytes) continue
    room.bytes -= size
    images.set(id, await buffer(await objects.open(sha256)))
  }
  return images
}
