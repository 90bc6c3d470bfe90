import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getAccount } from '#domain/api/account.ts'
import { createClient } from '#domain/api/clients.ts'
import { createDepot } from '#domain/api/depots.ts'
import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import * as api from '#domain/api/invitations.ts'
import { suspendMember } from '#domain/api/members.ts'
import { changeWorkspace, getMe } from '#domain/api/workspace.ts'
import { inAuthScope, inWorkspace } from '../../db/connect.ts'
import type { SmsSender } from '../../outside/sms-sender.ts'
import { externalApp, site } from '../../testing/external-app.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { peopleOf } from '../../testing/people.ts'
import type { TestMember } from '../../testing/test-app.ts'
import { workOnInvitations } from '../invitations/tasks.ts'

let clock = new Date()
const later = (minutes: number) => (clock = new Date(clock.getTime() + minutes * 60_000))
const texts: { to: string; text: string }[] = []
const sms: SmsSender = {
  async send(to, text) {
    texts.push({ to, text })
    return { messageId: 'x' }
  },
}
// Mail servers are set up where addresses have to be confirmed.
const testing = await externalApp({ auth: { emailAutoconfirm: false }, parts: { now: () => clock, sms } })
const { as, app, deps, makeMember, newClient, comeBack, follow } = testing
const { addFactor, anotherSession, membersOf } = peopleOf(testing)
const { mailsTo } = keptMail(deps)
await workOnInvitations(deps)

const address = () => `${randomUUID()}@example.com`
const tokenIn = (link: string) => link.split('#')[1]!.trim()

/** Invites an address, and gives the token of the mail and that of the copied link. */
async function invited(owner: TestMember, email: string, more: object = {}) {
  // So that mails have an order.
  later(1)
  const { body } = await as(owner).call(api.createInvitations, {
    body: { role: 'dispatcher', addresses: [email], ...more },
  })
  const params = { id: body.results[0]!.invitation_id! }
  const copied = await as(owner).call(api.getInvitationLink, { params })
  const mailed = /\/invitation#[\w-]+$/m.exec((await mailsTo(email.toLowerCase()))[0]!.text)![0]
  return { params, token: tokenIn(mailed), copied: tokenIn(copied.body.link) }
}
const invitedByLink = async (owner: TestMember, more: object = {}) =>
  tokenIn((await as(owner).call(api.createInvitations, { body: { role: 'viewer', link: true, ...more } })).body.link!)

const accept = (person: TestMember, token: string) => as(person).call(api.acceptInvitation, { body: { token } })
const look = (token: string) => as(null).call(api.lookAtInvitation, { body: { token } })
const join = (token: string, agent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile') =>
  as(null).call(api.joinAtOnce, { body: { token }, headers: { 'user-agent': agent } })

/** A person with a confirmed address, who belongs to a workspace of their own. */
async function somebody(): Promise<TestMember> {
  const member = await makeMember()
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ email_confirmed_at: clock }).where('id', '=', member.userId).execute(),
  )
  return member
}
const inWorkspaceOf = (owner: TestMember) => ({ headers: { 'karta-workspace': owner.workspaceId } })
const roleIn = async (person: TestMember, owner: TestMember) =>
  (await as(person).call(getMe, inWorkspaceOf(owner))).body.role

test('whoever has an account accepts with it, and keeps the workspaces they had', async () => {
  const owner = await somebody()
  const ana = await somebody()
  const { token } = await invited(owner, ana.email.toUpperCase())
  expect((await as(ana).call(api.listOwnInvitations)).body.data).toMatchObject([
    { email: ana.email, role: 'dispatcher' },
  ])
  expect(await accept(ana, token)).toMatchObject({
    status: 200,
    body: { workspace_id: owner.workspaceId, workspace: 'Test deliveries', role: 'dispatcher', outcome: 'joined' },
  })
  expect(await roleIn(ana, owner)).toBe('dispatcher')
  expect((await as(ana).call(getAccount)).body.workspaces).toHaveLength(2)
  expect((await as(ana).call(api.listOwnInvitations)).body.data).toEqual([])
  expect((await as(owner).call(api.listInvitations, { query: { state: 'all' } })).body.data).toMatchObject([
    { email: ana.email, state: 'accepted' },
  ])
})

test('an invitation opened by somebody else is refused, and waits for whom it is for', async () => {
  const [owner, ana, eve] = [await somebody(), await somebody(), await somebody()]
  const { token, copied } = await invited(owner, ana.email)
  for (const each of [token, copied]) {
    expect(await accept(eve, each)).toMatchObject({ status: 403, code: 'invitation_for_other_address' })
  }
  // An address that nobody has confirmed is nobody's.
  const claimed = address()
  const other = await invited(owner, claimed)
  const mallory = await makeMember()
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ email: claimed }).where('id', '=', mallory.userId).execute(),
  )
  expect(await accept(mallory, other.token)).toMatchObject({ code: 'invitation_for_other_address' })
  expect((await accept(ana, copied)).body.outcome).toBe('joined')
  expect((await membersOf(owner.workspaceId)).length).toBe(2)
})

test('an invitation works once: opened twice, withdrawn or expired it says so', async () => {
  const [owner, ana, eve] = [await somebody(), await somebody(), await somebody()]
  const link = await invitedByLink(owner)
  expect((await accept(ana, link)).body.outcome).toBe('joined')
  expect((await accept(ana, link)).body.outcome).toBe('was_member')
  expect(await accept(eve, link)).toMatchObject({ status: 409, code: 'invitation_used' })
  expect((await look(link)).body.state).toBe('accepted')

  const withdrawn = await invited(owner, eve.email)
  await as(owner).call(api.withdrawInvitation, { params: withdrawn.params })
  expect(await accept(eve, withdrawn.token)).toMatchObject({ status: 410, code: 'invitation_withdrawn' })

  const late = await invited(owner, eve.email)
  later(7 * 24 * 60)
  expect(await accept(eve, late.token)).toMatchObject({ status: 410, code: 'invitation_expired' })
  expect((await look(late.token)).body.state).toBe('expired')
  expect(await accept(eve, 'no such token')).toMatchObject({ status: 404, code: 'invitation_unknown' })
})

test('of those who accept at the same time, each joins once, and a link lets one in', async () => {
  const [owner, ana, eve] = [await somebody(), await somebody(), await somebody()]
  const { token } = await invited(owner, ana.email)
  const twice = await Promise.all([accept(ana, token), accept(ana, token)])
  expect(twice.map(({ body }) => body.outcome).toSorted()).toEqual(['joined', 'was_member'])
  const link = await invitedByLink(owner)
  const budi = await somebody()
  const both = await Promise.all([accept(eve, link), accept(budi, link)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await membersOf(owner.workspaceId)).length).toBe(3)
})

test('whoever joins sees what the invitation says: some depots, or the deliveries of a client', async () => {
  const [owner, ana, budi] = [await somebody(), await somebody(), await somebody()]
  const depot = { name: 'North', address: 'Jl. Asia Afrika 1', location: { lat: -6.9, lng: 107.6 } }
  const { id: depotId } = (await as(owner).call(createDepot, { body: depot })).body
  const { id: clientId } = (await as(owner).call(createClient, { body: { name: 'Toko Bunga' } })).body
  await accept(ana, await invitedByLink(owner, { role: 'dispatcher', depot_ids: [depotId] }))
  await accept(budi, await invitedByLink(owner, { role: 'client', client_id: clientId }))
  const members = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.selectFrom('members').select(['user_id', 'role', 'depot_ids', 'client_id']).execute(),
  )
  expect(members).toEqual(
    expect.arrayContaining([
      { user_id: ana.userId, role: 'dispatcher', depot_ids: [depotId], client_id: null },
      { user_id: budi.userId, role: 'client', depot_ids: null, client_id: clientId },
    ]),
  )
})

test('a member keeps the role, even with an invitation to another one, and a suspended one stays out', async () => {
  const owner = await somebody()
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  expect((await accept(viewer, await invitedByLink(owner, { role: 'admin' }))).body).toMatchObject({
    outcome: 'was_member',
    role: 'viewer',
  })
  const params = { id: viewer.userId }
  expect((await as(owner).call(suspendMember, { params })).status).toBe(200)
  expect(await accept(viewer, await invitedByLink(owner))).toMatchObject({ status: 403, code: 'member_suspended' })
})

test('no more people join than the workspace may have', async () => {
  const [owner, ana] = [await somebody(), await somebody()]
  const link = await invitedByLink(owner)
  const { quotas } = deps.config
  const usual = quotas.members
  quotas.members = 1
  expect(await accept(ana, link)).toMatchObject({ status: 403, code: 'quota_reached' })
  quotas.members = usual
  expect((await accept(ana, link)).body.outcome).toBe('joined')
})

test('people join a workspace that requires two factors, and open it once they have them', async () => {
  const [half, ana] = [await somebody(), await somebody()]
  await addFactor(half)
  const owner = await anotherSession(half, { aal: 'aal2' })
  await as(owner).call(changeWorkspace, { body: { requires_two_factors: true } })
  const link = await invitedByLink(owner)
  expect((await look(link)).body.asks_for_two_factors).toBe(true)
  expect((await accept(ana, link)).body.outcome).toBe('joined')
  expect(await as(ana).call(getMe, inWorkspaceOf(owner))).toMatchObject({ code: 'second_factor_required' })
  // Whoever has a second factor shows it before anything else.
  expect(await accept(half, await invitedByLink(owner))).toMatchObject({ code: 'second_factor_required' })
})

/** Signs up as the page does. */
async function signUp(email: string, invitation: string | undefined, redirect = `${site}/invitation`) {
  const reply = await app.inject({
    method: 'POST',
    url: `/auth/v1/signup?redirect_to=${encodeURIComponent(redirect)}`,
    payload: { email, password: 'correct horse battery', ...(invitation !== undefined && { invitation }) },
  })
  const { access_token: token = '', user = {}, ...rest } = reply.json()
  return { ...rest, email, token, userId: user.id ?? rest.id, workspaceId: '', sessionId: '' } as TestMember
}

test('a new account from a mailed invitation needs no confirmation and gets no workspace of its own', async () => {
  const owner = await somebody()
  const email = address()
  const { token } = await invited(owner, email)
  const ana = await signUp(email, token)
  expect(ana.token).not.toBe('')
  expect((await as(ana).call(getAccount)).body.workspaces).toEqual([])
  expect((await mailsTo(email)).length).toBe(1)
  expect((await accept(ana, token)).body.outcome).toBe('joined')
  expect((await as(ana).call(getAccount)).body.workspaces).toMatchObject([{ id: owner.workspaceId }])
})

test('what proves no address confirms none: a copied link, another address, an invitation that has ended', async () => {
  const owner = await somebody()
  const email = address()
  const { token, copied, params } = await invited(owner, email)
  const attempts: [string, string][] = [
    [email, copied],
    [address(), token],
    [address(), await invitedByLink(owner)],
    [address(), 'no such token'],
  ]
  for (const [each, invitation] of attempts) expect((await signUp(each, invitation)).token, invitation).toBe('')
  await as(owner).call(api.withdrawInvitation, { params })
  expect((await signUp(email, token)).token).toBe('')
  // Those who signed up without proof do not get in with their password once the owner of the address has.
  const again = await invited(owner, email)
  const ana = await signUp(email, again.token)
  expect((await accept(ana, again.token)).body.outcome).toBe('joined')
})

test('a new account through Google joins too, without a workspace of its own', async () => {
  const owner = await somebody()
  const email = address()
  const { token } = await invited(owner, email)
  const client = newClient({ flowType: 'pkce' })
  const options = { redirectTo: `${site}/invitation`, skipBrowserRedirect: true }
  const { data } = await client.auth.signInWithOAuth({ provider: 'google', options })
  const end = await follow(await comeBack(data.url!, { email }))
  expect(end.pathname).toBe('/invitation')
  const { session } = (await client.auth.exchangeCodeForSession(end.searchParams.get('code')!)).data
  const ana = { ...owner, email, token: session!.access_token, userId: session!.user.id }
  expect((await as(ana).call(getAccount)).body.workspaces).toEqual([])
  expect((await accept(ana, token)).body.outcome).toBe('joined')
  expect(await roleIn(ana, owner)).toBe('dispatcher')
})

const addDriver = async (owner: TestMember, name = 'Sari') =>
  (await as(owner).call(createDriver, { body: { name } })).body
const makeCode = (member: TestMember, id: string) => as(member).call(api.createDriverCode, { params: { id } })
const accountOf = async (member: TestMember, id: string) =>
  (await as(member).call(api.getDriverAccount, { params: { id } })).body

test('an invited driver is tied to the record, and so is a member of any other role', async () => {
  const [owner, sari] = [await somebody(), await somebody()]
  const driver = await addDriver(owner)
  const params = { id: driver.id }
  await as(owner).call(api.inviteDriver, { params, body: { email: sari.email } })
  const token = /#([\w-]+)$/m.exec((await mailsTo(sari.email))[0]!.text)![1]!
  expect((await accept(sari, token)).body).toMatchObject({ outcome: 'joined', role: 'driver' })
  expect(await accountOf(owner, driver.id)).toMatchObject({
    member: { user_id: sari.userId, role: 'driver', signs_in_by_code: false },
    invitation: null,
  })
  expect(await as(owner).call(api.inviteDriver, { params, body: {} })).toMatchObject({ code: 'driver_has_account' })

  const own = await addDriver(owner, 'Owner')
  const { body } = await as(owner).call(api.inviteDriver, { params: { id: own.id }, body: { email: owner.email } })
  const link = tokenIn((await as(owner).call(api.getInvitationLink, { params: { id: body.id } })).body.link)
  expect((await accept(owner, link)).body).toMatchObject({ outcome: 'tied', role: 'owner' })
  expect((await accountOf(owner, own.id)).member).toMatchObject({ user_id: owner.userId, role: 'owner' })
})

test('a code signs a phone in once, and the screen that shows it hears so', async () => {
  const owner = await somebody()
  const dispatcher = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  const driver = await addDriver(owner)
  const made = await makeCode(dispatcher, driver.id)
  expect(made).toMatchObject({ status: 201, body: { state: 'open', driver_id: driver.id } })
  expect(made.body.picture).toMatch(/^<svg /)
  const code = tokenIn(made.body.link)
  expect((await look(code)).body).toMatchObject({ kind: 'code', driver: 'Sari', can_join_at_once: true })
  const joined = await join(code)
  expect(joined).toMatchObject({ status: 200, body: { role: 'driver', outcome: 'joined' } })
  const phone = { ...owner, token: joined.body.session.access_token }
  expect((await as(phone).call(getMe)).body).toMatchObject({
    role: 'driver',
    aal: 'aal1',
    workspace: { id: owner.workspaceId },
  })
  expect(await accountOf(dispatcher, driver.id)).toMatchObject({
    member: { name: 'Sari', role: 'driver', signs_in_by_code: true },
    code: { state: 'used', device: 'Chrome on Android' },
  })
  const events = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.selectFrom('events').select('type').where('subject_kind', '=', 'driver_code').orderBy('batch_id').execute(),
  )
  expect(events.map(({ type }) => type)).toEqual(['driver_code.created', 'driver_code.used'])
  expect(await join(code)).toMatchObject({ status: 409, code: 'driver_code_used' })

  // A second phone gets the same account, and the first one, which was lost, is signed out.
  const second = await join(tokenIn((await makeCode(owner, driver.id)).body.link))
  expect(second.body.outcome).toBe('was_member')
  expect(await as(phone).call(getMe)).toMatchObject({ code: 'session_ended' })
  expect((await membersOf(owner.workspaceId)).length).toBe(3)
})

test('of two phones that scan the same code at once, one is signed in', async () => {
  const owner = await somebody()
  const driver = await addDriver(owner)
  const code = tokenIn((await makeCode(owner, driver.id)).body.link)
  const both = await Promise.all([join(code), join(code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a code ends after 5 minutes, with the next one, when it is withdrawn, and with the driver', async () => {
  const owner = await somebody()
  const driver = await addDriver(owner)
  const params = { id: driver.id }
  const expired = { status: 410, code: 'driver_code_expired' }
  const first = tokenIn((await makeCode(owner, driver.id)).body.link)
  const second = tokenIn((await makeCode(owner, driver.id)).body.link)
  expect(await join(first)).toMatchObject(expired)
  later(5)
  expect(await join(second)).toMatchObject(expired)
  const third = tokenIn((await makeCode(owner, driver.id)).body.link)
  expect((await as(owner).call(api.withdrawDriverCode, { params })).body!.state).toBe('withdrawn')
  expect(await join(third)).toMatchObject(expired)
  const fourth = tokenIn((await makeCode(owner, driver.id)).body.link)
  await as(owner).call(changeDriver, { params, body: { active: false } })
  expect(await join(fourth)).toMatchObject({ code: 'driver_inactive' })
  expect(await makeCode(owner, driver.id)).toMatchObject({ code: 'driver_inactive' })
  expect((await membersOf(owner.workspaceId)).length).toBe(1)
})

test('nobody gets more than 20 codes an hour for a driver', async () => {
  const owner = await somebody()
  const { id } = await addDriver(owner)
  for (let made = 0; made < 20; made++) expect((await makeCode(owner, id)).status).toBe(201)
  expect(await makeCode(owner, id)).toMatchObject({ status: 429, code: 'rate_limited' })
  later(61)
  expect((await makeCode(owner, id)).status).toBe(201)
})

test('a code never opens an account that its owner signs in to, or one that may do more', async () => {
  const [owner, ana] = [await somebody(), await somebody()]
  const refused = { status: 409, code: 'driver_has_account' }
  const mine = await addDriver(owner, 'Owner')
  await as(owner).call(changeDriver, { params: { id: mine.id }, body: { user_id: owner.userId } })
  expect(await makeCode(owner, mine.id)).toMatchObject(refused)

  // A code that was made before is no way in either.
  const driver = await addDriver(owner)
  const code = tokenIn((await makeCode(owner, driver.id)).body.link)
  await accept(ana, await invitedByLink(owner, { role: 'driver' }))
  await as(owner).call(changeDriver, { params: { id: driver.id }, body: { user_id: ana.userId } })
  expect(await join(code)).toMatchObject(refused)

  // Once a driver has a password, or another role, or a second workspace, only they sign in.
  const budi = await addDriver(owner, 'Budi')
  const joined = await join(tokenIn((await makeCode(owner, budi.id)).body.link))
  const next = tokenIn((await makeCode(owner, budi.id)).body.link)
  const { member } = await accountOf(owner, budi.id)
  const change = (change: object) =>
    inAuthScope(deps.db, (trx) => trx.updateTable('auth.users').set(change).where('id', '=', member!.user_id).execute())
  await change({ email: address() })
  expect(await join(next)).toMatchObject(refused)
  expect(await makeCode(owner, budi.id)).toMatchObject(refused)
  await change({ email: null, password_hash: 'x' })
  expect(await makeCode(owner, budi.id)).toMatchObject(refused)
  await change({ password_hash: null })
  const phone = { ...owner, token: joined.body.session.access_token }
  const elsewhere = await somebody()
  await accept(phone, await invitedByLink(elsewhere))
  expect(await join(next)).toMatchObject(refused)
})

test('a text signs the phone that got it in, and the link of its inviter does not', async () => {
  const owner = await somebody()
  const driver = await addDriver(owner)
  const params = { id: driver.id }
  const number = `+62811${String(Date.now()).slice(-8)}`
  const wrong = await as(owner).call(api.inviteDriver, { params, body: { phone: '0811' } })
  expect(wrong).toMatchObject({ code: 'validation_failed', errors: [{ path: 'phone' }] })
  const { body } = await as(owner).call(api.inviteDriver, { params, body: { phone: number } })
  await expect.poll(() => texts.length).toBe(1)
  expect(texts[0]!.to).toBe(number.slice(1))
  const sent = tokenIn(texts[0]!.text)
  const copied = tokenIn((await as(owner).call(api.getInvitationLink, { params: { id: body.id } })).body.link)
  expect((await look(sent)).body).toMatchObject({ can_join_at_once: true, driver: 'Sari' })
  expect((await look(copied)).body.can_join_at_once).toBe(false)
  expect(await join(copied)).toMatchObject({ status: 409, code: 'invitation_needs_account' })
  expect((await join(sent)).body).toMatchObject({ outcome: 'joined', role: 'driver' })
  expect(await join(sent)).toMatchObject({ code: 'invitation_used' })
  // The account is the number's from now on, so no code opens it.
  expect(await makeCode(owner, driver.id)).toMatchObject({ code: 'driver_has_account' })
  // Its owner signs in: a text to it opens no account that exists.
  const other = await somebody()
  const { id } = await addDriver(other)
  await as(other).call(api.inviteDriver, { params: { id }, body: { phone: number } })
  await expect.poll(() => texts.length).toBe(2)
  expect(await join(tokenIn(texts[1]!.text))).toMatchObject({ status: 409, code: 'invitation_needs_account' })
})
