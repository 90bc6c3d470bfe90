import { sql } from 'kysely'
import { readAddress } from '#domain/invitations/addresses.ts'
import { AppError } from '#domain/errors.ts'
import { may } from '#domain/permissions.ts'
import { limitOf } from '#domain/quotas.ts'
import { InternationalPhone } from '#domain/schema/phone.ts'
import type { Invitation, InvitationsReply, NewDriverInvitation, NewInvitations } from '#domain/schema/invitation.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { sendMail } from '../../queue/mail.ts'
import { sendInvitationText } from '../../queue/tasks.ts'
import { checkClient } from '../clients/queries.ts'
import { getDriver } from '../drivers/queries.ts'
import { confirmActor } from '../members/commands.ts'
import { countMembers } from '../workspace/queries.ts'
import {
  addressesOfMembers,
  countInvitations,
  hasLinkHash,
  invitationColumns,
  knownDepots,
  lockInvitation,
  waitingFor,
  waitingOfDriver,
} from './queries.ts'
import {
  expiryOf,
  gapSeconds,
  hashOf,
  invitationLink,
  invitationMail,
  invitationOf,
  stateOf,
  tokenOf,
  type InvitationRow,
} from './rules.ts'

type Sending = Pick<Deps, 'config' | 'keys' | 'mailer' | 'queue' | 'now' | 'sms'>
type Goal = Pick<Invitation, 'role' | 'depot_ids' | 'client_id' | 'note'> & { driver_id?: string | null }
type Address = { email?: string | null; phone?: string | null }
type Outcome = InvitationsReply['results'][number]

/**
 * Invites people by email, or makes a link that invites. Whoever already has an open invitation gets this one in its
 * place. Each address says what became of it.
 * @throws AppError `depot_not_found`, `client_not_found`, `client_inactive`, `role_changed`
 */
export async function createInvitations(
  trx: Trx,
  deps: Sending,
  actor: Actor,
  wanted: NewInvitations,
): Promise<InvitationsReply> {
  const { workspaceId } = actor
  const now = deps.now()
  const { addresses, link: wantsLink, ...goal } = wanted
  const workspace = await lockWorkspace(trx, workspaceId)
  await confirmActor(trx, actor, 'manage_workspace')
  await checkGoal(trx, workspaceId, goal)
  const emails = addresses.map(readAddress)
  const known = [...new Set(emails.filter((email) => email !== null))]
  const members = await addressesOfMembers(trx, known)
  const waiting = await waitingFor(trx, workspaceId, known)
  const counted = await countInvitations(trx, workspaceId, { now, since: new Date(now.getTime() - 86_400_000) })
  let room = limitOf('members', deps.config.quotas, workspace) - (await countMembers(trx, workspaceId)) - counted.open
  let today = deps.config.limits.invitations - counted.sent

  const seen = new Set<string>()
  const judged = emails.map((email, at): Omit<Outcome, 'invitation_id'> => {
    const address = email ?? addresses[at]!.slice(0, 200)
    if (email === null) return { address, outcome: 'not_an_address' }
    if (seen.has(email)) return { address, outcome: 'repeated' }
    seen.add(email)
    if (members.has(email)) return { address, outcome: 'member' }
    if (today <= 0) return { address, outcome: 'too_many_today' }
    const isOpen = waiting.has(email) && stateOf(waiting.get(email)!, now) === 'open'
    if (!isOpen && room <= 0) return { address, outcome: 'no_room' }
    today--
    if (!isOpen) room--
    return { address, outcome: waiting.has(email) ? 'refreshed' : 'invited' }
  })
  const added = judged.flatMap(({ address, outcome }) => (outcome === 'invited' ? [{ email: address }] : []))
  if (wantsLink && room > 0) added.push({ email: null })
  const rows = await addInvitations(trx, deps, actor, { to: added, goal })
  const refreshed = judged.flatMap(({ address, outcome }) => (outcome === 'refreshed' ? [waiting.get(address!)!] : []))
  for (const row of refreshed) rows.push(await renew(trx, deps, actor, row, goal))
  const ids = new Map(rows.map(({ email, id }) => [email?.toLowerCase() ?? null, id]))
  const results = judged.map((each) => ({
    ...each,
    invitation_id: /^(invited|refreshed)$/.test(each.outcome) ? ids.get(each.address)! : null,
  }))
  const by_mail = deps.mailer !== undefined
  if (!wantsLink) return { results, link: null, by_mail }
  const id = ids.get(null) ?? null
  results.push({ address: null, outcome: id ? 'invited' : 'no_room', invitation_id: id })
  const link = id && invitationLink(deps.config.publicUrl, tokenOf(deps.keys.secretKey, id, 'link'))
  return { results, link, by_mail }
}

/** Nothing keeps these to the workspace but this. */
async function checkGoal(trx: Trx, workspaceId: string, { depot_ids, client_id }: Goal): Promise<void> {
  if (client_id) await checkClient(trx, workspaceId, client_id)
  const ids = [...new Set(depot_ids)]
  if (ids.length && (await knownDepots(trx, workspaceId, ids)) < ids.length) throw new AppError('depot_not_found')
}

/** Adds invitations to the same role, and sends them. */
async function addInvitations(
  trx: Trx,
  deps: Sending,
  actor: Actor,
  { to, goal }: { to: Address[]; goal: Goal },
): Promise<InvitationRow[]> {
  if (!to.length) return []
  const now = deps.now()
  const { secretKey } = deps.keys
  const ids = await sql<{ id: string }>`select new_id() as id from generate_series(1, ${to.length})`.execute(trx)
  const rows = await trx
    .insertInto('invitations')
    .values(
      to.map(({ email = null, phone = null }, at) => {
        const { id } = ids.rows[at]!
        const isSent = email !== null || phone !== null
        return {
          ...goal,
          id,
          workspace_id: actor.workspaceId,
          email,
          phone,
          sent_hash: isSent ? hashOf(tokenOf(secretKey, id, 'sent')) : null,
          link_hash: hashOf(tokenOf(secretKey, id, 'link')),
          invited_by: actor.userId,
          invited_by_name: actor.name,
          created_at: now,
          expires_at: expiryOf(now),
          sent_at: isSent ? now : null,
          sent_count: isSent ? 1 : 0,
        }
      }),
    )
    .returning(invitationColumns)
    .execute()
  const drafts = rows.map((row) => ({
    type: 'invitation.created' as const,
    id: row.id,
    data: invitationOf(row, now),
  }))
  await appendEvents(trx, actor, drafts, now)
  await send(trx, deps, actor, rows)
  return rows
}

/** Makes an open invitation last again, gives it what this one says, and sends it, unless that was a moment ago. */
async function renew(
  trx: Trx,
  deps: Sending,
  actor: Actor,
  before: InvitationRow,
  goal: Partial<Goal>,
): Promise<InvitationRow> {
  const now = deps.now()
  const isSent = (before.email !== null || before.phone !== null) && waitSeconds(before, now) <= 0
  const row = await trx
    .updateTable('invitations')
    .set((eb) => ({
      ...goal,
      expires_at: expiryOf(now),
      invited_by: actor.userId,
      invited_by_name: actor.name,
      ...(isSent && {
        sent_at: now,
        sent_count: eb('sent_count', '+', 1),
        failure: null,
        // The server's secret may be another one by now.
        sent_hash: hashOf(tokenOf(deps.keys.secretKey, before.id, 'sent')),
      }),
    }))
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', before.id)
    .returning(invitationColumns)
    .executeTakeFirstOrThrow()
  await tell(trx, actor, { type: 'invitation.sent', row, before }, now)
  if (isSent) await send(trx, deps, actor, [row])
  return row
}

function waitSeconds({ sent_at }: InvitationRow, now: Date): number {
  return sent_at ? Math.ceil(new Date(sent_at).getTime() / 1000 + gapSeconds - now.getTime() / 1000) : 0
}

/** Sends invitations once the transaction has committed. Those without an address are handed over in another way. */
async function send(trx: Trx, deps: Sending, { workspaceId, name }: Actor, rows: InvitationRow[]): Promise<void> {
  const workspace = await lockWorkspace(trx, workspaceId)
  for (const { id, email, phone, role, note, expires_at } of rows) {
    const link = invitationLink(deps.config.publicUrl, tokenOf(deps.keys.secretKey, id, 'sent'))
    const said = { link, workspace: workspace.name, invitedBy: name, role, note, expiresAt: new Date(expires_at) }
    if (email) await sendMail(trx, deps, invitationMail(email, said))
    if (phone) await deps.queue.add(trx, sendInvitationText, { workspaceId, invitationId: id })
  }
}

/**
 * Invites a driver, who will be that driver once they accept. An open invitation of the driver that went elsewhere stops
 * working.
 * @throws AppError `driver_not_found`, `driver_inactive`, `driver_has_account`, `role_changed`, `texts_not_set_up`,
 * `validation_failed`, `rate_limited`
 */
export async function inviteDriver(
  trx: Trx,
  deps: Sending,
  actor: Actor,
  driverId: string,
  { email: typed, phone: number, note }: NewDriverInvitation,
): Promise<Invitation> {
  const { workspaceId } = actor
  const now = deps.now()
  await lockWorkspace(trx, workspaceId)
  await confirmActor(trx, actor, 'invite_drivers')
  const driver = await getDriver(trx, workspaceId, driverId)
  if (driver.user_id) throw new AppError('driver_has_account')
  if (!driver.active) throw new AppError('driver_inactive')
  const phone = number === null ? null : readPhone(deps, number)
  const email = typed?.toLowerCase() ?? null
  await checkToday(trx, deps, workspaceId)
  const goal = { role: 'driver' as const, depot_ids: null, client_id: null, driver_id: driverId, note }
  const ofDriver = await waitingOfDriver(trx, workspaceId, driverId)
  const ofAddress = email ? (await waitingFor(trx, workspaceId, [email])).get(email) : undefined
  if (ofDriver && (ofAddress?.id === ofDriver.id || (phone && ofDriver.phone === phone))) {
    return invitationOf(await renew(trx, deps, actor, ofDriver, { note }), now)
  }
  if (ofDriver) await end(trx, actor, ofDriver, now)
  // Whoever is invited to another role keeps that one, and will be the driver too.
  if (ofAddress) {
    return invitationOf(await renew(trx, deps, actor, ofAddress, { driver_id: driverId, ...(note && { note }) }), now)
  }
  const [row] = await addInvitations(trx, deps, actor, { to: [{ email, phone }], goal })
  return invitationOf(row!, now)
}

function readPhone({ sms }: Sending, number: string): string {
  if (!sms) throw new AppError('texts_not_set_up')
  const phone = InternationalPhone.safeParse(number)
  if (phone.success) return phone.data
  throw new AppError('validation_failed', { errors: [{ path: 'phone', message: phone.error.issues[0]!.message }] })
}

async function checkToday(trx: Trx, { config, now }: Sending, workspaceId: string): Promise<void> {
  const at = now()
  const { sent } = await countInvitations(trx, workspaceId, { now: at, since: new Date(at.getTime() - 86_400_000) })
  if (sent >= config.limits.invitations) throw new AppError('rate_limited', { retry_after_seconds: 3600 })
}

/**
 * Sends an invitation again. It lasts for another 7 days.
 * @throws AppError `invitation_not_found`, `not_allowed`, `invitation_used`, `invitation_withdrawn`,
 * `invitation_sent_recently`, `rate_limited`
 */
export async function resendInvitation(trx: Trx, deps: Sending, actor: Actor, id: string): Promise<Invitation> {
  const now = deps.now()
  const before = await lockForChange(trx, actor, id)
  checkWaiting(before, now)
  const wait = waitSeconds(before, now)
  if (wait > 0) throw new AppError('invitation_sent_recently', { retry_after_seconds: wait })
  await checkToday(trx, deps, actor.workspaceId)
  return invitationOf(await renew(trx, deps, actor, before, {}), now)
}

/**
 * Withdraws an invitation. Repeating it changes nothing.
 * @throws AppError `invitation_not_found`, `not_allowed`, `invitation_used`
 */
export async function withdrawInvitation(trx: Trx, actor: Actor, id: string, now: Date): Promise<Invitation> {
  const before = await lockForChange(trx, actor, id)
  if (before.accepted_at) throw new AppError('invitation_used')
  if (before.withdrawn_at) return invitationOf(before, now)
  return invitationOf(await end(trx, actor, before, now), now)
}

/**
 * The link of an open invitation. It works as long as the invitation does, besides the one that was sent.
 * @throws AppError `invitation_not_found`, `not_allowed`, `invitation_used`, `invitation_withdrawn`, `invitation_expired`
 */
export async function linkOf(
  trx: Trx,
  { config, keys, now }: Pick<Sending, 'config' | 'keys' | 'now'>,
  actor: Actor,
  id: string,
): Promise<{ link: string; expires_at: string }> {
  const row = await lockForChange(trx, actor, id)
  checkWaiting(row, now())
  if (stateOf(row, now()) === 'expired') throw new AppError('invitation_expired')
  const token = tokenOf(keys.secretKey, id, 'link')
  const hash = hashOf(token)
  if (!(await hasLinkHash(trx, actor.workspaceId, id, hash))) {
    const after = await update(trx, actor, id, { link_hash: hash })
    await tell(trx, actor, { type: 'invitation.sent', row: after, before: row }, now())
  }
  return { link: invitationLink(config.publicUrl, token), expires_at: row.expires_at }
}

/** Notes that somebody accepted. */
export async function markAccepted(trx: Trx, author: Author, id: string, userId: string, now: Date): Promise<void> {
  const before = (await lockInvitation(trx, author.workspaceId, id))!
  const row = await update(trx, author, id, { accepted_at: now, accepted_by: userId })
  await tell(trx, author, { type: 'invitation.accepted', row, before }, now)
}

/** Notes that a text could not be sent. */
export async function markFailed(trx: Trx, workspaceId: string, id: string, failure: string, now: Date): Promise<void> {
  const author = { workspaceId, userId: null, name: 'Karta' }
  const before = (await lockInvitation(trx, workspaceId, id))!
  const row = await update(trx, author, id, { failure })
  await tell(trx, author, { type: 'invitation.failed', row, before }, now)
}

/** Deletes invitations that ended 90 days ago, and codes that ended 30 days ago. */
export async function forgetInvitations(db: Db, now: Date): Promise<void> {
  await sql`select forget_invitations(${now})`.execute(db)
}

const end = async (trx: Trx, actor: Actor, before: InvitationRow, now: Date) => {
  const row = await update(trx, actor, before.id, { withdrawn_at: now })
  await tell(trx, actor, { type: 'invitation.withdrawn', row, before }, now)
  return row
}

/** Whoever may not manage the workspace has to do with invitations of drivers only. */
async function lockForChange(trx: Trx, actor: Actor, id: string) {
  await lockWorkspace(trx, actor.workspaceId)
  await confirmActor(trx, actor, 'invite_drivers')
  const row = await lockInvitation(trx, actor.workspaceId, id)
  if (!row) throw new AppError('invitation_not_found')
  const isDrivers = row.role === 'driver' && row.driver_id !== null
  if (!isDrivers && !may(actor, 'manage_workspace')) throw new AppError('not_allowed', { role: actor.role })
  return row
}

function checkWaiting(row: InvitationRow, now: Date): void {
  const state = stateOf(row, now)
  if (state === 'accepted') throw new AppError('invitation_used')
  if (state === 'withdrawn') throw new AppError('invitation_withdrawn')
}

type Change =
  | { withdrawn_at: Date }
  | { accepted_at: Date; accepted_by: string }
  | { failure: string }
  | { link_hash: Buffer }

const update = (trx: Trx, { workspaceId }: Author, id: string, change: Change) =>
  trx
    .updateTable('invitations')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(invitationColumns)
    .executeTakeFirstOrThrow()

type Told = {
  type: Extract<EventDraft['type'], `invitation.${string}`>
  row: InvitationRow
  before: InvitationRow
}

async function tell(trx: Trx, author: Author, { type, row, before }: Told, now: Date): Promise<void> {
  const draft = { type, id: row.id, data: invitationOf(row, now), before: invitationOf(before, now) }
  await appendEvents(trx, author, [draft], now)
}
