import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/recipients.ts'
import { may } from '#domain/permissions.ts'
import { RecipientChoice } from '#domain/schema/recipient.ts'
import { noteAudit } from '../../audit/note.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { eraseRecipient } from '../../queue/tasks.ts'
import { withPrescriptions } from '../prescriptions/commands.ts'
import { requestErasure } from './commands.ts'
import {
  countHeld,
  findRecipients,
  getErasure,
  readChoice,
  readDeliveryData,
  readErasures,
  readOtherData,
} from './queries.ts'
import { fileName } from './rules.ts'

const exportedAtOnce = 200

/** Serves what is stored about recipients: finding, exporting and erasing it. */
export function registerRecipients(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.findRecipients, ({ trx, actor, body }) => findRecipients(trx, actor.workspaceId, body))
  mount(app, deps, api.countHeldData, async ({ trx, actor: { workspaceId }, body }) =>
    countHeld(trx, workspaceId, await readChoice(trx, workspaceId, body)),
  )
  mount(
    app,
    deps,
    api.exportRecipient,
    async ({ actor, request, reply }) => {
      const { workspaceId } = actor
      const seesPrescriptions = may(actor, 'see_prescriptions')
      // A part at a time, each in its own transaction: a slow reader holds no connection.
      const read = <T>(work: (trx: Trx) => Promise<T>) => again(() => inWorkspace(deps.db, workspaceId, work))
      const choice = RecipientChoice.parse(request.body)
      const chosen = await read((trx) => readChoice(trx, workspaceId, choice))
      const other = await read((trx) => readOtherData(trx, workspaceId, chosen))
      const detail = { deliveries: chosen.deliveryIds.length, addresses: chosen.addressIds.length }
      await read(async (trx) => noteAudit(trx, actor, { action: 'person.exported', detail }, deps.now()))
      const deliveries = async function* () {
        for (let from = 0; from < chosen.deliveryIds.length; from += exportedAtOnce) {
          const ids = chosen.deliveryIds.slice(from, from + exportedAtOnce)
          yield* await read(async (trx) => {
            const data = await readDeliveryData(trx, workspaceId, ids)
            // Erasing covers prescriptions for everybody; only those who handle them get to read them.
            return seesPrescriptions ? withPrescriptions(trx, deps, actor, data) : data
          })
        }
      }
      const head = {
        format: 'karta-recipient-1',
        exported_at: deps.now().toISOString(),
        searched_for: choice,
        ...other,
      }
      return reply
        .type('application/json')
        .header('content-disposition', `attachment; filename="${fileName(deps.now())}"`)
        .send(Readable.from(written(head, deliveries())))
    },
    { waits: true },
  )
  mount(
    app,
    deps,
    api.eraseRecipient,
    async ({ trx, actor, body }) => {
      const erasure = await requestErasure(trx, actor, body, deps.now())
      await deps.queue.add(trx, eraseRecipient, { workspaceId: actor.workspaceId, erasureId: erasure.id })
      return erasure
    },
    { committed: () => deps.queue.wake(eraseRecipient) },
  )
  mount(app, deps, api.listErasures, ({ trx, actor, query }) => readErasures(trx, actor.workspaceId, query))
  mount(app, deps, api.getErasure, ({ trx, actor, params }) => getErasure(trx, actor.workspaceId, params.id))
}

/** One JSON object, written as it is read. */
async function* written(head: object, deliveries: AsyncIterable<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"deliveries":[`
  let separator = '\n'
  for await (const delivery of deliveries) {
    yield separator + JSON.stringify(delivery)
    separator = ',\n'
  }
  yield '\n]}\n'
}
