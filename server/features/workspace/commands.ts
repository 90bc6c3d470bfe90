import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Role } from '#domain/permissions.ts'
import { limitOf } from '#domain/quotas.ts'
import type { NewWorkspace, Workspace, WorkspaceChange } from '#domain/schema/workspace.ts'
import { trialDays } from '#domain/tiers.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { checkQuota, type Quotas } from '../../db/quotas.ts'
import { readInstallation } from '../../db/tiers.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { countMembers, memberColumns, readWorkspace, workspaceColumns } from './queries.ts'
import { memberName, workspaceLanguage, workspaceName, workspaceTimeZone } from './rules.ts'

/** Whose workspace it will be. `metadata` comes from them or from the page they used to sign up. */
type Founder = { id: string; email: string; metadata: Record<string, unknown> }

/** Creates the workspace of a person who just signed up. */
export async function createWorkspaceFor(trx: Trx, founder: Founder, quotas: Quotas): Promise<void> {
  const { email, metadata } = founder
  const settings = {
    name: workspaceName(email, metadata),
    time_zone: workspaceTimeZone(metadata),
    language: workspaceLanguage(metadata),
  }
  await foundWorkspace(trx, founder, settings, quotas)
}

/**
 * Creates a workspace with the person as owner, and with a 7-day trial if new workspaces are on Free and they have
 * not had one. The transaction then works
 * in this workspace.
 */
export async function foundWorkspace(
  trx: Trx,
  founder: Founder,
  settings: NewWorkspace,
  quotas: Quotas,
): Promise<Workspace> {
  const { now } = quotas
  const tier = quotas.defaultTier ?? (await readInstallation(trx)).tier ?? 'free'
  const days = tier === 'free' && (await beginTrial(trx, founder.id, now)) ? trialDays : 0
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(trx)
  const { id } = rows[0]!
  await setWorkspace(trx, id)
  const workspace = await trx
    .insertInto('workspaces')
    .values({ ...settings, id, tier, trial_ends_at: new Date(now.getTime() + days * 86_400_000), created_at: now })
    .returning(workspaceColumns)
    .executeTakeFirstOrThrow()
  const name = memberName(founder.email, founder.metadata)
  const author = { workspaceId: id, userId: founder.id, name }
  await appendEvents(trx, author, [{ type: 'workspace.created', id, data: workspace }], now)
  await addMember(trx, author, { user_id: founder.id, role: 'owner', name }, quotas)
  return workspace
}

/** Whether the person's one trial begins now. Two workspaces at the same time cannot both have it. */
async function beginTrial(trx: Trx, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('auth.users')
    .set({ trial_began_at: now })
    .where('id', '=', userId)
    .where('trial_began_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Somebody who joins a workspace that exists. */
type Joining = {
  userId: string
  /** Email address, or else phone number. */
  address: string
  metadata: Record<string, unknown>
  role: Role
  depotIds: string[] | null
  clientId: string | null
}

/**
 * Makes a person a member of the transaction's workspace, and says who that is there.
 * @throws AppError `quota_reached`
 */
export async function joinWorkspace(
  trx: Trx,
  workspaceId: string,
  { userId, address, metadata, role, depotIds, clientId }: Joining,
  quotas: Quotas,
): Promise<Author> {
  const name = memberName(address, metadata)
  const author = { workspaceId, userId, name }
  const member = { user_id: userId, role, name, depot_ids: depotIds, client_id: clientId }
  await addMember(trx, author, member, quotas)
  return author
}

/**
 * Adds a member.
 * @throws AppError `quota_reached`
 */
async function addMember(
  trx: Trx,
  author: Author,
  member: { user_id: string; role: Role; name: string; depot_ids?: string[] | null; client_id?: string | null },
  { limits, now }: Quotas,
): Promise<void> {
  const { workspaceId } = author
  const workspace = await lockWorkspace(trx, workspaceId)
  const used = await countMembers(trx, workspaceId)
  checkQuota({ quota: 'members', limit: limitOf('members', limits, workspace), used, wanted: 1 })
  const data = await trx
    .insertInto('members')
    .values({ ...member, workspace_id: workspaceId, created_at: now, last_seen_at: now })
    .returning(memberColumns)
    .executeTakeFirstOrThrow()
  await appendEvents(trx, author, [{ type: 'member.joined', id: member.user_id, data }], now)
}

/**
 * Changes the given settings.
 * @throws AppError `version_conflict`, `validation_failed` if the working day would end before it starts, `own_second_factor_first` if
 *   someone without a second factor would require one from every member
 */
export async function updateWorkspace(
  trx: Trx,
  actor: Actor,
  change: WorkspaceChange,
  seen: Seen,
  now: Date,
): Promise<Workspace> {
  const id = actor.workspaceId
  await lockWorkspace(trx, id)
  const before = await readWorkspace(trx, id)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  if (change.requires_two_factors && actor.aal !== 'aal2') throw new AppError('own_second_factor_first')
  const changed = await trx
    .updateTable('workspaces')
    .set(change)
    .where('id', '=', id)
    .returning(workspaceColumns)
    .executeTakeFirstOrThrow()
  // The request may contain only one of the two times.
  if (changed.start_time >= changed.end_time) {
    throw new AppError('validation_failed', {
      errors: [
        {
          path: change.end_time === undefined ? 'start_time' : 'end_time',
          message: 'The working day ends before it starts.',
        },
      ],
    })
  }
  // Figures of days before keep the currency that they came in.
  if (changed.currency !== before.currency) {
    await trx
      .insertInto('former_currencies')
      .values({ workspace_id: id, until: now, currency: before.currency })
      .execute()
  }
  await appendEvents(trx, actor, [{ type: 'workspace.updated', id, data: changed, before }], now)
  return changed
}
