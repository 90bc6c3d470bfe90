import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createClient } from '#domain/api/clients.ts'
import { createDriver } from '#domain/api/drivers.ts'
import * as api from '#domain/api/invitations.ts'
import { invitedRoles, mostInvitations } from '#domain/schema/invitation.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { rig } from '../../testing/rig.ts'
import { forgetInvitations } from './commands.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let clock = new Date('2026-03-02T08:00:00Z')
const later = (minutes: number) => (clock = new Date(clock.getTime() + minutes * 60_000))
const testing = await testApp(({ config }) => ({
  now: () => clock,
  config: { ...config, quotas: { ...config.quotas, members: 8 }, limits: { ...config.limits, invitations: 6 } },
}))
const { as, deps, makeMember } = testing
const { mailsTo } = keptMail(deps)
const address = () => `${randomUUID()}@example.com`

const invite = (member: TestMember, addresses: string[], more: object = {}) =>
  as(member).call(api.createInvitations, { body: { role: 'viewer', addresses, ...more } })
const list = async (member: TestMember, state: 'waiting' | 'all' = 'waiting') =>
  (await as(member).call(api.listInvitations, { query: { state } })).body.data
const linkIn = (text: string) => /\/invitation#([\w-]{32})$/m.exec(text)![1]!
const look = (token: string) => as(null).call(api.lookAtInvitation, { body: { token } })

test('each address says what became of it, and a wrong one stops no other', async () => {
  const owner = await makeMember()
  const [ana, budi] = [address(), address()]
  await invite(owner, [budi])
  later(2)
  const { status, body } = await invite(
    owner,
    [`Ana <${ana.toUpperCase()}>`, budi, ana, 'nonsense', owner.email, '\u0000', '<script>@x'],
    { role: 'dispatcher', note: 'See you on Monday' },
  )
  expect(status).toBe(200)
  expect(body.results.map(({ address, outcome }) => [address, outcome])).toEqual([
    [ana, 'invited'],
    [budi, 'refreshed'],
    [ana, 'repeated'],
    ['nonsense', 'not_an_address'],
    [owner.email, 'member'],
    ['\u0000', 'not_an_address'],
    ['<script>@x', 'not_an_address'],
  ])
  expect(await list(owner)).toMatchObject([
    { email: ana, role: 'dispatcher', state: 'open', sent_count: 1 },
    { email: budi, role: 'dispatcher', note: 'See you on Monday', state: 'open', sent_count: 2 },
  ])
  expect((await mailsTo(budi)).length).toBe(2)
})

test('the mail says who invites to what, as text and HTML, and nothing in it can be another part of the mail', async () => {
  const owner = await makeMember()
  const mail = `o'hara.${address()}`
  const nasty = 'Evil\u2028<a href="https://x.example">\nSubject: x'
  await rig(deps.db, owner.workspaceId, (trx) => trx.updateTable('workspaces').set({ name: nasty }).execute())
  await invite(owner, [mail], { note: '<img src=x>\nBcc: y' })
  const { subject, text, html } = (await mailsTo(mail))[0]!
  expect(subject).not.toMatch(/[\r\n\u2028]/)
  expect(text).toContain('as a viewer')
  expect(text).toContain('> <img src=x>\n> Bcc: y')
  expect(text).toContain('lasts until 9 March 2026')
  expect(html).not.toMatch(/<img|<a href="https:\/\/x/)
  expect((await look(linkIn(text))).body).toMatchObject({ role: 'viewer', email: mail, state: 'open' })
})

test('only owners and admins invite, and nobody can be invited to own the workspace', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  for (const role of ['dispatcher', 'viewer', 'driver'] as const) {
    const member = await makeMember({ workspaceId, role })
    expect(await invite(member, [address()])).toMatchObject({ status: 403, code: 'not_allowed' })
    expect(await as(member).call(api.listInvitations)).toMatchObject({ code: 'not_allowed' })
  }
  const admin = await makeMember({ workspaceId, role: 'admin' })
  expect((await invite(admin, [address()], { role: 'admin' })).body.results[0]!.outcome).toBe('invited')
  for (const member of [owner, admin]) {
    const reply = await invite(member, [address()], { role: 'owner' })
    expect(reply).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path: 'role' }] })
  }
  expect(invitedRoles).not.toContain('owner')
})

test('impossible input is refused whole, and stores nothing', async () => {
  const owner = await makeMember()
  const stranger = await makeMember()
  const { rows } = await rig(deps.db, stranger.workspaceId, (trx) =>
    sql<{ id: string }>`insert into depots (workspace_id, name, address, lat, lng)
      values (${stranger.workspaceId}, 'D', 'A', 0, 0) returning id`.execute(trx),
  )
  const asleep = (await as(owner).call(createClient, { body: { name: 'Toko Dua', active: false } })).body
  const wrong: [object, string][] = [
    [{ addresses: [] }, 'validation_failed'],
    [{ addresses: Array.from({ length: mostInvitations + 1 }, address) }, 'validation_failed'],
    [{ addresses: ['x'.repeat(1001)] }, 'validation_failed'],
    [{ addresses: [7] }, 'validation_failed'],
    [{ addresses: [address()], role: 'client' }, 'validation_failed'],
    [{ addresses: [address()], client_id: randomUUID() }, 'validation_failed'],
    [{ addresses: [address()], note: 'x'.repeat(1001) }, 'validation_failed'],
    [{ addresses: [address()], workspace_id: stranger.workspaceId }, 'validation_failed'],
    [{ addresses: [address()], role: 'client', client_id: randomUUID() }, 'client_not_found'],
    [{ addresses: [address()], role: 'client', client_id: asleep.id }, 'client_inactive'],
    [{ addresses: [address()], depot_ids: [] }, 'validation_failed'],
    [{ addresses: [address()], depot_ids: [rows[0]!.id] }, 'depot_not_found'],
  ]
  for (const [more, code] of wrong)
    expect((await invite(owner, [], more)).code, JSON.stringify(more).slice(0, 80)).toBe(code)
  expect(await list(owner, 'all')).toEqual([])
})

test('an invitation is sent again at most once a minute, lasts 7 days, and is then withdrawn for good', async () => {
  const owner = await makeMember()
  const ana = address()
  const { body } = await invite(owner, [ana])
  const id = body.results[0]!.invitation_id!
  const params = { id }
  const resend = () => as(owner).call(api.resendInvitation, { params })
  expect(await resend()).toMatchObject({ status: 429, code: 'invitation_sent_recently' })
  later(7 * 24 * 60)
  expect(await list(owner)).toMatchObject([{ state: 'expired' }])
  const token = linkIn((await mailsTo(ana))[0]!.text)
  expect((await look(token)).body.state).toBe('expired')
  expect(await as(owner).call(api.getInvitationLink, { params })).toMatchObject({ code: 'invitation_expired' })

  // Whoever kept the first mail can use it again.
  expect((await resend()).body).toMatchObject({ state: 'open', sent_count: 2 })
  expect((await look(token)).body.state).toBe('open')
  expect(linkIn((await mailsTo(ana))[0]!.text)).toBe(token)

  const withdraw = () => as(owner).call(api.withdrawInvitation, { params })
  expect((await withdraw()).body.state).toBe('withdrawn')
  expect((await withdraw()).body.state).toBe('withdrawn')
  later(2)
  expect(await resend()).toMatchObject({ status: 410, code: 'invitation_withdrawn' })
  expect((await look(token)).body.state).toBe('withdrawn')
  expect(await list(owner)).toEqual([])
  expect(await list(owner, 'all')).toMatchObject([{ id, state: 'withdrawn' }])

  // Inviting again makes another one, with another link.
  await invite(owner, [ana])
  expect(linkIn((await mailsTo(ana))[0]!.text)).not.toBe(token)
})

test('the copied link is another one than the mailed one, and only hashes of both are stored', async () => {
  const owner = await makeMember()
  const ana = address()
  const { body } = await invite(owner, [ana], { link: true })
  expect(body.link).toMatch(/\/invitation#[\w-]{32}$/)
  const params = { id: body.results[0]!.invitation_id! }
  const copied = linkIn((await as(owner).call(api.getInvitationLink, { params })).body.link)
  const mailed = linkIn((await mailsTo(ana))[0]!.text)
  expect(copied).not.toBe(mailed)
  expect((await look(mailed)).body).toMatchObject({ email: ana, proves_address: true })
  expect((await look(copied)).body).toMatchObject({ email: ana, proves_address: false })
  expect((await look(linkIn(body.link!))).body).toMatchObject({ email: null, proves_address: false })
  const stored = await rig(deps.db, owner.workspaceId, (trx) =>
    sql<{ all: string }>`select (select string_agg(i::text, '') from invitations i)
      || (select string_agg(e::text, '') from events e) as all`.execute(trx),
  )
  for (const token of [mailed, copied, linkIn(body.link!)]) expect(stored.rows[0]!.all).not.toContain(token)
  for (const token of ['x', mailed.slice(1), `${mailed}x`, '\u0000', "' or 1=1 --"]) {
    expect(await look(token)).toMatchObject({ status: 404, code: 'invitation_unknown' })
  }
})

test('another workspace’s invitations do not exist', async () => {
  const owner = await makeMember()
  const stranger = await makeMember()
  const { body } = await invite(owner, [address()])
  const params = { id: body.results[0]!.invitation_id! }
  const calls = [
    as(stranger).call(api.resendInvitation, { params }),
    as(stranger).call(api.withdrawInvitation, { params }),
    as(stranger).call(api.getInvitationLink, { params }),
  ]
  for (const call of calls) expect(await call).toMatchObject({ status: 404, code: 'invitation_not_found' })
  expect(await list(stranger, 'all')).toEqual([])
})

test('a workspace invites no more people than it has room for, and sends only so many a day', async () => {
  const owner = await makeMember()
  const nine = Array.from({ length: 9 }, address)
  const outcomes = (await invite(owner, nine)).body.results.map(({ outcome }) => outcome)
  // One member of eight, and six invitations a day.
  expect(outcomes).toEqual([...Array(6).fill('invited'), ...Array(3).fill('too_many_today')])
  later(24 * 60)
  const next = (await invite(owner, nine.slice(6))).body.results.map(({ outcome }) => outcome)
  expect(next).toEqual(['invited', 'no_room', 'no_room'])
})

test('a dispatcher invites drivers, and has to do with no other invitations', async () => {
  const owner = await makeMember()
  const dispatcher = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  const driver = (await as(owner).call(createDriver, { body: { name: 'Sari' } })).body
  const params = { id: driver.id }
  const [first, second] = [address(), address()]
  expect(await as(viewer).call(api.inviteDriver, { params, body: {} })).toMatchObject({ code: 'not_allowed' })
  const made = await as(dispatcher).call(api.inviteDriver, { params, body: { email: first } })
  expect(made).toMatchObject({ status: 201, body: { role: 'driver', driver_id: driver.id, email: first } })
  const old = linkIn((await mailsTo(first))[0]!.text)
  expect((await look(old)).body).toMatchObject({ driver: 'Sari', role: 'driver' })
  // One for each driver: another address ends the first one.
  const again = await as(dispatcher).call(api.inviteDriver, { params, body: { email: second } })
  expect((await look(old)).body.state).toBe('withdrawn')
  expect((await as(dispatcher).call(api.getDriverAccount, { params })).body).toMatchObject({
    member: null,
    invitation: { id: again.body.id, email: second },
  })
  const other = (await invite(owner, [address()])).body.results[0]!.invitation_id!
  expect(await as(dispatcher).call(api.withdrawInvitation, { params: { id: other } })).toMatchObject({
    code: 'not_allowed',
  })
  expect((await as(dispatcher).call(api.withdrawInvitation, { params: { id: again.body.id } })).status).toBe(200)
  expect(await as(dispatcher).call(api.inviteDriver, { params, body: { phone: '+62811000000' } })).toMatchObject({
    status: 409,
    code: 'texts_not_set_up',
  })
})

test('what ended 90 days ago is forgotten, and what waits is not', async () => {
  const owner = await makeMember()
  await invite(owner, [address()])
  later(7 * 24 * 60 + 90 * 24 * 60 + 1)
  const kept = address()
  await invite(owner, [kept])
  await forgetInvitations(deps.db, clock)
  expect((await list(owner, 'all')).map(({ email }) => email)).toEqual([kept])
})
