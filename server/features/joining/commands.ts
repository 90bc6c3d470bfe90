import { AppError } from '#domain/errors.ts'
import type { Accepted, JoinedAtOnce } from '#domain/schema/invitation.ts'
import { enterAuthScope, setWorkspace, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../events/append.ts'
import type { Guest } from '../../http/callers/guest.ts'
import type { Person } from '../../http/callers/person.ts'
import type { Origin } from '../../http/origin.ts'
import { markUsed } from '../driver-codes/commands.ts'
import { findCode, isOpenedByCode, readCode } from '../driver-codes/queries.ts'
import { tieDriver } from '../drivers/commands.ts'
import { markAccepted } from '../invitations/commands.ts'
import { findInvitation, invitationsFor, readInvitation } from '../invitations/queries.ts'
import { joinWorkspace } from '../workspace/commands.ts'
import { accountOf, driverShown, membershipOf } from './queries.ts'

/** What joining at once needs of the sign-in service. Its transactions see the service's tables. */
export type SignIn = {
  /** Makes an account without a password. @throws AppError `invitation_needs_account` if somebody has the number */
  addDriver(
    trx: Trx,
    driver: { name: string; phone: string | null; workspaceId: string; origin: Origin },
  ): Promise<string>
  /** Signs a device in, and all others out. Gives what the device has to keep, and the device's name. */
  open(trx: Trx, userId: string, origin: Origin): Promise<{ session: JoinedAtOnce['session']; device: string }>
}

type Joining = Pick<Deps, 'config' | 'now'>

/**
 * Accepts an invitation. Somebody who is a member already stays what they are, and may become a driver besides. Of two
 * who accept at the same time, the second one waits for the first.
 * @throws AppError `invitation_unknown`, `invitation_withdrawn`, `invitation_expired`, `invitation_used`,
 * `invitation_for_other_address`, `member_suspended`, `quota_reached`, `driver_has_account`, `driver_inactive`, `member_taken`
 */
export async function accept(
  trx: Trx,
  { config, now }: Joining,
  person: Person,
  wanted: { token: string } | { id: string },
): Promise<Accepted> {
  const at = now()
  const { userId } = person
  const found = await find(trx, userId, wanted, at)
  if (!found) throw new AppError('invitation_unknown')
  const { workspace_id: workspaceId, id } = found
  await setWorkspace(trx, workspaceId)
  const { name: workspace } = await lockWorkspace(trx, workspaceId)
  const invitation = await readInvitation(trx, workspaceId, id, at)
  const { state, role, depot_ids: depotIds, client_id: clientId, driver_id: driverId, email } = invitation
  const account = await accountOf(trx, userId)
  const isTheirs =
    !email || (account.email_confirmed_at !== null && account.email?.toLowerCase() === email.toLowerCase())
  const member = await membershipOf(trx, workspaceId, userId)
  const reply = { workspace_id: workspaceId, workspace }
  if (member?.state === 'active' && (state !== 'open' || !isTheirs))
    return { ...reply, role: member.role, outcome: 'was_member' }
  if (member?.state === 'suspended') throw new AppError('member_suspended')
  checkOpen(state)
  if (!isTheirs) throw new AppError('invitation_for_other_address')
  const address = account.email ?? account.phone ?? 'member'
  const joining = { userId, address, metadata: account.user_metadata, role, depotIds, clientId }
  const author: Author = member
    ? { workspaceId, userId, name: member.name }
    : await joinWorkspace(trx, workspaceId, joining, { limits: config.quotas, now: at })
  if (driverId) await tieDriver(trx, author, driverId, userId, at)
  await markAccepted(trx, author, id, userId, at)
  if (!member) return { ...reply, role, outcome: 'joined' }
  return { ...reply, role: member.role, outcome: driverId ? 'tied' : 'was_member' }
}

async function find(trx: Trx, userId: string, wanted: { token: string } | { id: string }, now: Date) {
  if ('token' in wanted) return findInvitation(trx, wanted.token)
  return (await invitationsFor(trx, userId, now)).find(({ id }) => id === wanted.id)
}

function checkOpen(state: 'open' | 'accepted' | 'withdrawn' | 'expired'): void {
  if (state === 'accepted') throw new AppError('invitation_used')
  if (state === 'withdrawn') throw new AppError('invitation_withdrawn')
  if (state === 'expired') throw new AppError('invitation_expired')
}

/**
 * Signs a phone in as the driver that a code or a text is for. The first time, it makes an account for the driver, which
 * only codes open, or the phone number that got the text.
 * @throws AppError `invitation_unknown`, `driver_code_used`, `driver_code_expired`, `driver_has_account`,
 * `driver_inactive`, `quota_reached`, and for texts as `accept` does
 */
export async function joinAtOnce(
  trx: Trx,
  deps: Joining,
  signIn: SignIn,
  token: string,
  { origin }: Guest,
): Promise<JoinedAtOnce> {
  const code = await findCode(trx, token)
  if (code) return useCode(trx, deps, signIn, code, origin)
  const found = await findInvitation(trx, token)
  if (!found) throw new AppError('invitation_unknown')
  return useText(trx, deps, signIn, found, origin)
}

type Found = { workspace_id: string; id: string }

async function useCode(
  trx: Trx,
  deps: Joining,
  signIn: SignIn,
  { workspace_id: workspaceId, id }: Found,
  origin: Origin,
): Promise<JoinedAtOnce> {
  const at = deps.now()
  await setWorkspace(trx, workspaceId)
  await enterAuthScope(trx)
  const { name: workspace } = await lockWorkspace(trx, workspaceId)
  const code = await readCode(trx, workspaceId, id, at)
  if (code.state === 'used') throw new AppError('driver_code_used')
  if (code.state !== 'open') throw new AppError('driver_code_expired')
  const driver = await driverShown(trx, workspaceId, code.driver_id)
  if (!driver.active) throw new AppError('driver_inactive')
  const member = driver.user_id && (await membershipOf(trx, workspaceId, driver.user_id))
  if (member && member.state === 'suspended') throw new AppError('member_suspended')
  // It may have become another account since the code was made.
  if (driver.user_id && !(await isOpenedByCode(trx, driver.user_id))) throw new AppError('driver_has_account')
  const known = driver.user_id && {
    userId: driver.user_id,
    author: { workspaceId, userId: driver.user_id, name: driver.name },
  }
  const { userId, author } =
    known ||
    (await addDriver(trx, deps, signIn, {
      workspaceId,
      driverId: code.driver_id,
      name: driver.name,
      phone: null,
      origin,
    }))
  const { session, device } = await signIn.open(trx, userId, origin)
  await markUsed(trx, author, code, { userId, device, now: at })
  return { workspace_id: workspaceId, workspace, role: 'driver', outcome: known ? 'was_member' : 'joined', session }
}

async function useText(
  trx: Trx,
  deps: Joining,
  signIn: SignIn,
  { workspace_id: workspaceId, id, was_sent }: Found & { was_sent: boolean },
  origin: Origin,
): Promise<JoinedAtOnce> {
  const at = deps.now()
  await setWorkspace(trx, workspaceId)
  await enterAuthScope(trx)
  const { name: workspace } = await lockWorkspace(trx, workspaceId)
  const { state, phone, driver_id: driverId } = await readInvitation(trx, workspaceId, id, at)
  checkOpen(state)
  // Whoever invited has the link to copy, but not the text.
  if (!was_sent || !phone || !driverId) throw new AppError('invitation_needs_account')
  const driver = await driverShown(trx, workspaceId, driverId)
  if (driver.user_id) throw new AppError('driver_has_account')
  if (!driver.active) throw new AppError('driver_inactive')
  const { userId, author } = await addDriver(trx, deps, signIn, {
    workspaceId,
    driverId,
    name: driver.name,
    phone,
    origin,
  })
  const { session } = await signIn.open(trx, userId, origin)
  await markAccepted(trx, author, id, userId, at)
  return { workspace_id: workspaceId, workspace, role: 'driver', outcome: 'joined', session }
}

type NewDriver = { workspaceId: string; driverId: string; name: string; phone: string | null; origin: Origin }

async function addDriver(trx: Trx, { config, now }: Joining, signIn: SignIn, driver: NewDriver) {
  const { workspaceId, driverId, name, phone } = driver
  const at = now()
  const userId = await signIn.addDriver(trx, driver)
  const joining = {
    userId,
    address: phone ?? name,
    metadata: { full_name: name },
    role: 'driver' as const,
    depotIds: null,
    clientId: null,
  }
  const author = await joinWorkspace(trx, workspaceId, joining, { limits: config.quotas, now: at })
  await tieDriver(trx, author, driverId, userId, at)
  return { userId, author }
}
