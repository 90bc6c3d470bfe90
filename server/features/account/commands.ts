import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { AccountDeletion, DeletionRequest } from '#domain/schema/account.ts'
import { audit } from '../../auth/audit.ts'
import type { Trx } from '../../db/connect.ts'
import { bePatient } from '../../db/patience.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { isRecent, type Person } from '../../http/callers/person.ts'
import { sendMail } from '../../queue/mail.ts'
import { memberColumns } from '../workspace/queries.ts'
import { endMembership } from '../members/commands.ts'
import { inEachWorkspace, readChoices, readDeletion, readMembers } from './queries.ts'
import { deletionDueAt, deletionMail, outcomeOf, problemsOf } from './rules.ts'

/**
 * Ends one of the person's sessions.
 * @throws AppError `session_not_found`
 */
export async function endSession(trx: Trx, person: Person, id: string, now: Date): Promise<void> {
  const { userId, origin } = person
  const { numDeletedRows } = await trx
    .deleteFrom('auth.sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('session_not_found')
  await audit(trx, { action: 'logout', userId, origin, detail: { session_id: id }, now })
}

/** Ends all of the person's other sessions and returns how many there were. */
export async function endOtherSessions(trx: Trx, { userId, sessionId, origin }: Person, now: Date): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .executeTakeFirst()
  const ended = Number(numDeletedRows)
  if (ended > 0) await audit(trx, { action: 'logout', userId, origin, detail: { scope: 'others', ended }, now })
  return ended
}

/**
 * Schedules the account's deletion in 7 days, ends the other sessions, and emails the date. A second request changes the
 * choices for the workspaces, but neither moves the date nor emails again.
 * @throws AppError `recent_sign_in_required`, `validation_failed`
 */
export async function requestDeletion(
  trx: Trx,
  deps: Deps,
  person: Person,
  request: DeletionRequest,
): Promise<AccountDeletion> {
  const { userId, origin } = person
  const now = deps.now()
  if (!isRecent(person.provenAt, now, deps.config.auth.freshSeconds)) throw new AppError('recent_sign_in_required')
  const user = await lockUser(trx, userId)
  const errors = problemsOf(request, await readDeletion(trx, deps, person))
  if (errors.length) throw new AppError('validation_failed', { errors })

  await replaceChoices(trx, userId, request.workspaces)
  if (user.deletion_due_at === null) {
    const dueAt = deletionDueAt(now)
    await trx
      .updateTable('auth.users')
      .set({ deletion_due_at: dueAt, updated_at: now })
      .where('id', '=', userId)
      .execute()
    await audit(trx, { action: 'deletion_requested', userId, origin, detail: { due_at: dueAt.toISOString() }, now })
    await endOtherSessions(trx, person, now)
    const accountUrl = `${deps.config.publicUrl}/my-account`
    if (user.email) await sendMail(trx, deps, deletionMail(user.email, dueAt, accountUrl))
  }
  return readDeletion(trx, deps, person)
}

/** Cancels the account's deletion. Without one, nothing changes. */
export async function withdrawDeletion(trx: Trx, deps: Deps, person: Person): Promise<AccountDeletion> {
  const now = deps.now()
  const { userId, origin } = person
  const user = await lockUser(trx, userId)
  if (user.deletion_due_at !== null) {
    await trx
      .updateTable('auth.users')
      .set({ deletion_due_at: null, updated_at: now })
      .where('id', '=', userId)
      .execute()
    await replaceChoices(trx, userId, [])
    await audit(trx, { action: 'deletion_withdrawn', userId, origin, now })
  }
  return readDeletion(trx, deps, person)
}

/** Locks the account against concurrent changes. @throws AppError `session_ended` if it was deleted meanwhile */
async function lockUser(trx: Trx, userId: string) {
  const user = await trx
    .selectFrom('auth.users')
    .select(['email', 'deletion_due_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('session_ended')
  return user
}

async function replaceChoices(trx: Trx, userId: string, wanted: DeletionRequest['workspaces']): Promise<void> {
  await trx.deleteFrom('auth.deletion_choices').where('user_id', '=', userId).execute()
  if (wanted.length === 0) return
  const rows = wanted.map((choice) => ({
    user_id: userId,
    workspace_id: choice.id,
    action: choice.action,
    new_owner_id: choice.action === 'transfer' ? choice.new_owner_id : null,
  }))
  await trx.insertInto('auth.deletion_choices').values(rows).execute()
}

/**
 * Deletes an account that is due, completely or not at all. Safe to repeat: it does nothing if the person kept the
 * account or another server is deleting it.
 */
export async function carryOutDeletion(trx: Trx, userId: string, now: Date): Promise<void> {
  // Years of deliveries can be many rows.
  await bePatient(trx, 'removal')
  const due = await trx
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', userId)
    .where('deletion_due_at', '<=', now.toISOString())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (due) await deleteAccount(trx, userId, now)
}

/** Deletes an account permanently: workspaces as chosen, memberships, and everything the sign-in service knows. */
export async function deleteAccount(trx: Trx, userId: string, now: Date): Promise<void> {
  await leaveWorkspaces(trx, userId, now)
  await audit(trx, { action: 'user_deleted', userId, now })
  await trx.deleteFrom('auth.users').where('id', '=', userId).execute()
}

/**
 * Removes a person from all their workspaces. A workspace that only they own is deleted or transferred as they chose.
 * Without a choice, the member with the highest role takes over; if there are no other members, it is deleted.
 */
export async function leaveWorkspaces(trx: Trx, userId: string, now: Date): Promise<void> {
  const choices = await readChoices(trx, userId)
  await inEachWorkspace(trx, userId, async ({ id }) => {
    // Two owners who leave at once would each rely on the other.
    await trx.selectFrom('workspaces').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    const members = await readMembers(trx, id)
    const leaving = members.find((member) => member.user_id === userId)
    // The workspace or the membership may have ended while this waited.
    if (!leaving) return
    const others = members.filter((member) => member !== leaving)
    const outcome = outcomeOf(leaving.role, others, choices.get(id) ?? null)
    if (outcome.action === 'delete') {
      await sql`select delete_workspace(${userId})`.execute(trx)
      return
    }
    const author = { workspaceId: id, userId, name: leaving.name }
    if (outcome.action === 'transfer') await makeOwner(trx, author, outcome.newOwnerId, now)
    await endMembership(trx, author, userId, 'member.left', now)
  })
}

async function makeOwner(trx: Trx, author: Author, userId: string, now: Date): Promise<void> {
  const member = () => trx.selectFrom('members').select(memberColumns).where('user_id', '=', userId)
  const before = await member().where('workspace_id', '=', author.workspaceId).executeTakeFirst()
  const data = await trx
    .updateTable('members')
    .set({ role: 'owner', depot_ids: null, client_id: null, handles_prescriptions: false })
    .set({ state: 'active', suspended_at: null, suspended_by: null })
    .where('workspace_id', '=', author.workspaceId)
    .where('user_id', '=', userId)
    .returning(memberColumns)
    .executeTakeFirstOrThrow()
  await appendEvents(trx, author, [{ type: 'member.updated', id: userId, data, before }], now)
}
