import { sql } from 'kysely'
import type { NotedAction } from '#domain/audit/actions.ts'
import { operatorId } from '#domain/audit/entry.ts'
import { noteAudit, noteOrigin } from '../audit/note.ts'
import type { Trx } from '../db/connect.ts'
import type { AuditAction, Entry } from './audit-entry.ts'

/** What of a person's account concerns the workspaces that they belong to. That a session begins is told there. */
const told: Partial<Record<AuditAction, NotedAction>> = {
  logout: 'session.ended',
  login_failed: 'sign_in.failed',
  factor_failed: 'sign_in.failed',
  password_changed: 'sign_in.password_changed',
  email_changed: 'sign_in.address_changed',
  phone_changed: 'sign_in.address_changed',
  factor_enrolled: 'sign_in.factor_added',
  factor_unenrolled: 'sign_in.factor_removed',
  recovery_code_used: 'sign_in.recovery_code_used',
  passkey_added: 'sign_in.passkey_added',
  passkey_removed: 'sign_in.passkey_removed',
  token_reused: 'sign_in.token_reused',
  app_token_reused: 'sign_in.app_token_reused',
  user_banned: 'sign_in.blocked',
}

/** Whoever knows a member's address can fail as often as they like, and must not fill the log. */
const failuresAnHour = 10

/** Notes in the audit log of each of a person's workspaces what happened to their account. */
export async function tellWorkspaces(trx: Trx, { action, userId, actor, origin, now }: Entry): Promise<void> {
  const noted = told[action]
  if (!noted || !userId) return
  const isFailure = noted === 'sign_in.failed'
  const failures = isFailure ? await failuresOf(trx, userId, now) : 0
  if (failures > failuresAnHour) return
  const { rows } = await sql<{ id: string; name: string }>`
    select w.id, coalesce(u.email, u.phone, '') as name from auth.users u, workspaces_of(u.id) w(id)
    where u.id = ${userId}`.execute(trx)
  if (!rows.length) return
  if (origin) noteOrigin(trx, { ...origin, requestId: null })
  for (const { id: workspaceId, name } of rows) {
    const isOperator = actor !== undefined && actor.id !== userId
    const person = { workspaceId, userId: isOperator ? operatorId : userId, name: isOperator ? actor.name : name }
    const who = isFailure ? { workspaceId, userId: null, name: '', isUnknown: true } : person
    const record = { kind: 'member', id: userId, label: name }
    const detail = { ...(action === 'factor_failed' && { step: 'second factor' }), ...limitOf(failures) }
    noteAudit(trx, who, { action: noted, record, detail }, now)
  }
}

const limitOf = (failures: number) =>
  failures === failuresAnHour ? { note: 'More failures within an hour of the first one are not listed.' } : {}

async function failuresOf(trx: Trx, userId: string, now: Date): Promise<number> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const { rows } = await sql<{ failures: number }>`
    select count(*)::integer as failures from (
      select from auth.audit_entries where user_id = ${userId} and at > ${hourAgo}
        and action in ('login_failed', 'factor_failed') limit ${failuresAnHour + 1}) f`.execute(trx)
  return rows[0]!.failures
}
