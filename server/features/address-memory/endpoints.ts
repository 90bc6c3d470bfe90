import type { FastifyInstance } from 'fastify'
import { addressesCsv, addressesGeoJson } from '#domain/address/book-file.ts'
import * as api from '#domain/api/address-memory.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import { decideLearned } from './commands.ts'
import { getLearned, listLearned, listSightings, listUsedLearned, readBook } from './queries.ts'

const types = { csv: 'text/csv; charset=utf-8', geojson: 'application/geo+json' }

/** Serves what the address book learned from visits. */
export function registerAddressMemory(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listLearned, ({ trx, actor, query }) => listLearned(trx, actor.workspaceId, query))
  mount(app, deps, api.getLearned, ({ trx, actor, params }) => getLearned(trx, actor.workspaceId, params.id))
  mount(app, deps, api.listSightings, async ({ trx, actor, params }) => ({
    data: await listSightings(trx, actor.workspaceId, params.id, now()),
  }))
  mount(app, deps, api.decideLearned, ({ trx, actor, params, body, seen }) =>
    decideLearned(trx, actor, params.id, body.decision, seen, now()),
  )
  mount(app, deps, api.listUsedLearned, async ({ trx, actor, params }) => ({
    data: await listUsedLearned(trx, actor.workspaceId, params.id),
  }))
  mount(
    app,
    deps,
    api.exportAddresses,
    async ({ actor, query: { format }, request, reply }) => {
      const book = await inWorkspace(deps.db, actor.workspaceId, async (trx) => {
        const found = await readBook(trx, actor.workspaceId)
        noteOrigin(trx, auditOriginOf(request))
        noteAudit(trx, actor, { action: 'addresses.exported', detail: { format, addresses: found.length } }, now())
        return found
      })
      const name = `addresses-${now().toISOString().slice(0, 10)}.${format}`
      return reply
        .type(types[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(format === 'csv' ? addressesCsv(book) : addressesGeoJson(book))
    },
    { waits: true },
  )
}
