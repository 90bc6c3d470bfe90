import { AppError } from '#domain/errors.ts'
import { defaultTemplate, type Template, type TemplateName } from '#domain/notifications/defaults.ts'
import type {
  NotificationSettings,
  NotificationSettingsPatch,
  NotificationTemplate,
} from '#domain/schema/notification-settings.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { findTemplate, readNotificationSettings, settingsColumns, withUsual } from './queries.ts'

/**
 * Changes what recipients are told and how.
 * @throws AppError `version_conflict`, `validation_failed`
 */
export async function changeNotificationSettings(
  trx: Trx,
  actor: Actor,
  change: NotificationSettingsPatch,
  seen: Seen,
  now: Date,
): Promise<NotificationSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readNotificationSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const { version: _, choices: chosen, ...all } = { ...before, ...change }
  checkQuietHours(all)
  const choices = { ...before.choices, ...chosen }
  const values = { ...all, choices: JSON.stringify(choices), version: before.version + 1 }
  const { id, ...row } = await trx
    .insertInto('notification_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning([...settingsColumns, 'id'])
    .executeTakeFirstOrThrow()
  const changed = withUsual(row)
  await appendEvents(trx, actor, [{ type: 'notification_settings.updated', id, data: changed, before }], now)
  return changed
}

function checkQuietHours({ quiet_from, quiet_until }: Pick<NotificationSettings, 'quiet_from' | 'quiet_until'>): void {
  if ((quiet_from === null) === (quiet_until === null)) return
  const path = quiet_from === null ? 'quiet_from' : 'quiet_until'
  const message = 'Quiet hours need a beginning and an end, or neither.'
  throw new AppError('validation_failed', { errors: [{ path, message }] })
}

/**
 * Writes a template of the workspace's own.
 * @throws AppError `version_conflict`, `validation_failed`
 */
export async function writeTemplate(
  trx: Trx,
  actor: Actor,
  { name, template }: { name: TemplateName; template: Template },
  seen: Seen,
  now: Date,
): Promise<NotificationTemplate> {
  const { workspaceId } = actor
  checkSubject(name, template)
  await lockWorkspace(trx, workspaceId)
  const { before } = await beforeChange(trx, workspaceId, name, seen)
  const values = { ...template, version: before.version + 1 }
  const { id } = await trx
    .insertInto('notification_templates')
    .values({ workspace_id: workspaceId, ...name, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'language', 'event', 'channel']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = { ...name, ...values, is_own: true }
  await appendEvents(trx, actor, [{ type: 'notification_template.written', id, data, before }], now)
  return data
}

/** The template as it is, which somebody wants to change, and the row of one that is the workspace's own. */
async function beforeChange(trx: Trx, workspaceId: string, name: TemplateName, seen: Seen) {
  const row = await findTemplate(trx, workspaceId, name)
  const { id, ...own } = row ?? { id: null, ...name, ...defaultTemplate(name), version: 1 }
  const before: NotificationTemplate = { ...own, is_own: row !== undefined }
  await checkSeen(seen, before, () => ({ current: before }))
  return { id, before }
}

function checkSubject({ channel }: TemplateName, { subject }: Template): void {
  const isText = channel === 'sms'
  if (isText === (subject === '')) return
  const message = isText ? 'A text message has no subject.' : 'Write a subject.'
  throw new AppError('validation_failed', { errors: [{ path: 'subject', message }] })
}

/**
 * Uses our template again. Without one of the workspace's own, nothing changes.
 * @throws AppError `version_conflict`
 */
export async function resetTemplate(
  trx: Trx,
  actor: Actor,
  name: TemplateName,
  seen: Seen,
  now: Date,
): Promise<NotificationTemplate> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const { id, before } = await beforeChange(trx, workspaceId, name, seen)
  if (!id) return before
  await trx.deleteFrom('notification_templates').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  const data = { ...name, ...defaultTemplate(name), is_own: false, version: before.version + 1 }
  await appendEvents(trx, actor, [{ type: 'notification_template.reset', id, data, before }], now)
  return { ...data, version: 1 }
}
