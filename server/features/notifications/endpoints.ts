import type { FastifyInstance } from 'fastify'
import Papa from 'papaparse'
import * as api from '#domain/api/notifications.ts'
import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { toCsvCell } from '#domain/import/csv-cell.ts'
import { confidentialTemplate } from '#domain/notifications/defaults.ts'
import { fill } from '#domain/notifications/fill.ts'
import { exampleValues, valuesOf } from '#domain/notifications/values.ts'
import { countSegments } from '#domain/notifications/segments.ts'
import { templateProblems } from '#domain/notifications/template.ts'
import type { Notification } from '#domain/schema/notification.ts'
import type { NotificationPreview, PreviewRequest } from '#domain/schema/notification-settings.ts'
import { inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { readNotificationSettings, readSender } from '../notification-settings/queries.ts'
import { trackingUrl } from '../tracking/queries.ts'
import { addConsent, addSuppression, removeConsent, removeSuppression, sendAgain, textRecipient } from './commands.ts'
import {
  listConsents,
  listNotifications,
  listOfDelivery,
  listSuppressions,
  notifiable,
  readForExport,
  readToTell,
} from './queries.ts'

/** Serves what recipients were told, and whom nothing reaches. */
export function registerNotifications(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listNotifications, ({ trx, actor, query }) =>
    listNotifications(trx, actor.workspaceId, query, now()),
  )
  mount(
    app,
    deps,
    api.exportNotifications,
    async ({ actor, query, reply }) => {
      const rows = await again(() =>
        inTransaction(deps.db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          return readForExport(trx, actor.workspaceId, query)
        }),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="notifications.csv"')
        .send(csvOf(rows))
    },
    { waits: true },
  )
  mount(app, deps, api.listDeliveryNotifications, ({ trx, actor, params }) =>
    listOfDelivery(trx, actor.workspaceId, params.id),
  )
  mount(app, deps, api.textRecipient, ({ trx, actor, params, body }) =>
    textRecipient(trx, deps, actor, params.id, body.text),
  )
  mount(app, deps, api.sendNotificationAgain, ({ trx, actor, params }) => sendAgain(trx, deps, actor, params.id))
  mount(app, deps, api.previewNotification, ({ trx, actor, body }) => preview(trx, deps, actor.workspaceId, body))
  mount(app, deps, api.listConsents, ({ trx, actor, query }) => listConsents(trx, actor.workspaceId, query))
  mount(app, deps, api.addConsent, ({ trx, actor, body }) => addConsent(trx, actor, body, now()))
  mount(app, deps, api.removeConsent, ({ trx, actor, params }) => removeConsent(trx, actor, params.id, now()))
  mount(app, deps, api.listSuppressions, ({ trx, actor, query }) => listSuppressions(trx, actor.workspaceId, query))
  mount(app, deps, api.addSuppression, ({ trx, actor, body }) => addSuppression(trx, actor, body, now()))
  mount(app, deps, api.removeSuppression, ({ trx, actor, params }) => removeSuppression(trx, actor, params.id, now()))
  mount(app, deps, api.getNotifiable, ({ trx, actor, params }) => notifiable(trx, actor.workspaceId, params.id))
}

const columns = [
  'created_at',
  'delivery_number',
  'event',
  'channel',
  'recipient',
  'state',
  'failure',
  'subject',
  'body',
  'segments',
  'cost',
  'sent_at',
  'ended_at',
  'author_name',
] as const satisfies (keyof Notification)[]

const csvOf = (rows: Notification[]): string =>
  Papa.unparse({ fields: [...columns], data: rows.map((row) => columns.map((name) => toCsvCell(row[name]))) })

/** How a template reads. A confidential delivery gets another one. */
async function preview(
  trx: Trx,
  deps: Deps,
  workspaceId: string,
  asked: z.output<typeof PreviewRequest>,
): Promise<NotificationPreview> {
  const { delivery_id: id, language, event, channel, subject, body } = asked
  const settings = await readNotificationSettings(trx, workspaceId)
  const sender = await readSender(trx, workspaceId, settings)
  const to = id ? (await readToTell(trx, workspaceId, [id])).get(id) : undefined
  if (id && (!to || to.deleted_at)) throw new AppError('delivery_not_found')
  const values = to
    ? valuesOf(to, sender, language, { url: trackingUrl(deps, to), now: deps.now() })
    : exampleValues(sender)
  const hidden = to?.is_confidential ? { ...values, recipient: '', company: '', contact: '' } : values
  const template = to?.is_confidential ? confidentialTemplate({ language, event, channel }) : { subject, body }
  const filled = fill(template, hidden, channel)
  const { encoding, units, segments, unusual } = countSegments(filled.body)
  const parts = channel === 'sms' ? segments : 0
  return {
    ...filled,
    problems: [...new Set([subject, body].flatMap(templateProblems))],
    encoding,
    units,
    segments: parts,
    unusual,
    cost: parts * settings.sms_price,
    currency: sender.currency,
  }
}
