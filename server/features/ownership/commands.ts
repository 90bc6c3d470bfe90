import { AppError } from '#domain/errors.ts'
import type { OwnershipOffer } from '#domain/schema/member.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { isRecent } from '../../http/callers/person.ts'
import { sendMail } from '../../queue/mail.ts'
import { actAsKarta, confirmActor, endOffer, setMember } from '../members/commands.ts'
import { findMember, findOffer } from '../members/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { mailAddresses } from './queries.ts'
import { expiryOf, isOpen, offerMail, type Outcome } from './rules.ts'

type Outside = Pick<Deps, 'config' | 'mailer' | 'queue' | 'now'>

/**
 * Offers the workspace to another member. An earlier offer ends.
 * @throws AppError `recent_sign_in_required`, `role_changed`, `offer_not_possible`
 */
export async function offerOwnership(trx: Trx, deps: Outside, actor: Actor, to: string): Promise<OwnershipOffer> {
  const { workspaceId, userId, provenAt } = actor
  const now = deps.now()
  if (!provenAt || !isRecent(provenAt, now, deps.config.auth.freshSeconds)) {
    throw new AppError('recent_sign_in_required')
  }
  await lockWorkspace(trx, workspaceId)
  await confirmActor(trx, actor, 'manage_billing')
  const heir = await findMember(trx, workspaceId, to)
  if (!heir || heir.state !== 'active' || heir.role === 'owner' || heir.role === 'client') {
    throw new AppError('offer_not_possible')
  }
  const earlier = await findOffer(trx, workspaceId)
  if (earlier)
    await endOffer(trx, actor, earlier, isOpen(earlier, now) ? 'ownership.withdrawn' : 'ownership.expired', now)
  await trx
    .insertInto('ownership_offers')
    .values({
      workspace_id: workspaceId,
      from_user: userId,
      to_user: to,
      created_at: now,
      expires_at: expiryOf(now),
    })
    .execute()
  const offer = (await findOffer(trx, workspaceId))!
  await appendEvents(trx, actor, [{ type: 'ownership.offered', id: offer.id, data: offer }], now)
  await tell(trx, deps, actor, offer, 'offered')
  return offer
}

/**
 * Takes the offer back, as any owner may.
 * @throws AppError `offer_not_open`, `role_changed`
 */
export async function withdrawOwnershipOffer(trx: Trx, deps: Outside, actor: Actor): Promise<void> {
  await lockWorkspace(trx, actor.workspaceId)
  await confirmActor(trx, actor, 'manage_billing')
  const offer = await findOffer(trx, actor.workspaceId)
  if (!offer || !isOpen(offer, deps.now())) throw new AppError('offer_not_open')
  await endOffer(trx, actor, offer, 'ownership.withdrawn', deps.now())
  await tell(trx, deps, actor, offer, 'withdrawn')
}

/**
 * Makes whoever accepts the owner, and the former one an admin, in one step.
 * @throws AppError `offer_not_open`, `role_changed`
 */
export async function acceptOwnership(trx: Trx, deps: Outside, actor: Actor, id: string): Promise<void> {
  const now = deps.now()
  const { workspaceId } = actor
  const offer = await lockOwnOffer(trx, actor, id, now)
  await endOffer(trx, actor, offer, 'ownership.accepted', now)
  const drafts: EventDraft[] = []
  for (const [userId, role] of [
    [offer.to.user_id, 'owner'],
    [offer.from.user_id, 'admin'],
  ] as const) {
    const before = (await findMember(trx, workspaceId, userId))!
    const data = await setMember(trx, workspaceId, userId, {
      role,
      depot_ids: null,
      client_id: null,
      handles_prescriptions: false,
    })
    drafts.push({ type: 'member.updated', id: userId, data, before, why: 'Ownership handed over' })
  }
  await appendEvents(trx, actor, drafts, now)
  await tell(trx, deps, actor, offer, 'accepted')
}

/** @throws AppError `offer_not_open`, `role_changed` */
export async function declineOwnership(trx: Trx, deps: Outside, actor: Actor, id: string): Promise<void> {
  const offer = await lockOwnOffer(trx, actor, id, deps.now())
  await endOffer(trx, actor, offer, 'ownership.declined', deps.now())
  await tell(trx, deps, actor, offer, 'declined')
}

/** Finds the open offer to whoever acts, who may have any role. */
async function lockOwnOffer(trx: Trx, actor: Actor, id: string, now: Date): Promise<OwnershipOffer> {
  const { workspaceId, userId } = actor
  await actAsKarta(trx, actor)
  await lockWorkspace(trx, workspaceId)
  await confirmActor(trx, actor, 'see_workspace')
  const offer = await findOffer(trx, workspaceId)
  if (offer?.id !== id || offer.to.user_id !== userId || !isOpen(offer, now)) throw new AppError('offer_not_open')
  return offer
}

/** Writes to both sides, as far as they have an address. */
async function tell(trx: Trx, deps: Outside, { workspaceId }: Actor, offer: OwnershipOffer, outcome: Outcome) {
  const { name: workspaceName } = await readWorkspace(trx, workspaceId)
  const addresses = await mailAddresses(trx, [offer.from.user_id, offer.to.user_id])
  const teamUrl = `${deps.config.publicUrl}/dashboard/team?workspace=${workspaceId}`
  for (const side of ['from', 'to'] as const) {
    const address = addresses.get(offer[side].user_id)
    const mail = address && offerMail(outcome, side, address, { offer, workspaceName, teamUrl })
    if (mail) await sendMail(trx, deps, mail)
  }
}
