import { sql } from 'kysely'
import { z } from 'zod'
import type { Invitation } from '#domain/schema/invitation.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { hashOf, invitationOf, type InvitationRow } from './rules.ts'

export const invitationColumns = [
  'id',
  'email',
  'phone',
  'role',
  'depot_ids',
  'client_id',
  'driver_id',
  'note',
  'invited_by_name',
  'created_at',
  'expires_at',
  'sent_at',
  'sent_count',
  'failure',
  'accepted_at',
  'withdrawn_at',
  'version',
] as const

const invitationsOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('invitations').where('workspace_id', '=', workspaceId)

/** Invitations, newest first. */
export async function listInvitations(
  trx: Trx,
  workspaceId: string,
  { state, cursor, limit }: { state: 'waiting' | 'all'; cursor?: string | undefined; limit: number },
  now: Date,
) {
  let found = invitationsOf(trx, workspaceId)
  if (state === 'waiting') found = found.where('accepted_at', 'is', null).where('withdrawn_at', 'is', null)
  const sort = {
    name: 'created_at',
    order: 'desc' as const,
    by: sql`to_char(created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(invitationColumns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map((row) => invitationOf(row, now)), next_cursor, total }
}

/** The invitation, locked. */
export const lockInvitation = (trx: Trx, workspaceId: string, id: string) =>
  invitationsOf(trx, workspaceId).select(invitationColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Whether the invitation's copied link has this hash. The server's secret, which makes links, may have been replaced. */
export async function hasLinkHash(trx: Trx, workspaceId: string, id: string, hash: Buffer): Promise<boolean> {
  const found = await invitationsOf(trx, workspaceId)
    .select('id')
    .where('id', '=', id)
    .where('link_hash', '=', hash)
    .executeTakeFirst()
  return found !== undefined
}

/** Invitations that were neither accepted nor withdrawn, by address. */
export async function waitingFor(trx: Trx, workspaceId: string, emails: string[]): Promise<Map<string, InvitationRow>> {
  const rows = await invitationsOf(trx, workspaceId)
    .select(invitationColumns)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.email!.toLowerCase(), row]))
}

/** The driver's invitation that was neither accepted nor withdrawn. */
export const waitingOfDriver = (trx: Trx, workspaceId: string, driverId: string): Promise<InvitationRow | undefined> =>
  invitationsOf(trx, workspaceId)
    .select(invitationColumns)
    .where('driver_id', '=', driverId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** How many invitations could still be accepted, and how many were sent since a moment. */
export function countInvitations(trx: Trx, workspaceId: string, { now, since }: { now: Date; since: Date }) {
  return invitationsOf(trx, workspaceId)
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere('accepted_at', 'is', null)
        .filterWhere('withdrawn_at', 'is', null)
        .filterWhere('expires_at', '>', now.toISOString())
        .as('open'),
      eb.fn.countAll<number>().filterWhere('sent_at', '>', since.toISOString()).as('sent'),
    ])
    .executeTakeFirstOrThrow()
}

/** The addresses among these that members have. */
export async function addressesOfMembers(trx: Trx, emails: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`select address from addresses_of_members(${emails}::text[])`.execute(
    trx,
  )
  return new Set(rows.map(({ address }) => address))
}

/** The depots among these that the workspace has. */
export async function knownDepots(trx: Trx, workspaceId: string, ids: string[]): Promise<number> {
  const { count } = await trx
    .selectFrom('depots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return count
}

type Found = { workspace_id: string; id: string }

/** Which invitation a token is for, whatever the workspace. */
export async function findInvitation(trx: Trx, token: string): Promise<(Found & { was_sent: boolean }) | undefined> {
  const { rows } = await sql<
    Found & { was_sent: boolean | null }
  >`select * from find_invitation(${hashOf(token)})`.execute(trx)
  return rows[0] && { ...rows[0], was_sent: rows[0].was_sent === true }
}

/** Open invitations to a person's confirmed address. */
export async function invitationsFor(trx: Trx, userId: string, now: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`select * from invitations_for(${userId}, ${now})`.execute(trx)
  return rows
}

/** The driver's invitation that was neither accepted nor withdrawn, as `/v1` shows it. */
export async function invitationOfDriver(
  trx: Trx,
  workspaceId: string,
  driverId: string,
  now: Date,
): Promise<Invitation | null> {
  const row = await waitingOfDriver(trx, workspaceId, driverId)
  return row ? invitationOf(row, now) : null
}

/** One invitation, with who accepted it. */
export async function readInvitation(trx: Trx, workspaceId: string, id: string, now: Date) {
  const { accepted_by, ...row } = await invitationsOf(trx, workspaceId)
    .select([...invitationColumns, 'accepted_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...invitationOf(row, now), accepted_by }
}
