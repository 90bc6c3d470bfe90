import { sql } from 'kysely'
import { may } from '#domain/permissions.ts'
import type { OwnershipOffer } from '#domain/schema/member.ts'
import type { Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { findOffer } from '../members/queries.ts'
import { isOpen } from './rules.ts'

/** The open offer, for those whom it concerns: its two sides, and whoever manages members. */
export async function readOffer(trx: Trx, actor: Actor, now: Date): Promise<OwnershipOffer | null> {
  const offer = await findOffer(trx, actor.workspaceId)
  if (!offer || !isOpen(offer, now)) return null
  const isSide = [offer.from.user_id, offer.to.user_id].includes(actor.userId)
  return isSide || may(actor, 'manage_workspace') ? offer : null
}

/** The owners who can work. */
export async function ownersOf(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .where('role', '=', 'owner')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Where mail reaches these members, by the id of the user. Nothing for those who have no address. */
export async function mailAddresses(trx: Trx, userIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; email: string }>`
    select user_id, email from member_accounts() where user_id = any(${userIds}::uuid[]) and email is not null`.execute(
    trx,
  )
  return new Map(rows.map(({ user_id, email }) => [user_id, email]))
}
