import { AppError } from '#domain/errors.ts'
import {
  exportKeptHours,
  exportLinkHours,
  type WorkspaceExport,
  type WorkspaceExportProgress,
} from '#domain/schema/workspace-export.ts'
import { noteAudit } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { isRecent } from '../../http/callers/person.ts'
import { sendMail } from '../../queue/mail.ts'
import { exportWorkspace } from '../../queue/tasks.ts'
import { mailAddresses } from '../ownership/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { lockExport } from './queries.ts'
import { linkHashOf, linkPath, newLinkToken, passphraseContext, readyMail, shown, shownColumns } from './rules.ts'

const hours = (count: number) => count * 3_600_000

/** A file with everything opens to whoever sits at somebody's computer, so it is asked for soon after signing in. */
function checkRecent({ provenAt }: Actor, { now, config }: Pick<Deps, 'now' | 'config'>): void {
  if (!provenAt || !isRecent(provenAt, now(), config.auth.freshSeconds)) throw new AppError('recent_sign_in_required')
}

/**
 * Has the workspace written to a file in the background.
 * @throws AppError `recent_sign_in_required`, `workspace_export_running`, `sandbox_not_exported`
 */
export async function startExport(
  trx: Trx,
  deps: Deps,
  actor: Actor,
  passphrase: string | null,
): Promise<WorkspaceExport> {
  checkRecent(actor, deps)
  const { workspaceId, userId, name } = actor
  const now = deps.now()
  if ((await readWorkspace(trx, workspaceId)).sandbox_of !== null) throw new AppError('sandbox_not_exported')
  const row = {
    workspace_id: workspaceId,
    requested_by: userId,
    requested_by_name: name,
    requested_at: now,
    is_encrypted: passphrase !== null,
  }
  const insert = trx.insertInto('workspace_exports').values(row).returning('id').executeTakeFirstOrThrow()
  const { id } = await orConflict({ workspace_exports_open: 'workspace_export_running' }, insert)
  const made = await trx
    .updateTable('workspace_exports')
    .set({ passphrase: passphrase === null ? null : deps.sealer.seal(passphrase, passphraseContext(id)) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(shownColumns)
    .executeTakeFirstOrThrow()
  await deps.queue.add(trx, exportWorkspace, { workspaceId, exportId: id })
  const detail = { is_encrypted: row.is_encrypted }
  noteAudit(trx, actor, { action: 'workspace.export_asked', record: { kind: 'workspace_export', id }, detail }, now)
  return shown(made)
}

/**
 * Makes a link that opens the file for a day. The one before ends.
 * @throws AppError `recent_sign_in_required`, `workspace_export_not_found`, `workspace_export_not_ready`
 */
export async function makeLink(
  trx: Trx,
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ url: string; ends_at: string }> {
  checkRecent(actor, deps)
  const row = await lockExport(trx, actor.workspaceId, id)
  if (row.state !== 'ready') throw new AppError('workspace_export_not_ready')
  const token = newLinkToken()
  const endsAt = new Date(Math.min(deps.now().getTime() + hours(exportLinkHours), Date.parse(row.ends_at!)))
  await trx
    .updateTable('workspace_exports')
    .set({ link_hash: linkHashOf(token), link_ends_at: endsAt })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .execute()
  return { url: `${deps.config.publicUrl}${linkPath(token)}`, ends_at: endsAt.toISOString() }
}

/**
 * Deletes a file, or stops that it is written.
 * @throws AppError `workspace_export_not_found`
 */
export async function removeExport(
  trx: Trx,
  { now }: Pick<Deps, 'now'>,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: string,
): Promise<WorkspaceExport> {
  const row = await lockExport(trx, workspaceId, id)
  const isOpen = row.state === 'waiting' || row.state === 'running'
  if (!isOpen && row.state !== 'ready') return shown(row)
  return end(trx, { workspaceId, id }, { state: isOpen ? 'canceled' : 'ended' }, now())
}

type Which = { workspaceId: string; id: string }

async function end(
  trx: Trx,
  { workspaceId, id }: Which,
  as: { state: 'canceled' | 'ended' | 'failed'; failure?: string },
  now: Date,
): Promise<WorkspaceExport> {
  const gone = { passphrase: null, sha256: null, link_hash: null, link_ends_at: null, progress: null, ends_at: null }
  const row = await trx
    .updateTable('workspace_exports')
    .set({ ...as, ...gone, ended_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(shownColumns)
    .executeTakeFirstOrThrow()
  return shown(row)
}

/** Begins to write a file. Undefined if nobody waits for it any more. */
export async function beginExport(
  trx: Trx,
  { sealer, now }: Pick<Deps, 'sealer' | 'now'>,
  { workspaceId, id }: Which,
): Promise<{ passphrase: string | undefined } | undefined> {
  const row = await lockExport(trx, workspaceId, id)
  if (row.state !== 'waiting' && row.state !== 'running') return undefined
  await trx
    .updateTable('workspace_exports')
    .set({ state: 'running', started_at: now(), heartbeat_at: now(), progress: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  return { passphrase: row.passphrase ? sealer.open(row.passphrase, passphraseContext(id)) : undefined }
}

/** Says how far it is. @returns whether somebody still waits for it */
export async function noteProgress(
  trx: Trx,
  { workspaceId, id }: Which,
  progress: WorkspaceExportProgress,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspace_exports')
    .set({ progress: JSON.stringify(progress), heartbeat_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Written = { sha256: string; bytes: number; rows: number; objects: number }

/** The file is there: whoever asked for it is told. */
export async function finishExport(
  trx: Trx,
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'mailer'>,
  which: Which,
  written: Written,
) {
  const { workspaceId, id } = which
  const row = await lockExport(trx, workspaceId, id)
  if (row.state !== 'running') return
  const now = deps.now()
  const endsAt = new Date(now.getTime() + hours(exportKeptHours))
  await trx
    .updateTable('workspace_exports')
    .set({ ...written, state: 'ready', passphrase: null, progress: null, ended_at: now, ends_at: endsAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const { rows, objects, bytes } = written
  const detail = { rows, objects, bytes, is_encrypted: row.is_encrypted }
  const by = { workspaceId, userId: null, name: 'Karta' }
  noteAudit(trx, by, { action: 'workspace.exported', record: { kind: 'workspace_export', id }, detail }, now)
  const to = (await mailAddresses(trx, [row.requested_by])).get(row.requested_by)
  if (to === undefined) return
  const { name, time_zone } = await readWorkspace(trx, workspaceId)
  const until = endsAt.toLocaleString('en-US', { timeZone: time_zone, dateStyle: 'medium', timeStyle: 'short' })
  const pageUrl = `${deps.config.publicUrl}/dashboard/settings?workspace=${workspaceId}#export-workspace`
  await sendMail(trx, deps, readyMail({ to, workspace: name, pageUrl, bytes, endsAt: until }))
}

/** It cannot be written. */
export async function failExport(trx: Trx, now: Date, which: Which, failure: string): Promise<void> {
  const row = await lockExport(trx, which.workspaceId, which.id)
  if (row.state === 'waiting' || row.state === 'running') await end(trx, which, { state: 'failed', failure }, now)
}

/** Deletes a file whose time is over. */
export async function expireExport(trx: Trx, now: Date, which: Which): Promise<void> {
  const row = await lockExport(trx, which.workspaceId, which.id)
  if (row.state === 'ready') await end(trx, which, { state: 'ended' }, now)
}

/** Notes that a link was used. @throws AppError `workspace_export_not_found` */
export async function openFile(trx: Trx, now: Date, { workspaceId, id }: Which, isFirstPart: boolean) {
  const row = await lockExport(trx, workspaceId, id)
  if (row.state !== 'ready') throw new AppError('workspace_export_not_found')
  if (isFirstPart) {
    await trx
      .updateTable('workspace_exports')
      .set({ downloads: row.downloads + 1 })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    const by = { workspaceId, userId: null, name: '', isUnknown: true }
    const record = { kind: 'workspace_export', id }
    noteAudit(trx, by, { action: 'workspace.export_downloaded', record }, now)
  }
  const { name } = await readWorkspace(trx, workspaceId)
  return { sha256: row.sha256!, bytes: row.bytes!, at: row.requested_at, isEncrypted: row.is_encrypted, name }
}
