import { AppError } from '#domain/errors.ts'
import type { InvitationShown } from '#domain/schema/invitation.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { findCode, readCode } from '../driver-codes/queries.ts'
import { findInvitation, invitationsFor, readInvitation } from '../invitations/queries.ts'

/** The account of somebody who accepts. The transaction sees the tables of the sign-in service. */
export const accountOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('auth.users')
    .select(['email', 'email_confirmed_at', 'phone', 'user_metadata'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

export const driverShown = (trx: Trx, workspaceId: string, id: string) =>
  trx
    .selectFrom('drivers')
    .select(['name', 'user_id', 'active'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const membershipOf = (trx: Trx, workspaceId: string, userId: string) =>
  trx
    .selectFrom('members')
    .select(['role', 'name', 'state'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/**
 * What a link leads to. It does not say whether an address has an account.
 * @throws AppError `invitation_unknown`
 */
export async function lookAt(trx: Trx, token: string, now: Date): Promise<InvitationShown> {
  const found = await findInvitation(trx, token)
  if (found) return showInvitation(trx, found, now)
  const code = await findCode(trx, token)
  if (!code) throw new AppError('invitation_unknown')
  await setWorkspace(trx, code.workspace_id)
  const { driver_id, state, made_by, expires_at } = await readCode(trx, code.workspace_id, code.id, now)
  const { name, requires_two_factors } = await workspaceShown(trx, code.workspace_id)
  const driver = await driverShown(trx, code.workspace_id, driver_id)
  return {
    kind: 'code',
    state,
    workspace: name,
    role: 'driver',
    invited_by: made_by,
    driver: driver.name,
    note: '',
    email: null,
    expires_at,
    asks_for_two_factors: requires_two_factors,
    can_join_at_once: state === 'open',
    proves_address: false,
  }
}

type Found = { workspace_id: string; id: string; was_sent: boolean }

async function showInvitation(trx: Trx, { workspace_id, id, was_sent }: Found, now: Date): Promise<InvitationShown> {
  await setWorkspace(trx, workspace_id)
  const { name, requires_two_factors } = await workspaceShown(trx, workspace_id)
  const invitation = await readInvitation(trx, workspace_id, id, now)
  const { state, role, invited_by, note, email, phone, expires_at, driver_id } = invitation
  const driver = driver_id ? await driverShown(trx, workspace_id, driver_id) : null
  return {
    kind: 'invitation',
    state,
    workspace: name,
    role,
    invited_by,
    driver: driver?.name ?? null,
    note,
    email,
    expires_at,
    asks_for_two_factors: requires_two_factors,
    can_join_at_once: state === 'open' && was_sent && phone !== null && driver_id !== null,
    proves_address: was_sent && email !== null,
  }
}

const workspaceShown = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('workspaces')
    .select(['name', 'requires_two_factors'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()

/** Open invitations to a person's confirmed address. */
export async function listOwn(trx: Trx, userId: string, now: Date) {
  const shown = []
  for (const { workspace_id, id } of await invitationsFor(trx, userId, now)) {
    shown.push({ id, ...(await showInvitation(trx, { workspace_id, id, was_sent: true }, now)) })
  }
  return shown
}

/** The address that an open invitation's token was sent to, or null if it opens nothing or was not sent. */
export async function addressOf(trx: Trx, token: string, now: Date): Promise<string | null> {
  const found = await findInvitation(trx, token)
  if (!found?.was_sent) return null
  await setWorkspace(trx, found.workspace_id)
  const { state, email } = await readInvitation(trx, found.workspace_id, found.id, now)
  return state === 'open' ? email : null
}

/** Whether somebody who signs up does it to accept an invitation. */
export const isInvitationPage = (address: string) => URL.parse(address)?.pathname === '/invitation'
