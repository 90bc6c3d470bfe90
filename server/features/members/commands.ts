import { AppError } from '#domain/errors.ts'
import { may, mayHandlePrescriptions, type Action, type Role } from '#domain/permissions.ts'
import type { EventType } from '#domain/events/types.ts'
import type { Member, MemberChange, OwnershipOffer, TeamMember } from '#domain/schema/member.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { isSandbox, lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { revokeKeysOf } from '../api-keys/commands.ts'
import { checkClient } from '../clients/queries.ts'
import { allDepots } from '../depots/queries.ts'
import { freeMember } from '../drivers/commands.ts'
import { memberColumns } from '../workspace/queries.ts'
import { countOtherOwners, findMember, findOffer, getMember } from './queries.ts'
import { checkMayGrant, checkMayTouch } from './rules.ts'

/**
 * Looks again at who acts, now that the workspace is locked: somebody may have changed that in the meantime.
 * @throws AppError `role_changed`, `sandbox_inside` in a sandbox, whose managers are no members of it
 */
export async function confirmActor(trx: Trx, actor: Actor, action: Action): Promise<Member> {
  const member = await findMember(trx, actor.workspaceId, actor.userId)
  if (!member && (await isSandbox(trx, actor.workspaceId))) throw new AppError('sandbox_inside')
  if (!member || member.state !== 'active' || !may(member.role, action)) {
    throw new AppError('role_changed')
  }
  return member
}

/**
 * Changes a member's role, name or depots.
 * @throws AppError `member_not_found`, `version_conflict`, `role_changed`, `owner_only`, `own_role`, `last_owner`, `owner_grants`,
 * `depot_not_found`, `client_not_found`, `client_inactive`, `validation_failed`
 */
export async function changeMember(
  trx: Trx,
  actor: Actor,
  userId: string,
  change: MemberChange,
  seen: Seen,
  now: Date,
): Promise<TeamMember> {
  const { workspaceId } = actor
  const { self, member: before } = await lockMember(trx, actor, userId, seen)
  const isOtherRole = change.role !== undefined && change.role !== before.role
  if (isOtherRole && userId === actor.userId) throw new AppError('own_role')
  if (isOtherRole) await checkOwnerRemains(trx, workspaceId, before)
  if (change.depot_ids) await checkDepots(trx, workspaceId, change.depot_ids)
  const role = change.role ?? before.role
  const limits = limitsOf(role, { ...before, ...change })
  const { handles_prescriptions: handles } = change
  if (handles !== undefined && handles !== before.handles_prescriptions) checkMayGrant(self, role, handles)
  // Whoever sees an inactive client already may still get another name.
  if (limits.client_id && limits.client_id !== before.client_id) await checkClient(trx, workspaceId, limits.client_id)
  const wanted = { ...change, ...limits }
  if (Object.entries(wanted).every(([field, value]) => isSame(before[field as keyof Member], value))) {
    return getMember(trx, workspaceId, userId)
  }
  if (before.role === 'owner') await withdrawOffersOf(trx, actor, userId, now)
  const data = await setMember(trx, workspaceId, userId, wanted)
  await appendEvents(trx, actor, [{ type: 'member.updated', id: userId, data, before }], now)
  return getMember(trx, workspaceId, userId)
}

/**
 * Suspends a member: nothing works for them any more. Repeating it changes nothing.
 * @throws AppError `member_not_found`, `version_conflict`, `role_changed`, `owner_only`, `own_membership`, `last_owner`
 */
export async function suspendMember(
  trx: Trx,
  actor: Actor,
  userId: string,
  seen: Seen,
  now: Date,
): Promise<TeamMember> {
  const { workspaceId } = actor
  const { member: before } = await lockMember(trx, actor, userId, seen)
  if (userId === actor.userId) throw new AppError('own_membership')
  if (before.state === 'active') {
    await checkOwnerRemains(trx, workspaceId, before)
    const suspension = { state: 'suspended', suspended_at: now, suspended_by: actor.name } as const
    const data = await setMember(trx, workspaceId, userId, suspension)
    await appendEvents(trx, actor, [{ type: 'member.suspended', id: userId, data, before }], now)
    await revokeKeysOf(trx, actor, userId, now)
    await withdrawOffersOf(trx, actor, userId, now)
  }
  return getMember(trx, workspaceId, userId)
}

/**
 * Lets a suspended member in again. Repeating it changes nothing.
 * @throws AppError `member_not_found`, `version_conflict`, `role_changed`, `owner_only`
 */
export async function resumeMember(trx: Trx, actor: Actor, userId: string, seen: Seen, now: Date): Promise<TeamMember> {
  const { workspaceId } = actor
  const { member: before } = await lockMember(trx, actor, userId, seen)
  if (before.state === 'suspended') {
    const resumed = { state: 'active', suspended_at: null, suspended_by: null } as const
    const data = await setMember(trx, workspaceId, userId, resumed)
    await appendEvents(trx, actor, [{ type: 'member.resumed', id: userId, data, before }], now)
  }
  return getMember(trx, workspaceId, userId)
}

/**
 * Removes a member. Their work stays.
 * @throws AppError `member_not_found`, `role_changed`, `owner_only`, `own_membership`, `last_owner`
 */
export async function removeMember(trx: Trx, actor: Actor, userId: string, now: Date): Promise<void> {
  const { member: before } = await lockMember(trx, actor, userId, null)
  if (userId === actor.userId) throw new AppError('own_membership')
  await checkOwnerRemains(trx, actor.workspaceId, before)
  await endMembership(trx, actor, userId, 'member.removed', now)
}

/**
 * Leaves the workspace.
 * @throws AppError `last_owner`, `role_changed`
 */
export async function leaveWorkspace(trx: Trx, actor: Actor, now: Date): Promise<void> {
  const { workspaceId, userId } = actor
  await actAsKarta(trx, actor)
  await lockWorkspace(trx, workspaceId)
  const member = await confirmActor(trx, actor, 'see_workspace')
  await checkOwnerRemains(trx, workspaceId, member)
  await endMembership(trx, actor, userId, 'member.left', now)
}

/** Ends a membership, with what depends on it: API keys that the member made, and the tie to a driver's record. */
export async function endMembership(
  trx: Trx,
  author: Author,
  userId: string,
  type: 'member.removed' | 'member.left',
  now: Date,
): Promise<void> {
  const { workspaceId } = author
  await revokeKeysOf(trx, author, userId, now)
  await withdrawOffersOf(trx, author, userId, now)
  await freeMember(trx, author, userId, now)
  const data = await trx
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returning(memberColumns)
    .executeTakeFirstOrThrow()
  await appendEvents(trx, author, [{ type, id: userId, data }], now)
}

/** Members whose role changes nothing else may still act for themselves: the command has checked what they may. */
export function actAsKarta(trx: Trx, { workspaceId, userId }: Actor): Promise<void> {
  return setWorkspace(trx, workspaceId, { role: 'system', person: userId })
}

/** Ends the workspace's offer of ownership. What it comes to is the event. */
export async function endOffer(
  trx: Trx,
  author: Author,
  offer: OwnershipOffer,
  type: Exclude<Extract<EventType, `ownership.${string}`>, 'ownership.offered'>,
  now: Date,
): Promise<void> {
  await trx
    .deleteFrom('ownership_offers')
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', offer.id)
    .execute()
  await appendEvents(trx, author, [{ type, id: offer.id, data: offer }], now)
}

/** An offer ends with the membership or the role of either side. */
async function withdrawOffersOf(trx: Trx, author: Author, userId: string, now: Date): Promise<void> {
  const offer = await findOffer(trx, author.workspaceId)
  if (offer && [offer.from.user_id, offer.to.user_id].includes(userId)) {
    await endOffer(trx, author, offer, 'ownership.withdrawn', now)
  }
}

/** Locks the workspace, and finds a member whom the actor may change. */
async function lockMember(trx: Trx, actor: Actor, userId: string, seen: Seen | null) {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const self = await confirmActor(trx, actor, 'manage_workspace')
  const member = await findMember(trx, workspaceId, userId)
  if (!member) throw new AppError('member_not_found')
  if (seen) await checkSeen(seen, member, async () => ({ current: await getMember(trx, workspaceId, userId) }))
  checkMayTouch(self, member)
  return { self, member }
}

/** @throws AppError `last_owner` */
async function checkOwnerRemains(trx: Trx, workspaceId: string, { role, user_id }: Member): Promise<void> {
  if (role === 'owner' && !(await countOtherOwners(trx, workspaceId, user_id))) throw new AppError('last_owner')
}

/**
 * What goes with a role: a client's member sees the deliveries of that client, owners and admins have no limits, and drivers
 * and clients never handle prescriptions.
 * @throws AppError `validation_failed`
 */
function limitsOf(role: Role, { depot_ids, client_id, handles_prescriptions: handles }: Limits): Limits {
  const handles_prescriptions = handles && mayHandlePrescriptions(role)
  if (role !== 'client') {
    const isLimited = role !== 'owner' && role !== 'admin'
    return { client_id: null, depot_ids: isLimited ? depot_ids : null, handles_prescriptions }
  }
  if (!client_id) {
    const message = 'Choose the client whose deliveries the member sees.'
    throw new AppError('validation_failed', { errors: [{ path: 'client_id', message }] })
  }
  return { client_id, depot_ids: null, handles_prescriptions }
}

async function checkDepots(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  const known = new Set((await allDepots(trx, workspaceId)).map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw new AppError('depot_not_found')
}

type Limits = Pick<Member, 'depot_ids' | 'client_id' | 'handles_prescriptions'>

type Stored = Partial<Pick<Member, 'name' | 'role' | 'state' | 'suspended_by'> & Limits> & {
  suspended_at?: Date | null
}

/** Writes a membership. The caller appends the event. */
export function setMember(trx: Trx, workspaceId: string, userId: string, change: Stored): Promise<Member> {
  return trx
    .updateTable('members')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returning(memberColumns)
    .executeTakeFirstOrThrow()
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
