import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as api from '#domain/api/account.ts'
import { loadSampleData, getMe } from '#domain/api/workspace.ts'
import { inAuthScope, inSiteScope } from '../../db/connect.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let now = new Date()
beforeEach(() => {
  now = new Date()
})

const testing = await testApp(() => ({ now: () => now }))
const { as, deps, makeMember } = testing
const { anotherSession, addFactor, join, foundAnother } = peopleOf(testing)

const minute = 60_000
const later = (ms: number) => new Date(now.getTime() + ms)

const request = (member: TestMember, workspaces: unknown[] = [], confirmation = member.email) =>
  as(member).call(api.requestAccountDeletion, { body: { confirmation, workspaces: workspaces as [] } })

const mailsTo = (address: string) =>
  inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').select(['subject', 'text_part']).where('recipient', '=', address).execute(),
  )

const actionsOf = (userId: string) =>
  inAuthScope(deps.db, async (trx) => {
    const mine = trx.selectFrom('auth.audit_entries').select('action').where('user_id', '=', userId)
    return (await mine.orderBy('at').execute()).map(({ action }) => action)
  })

test('the preview lists workspaces owned alone, their members and contents, and shared ones', async () => {
  const boss = await makeMember()
  await as(boss).call(loadSampleData)
  const helper = await makeMember({ workspaceId: boss.workspaceId, role: 'dispatcher' })
  const coOwned = await makeMember()
  await join(boss, coOwned.workspaceId, 'owner')
  const visited = await makeMember()
  await join(boss, visited.workspaceId, 'viewer')

  const { status, body } = await as(boss).call(api.getAccountDeletion)
  expect(status).toBe(200)
  expect(body).toMatchObject({ due_at: null, confirmation: boss.email, needs_sign_in: false })
  expect(body.owned).toEqual([
    {
      id: boss.workspaceId,
      name: 'Test deliveries',
      deliveries: 120,
      others: [{ user_id: helper.userId, name: helper.email, role: 'dispatcher' }],
      choice: null,
    },
  ])
  expect(body.shared.map(({ id, role }) => [id, role]).toSorted()).toEqual(
    [
      [coOwned.workspaceId, 'owner'],
      [visited.workspaceId, 'viewer'],
    ].toSorted(),
  )
  expect((await as(helper).call(api.getAccountDeletion)).body).toMatchObject({
    owned: [],
    shared: [{ role: 'dispatcher' }],
  })
})

test('a request sets a date, ends the other sessions, emails the date, and changes nothing else yet', async () => {
  const member = await makeMember()
  const elsewhere = await anotherSession(member)
  const { status, body } = await request(member, [{ id: member.workspaceId, action: 'delete' }])
  expect(status).toBe(200)
  const due = later(7 * 24 * 60 * minute).toISOString()
  expect(body).toMatchObject({ due_at: due, owned: [{ choice: { action: 'delete' } }] })
  expect((await as(elsewhere).call(getMe)).code).toBe('session_ended')
  expect((await as(member).call(getMe)).status).toBe(200)
  expect((await as(member).call(api.getAccount)).body.deletion_due_at).toBe(due)

  const mails = await mailsTo(member.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_part).toContain('http://localhost:3000/my-account')
  expect(await actionsOf(member.userId)).toEqual(['deletion_requested', 'logout'])

  // The person can still sign in.
  const again = await anotherSession(member)
  expect((await as(again).call(api.getAccount)).body.deletion_due_at).toBe(due)
})

test('asking again changes the choices but not the date, and only one email is sent', async () => {
  const member = await makeMember()
  const heir = await makeMember({ workspaceId: member.workspaceId, role: 'admin' })
  const [first] = await Promise.all(
    [1, 2, 3].map(() => request(member, [{ id: member.workspaceId, action: 'delete' }])),
  )
  now = later(5 * minute)
  const transfer = { action: 'transfer', new_owner_id: heir.userId }
  const changed = await request(member, [{ id: member.workspaceId, ...transfer }])
  expect(changed.body).toMatchObject({ due_at: first!.body.due_at, owned: [{ choice: transfer }] })
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test('the deletion can be withdrawn from any session, and only once', async () => {
  const member = await makeMember()
  await request(member, [{ id: member.workspaceId, action: 'delete' }])
  now = later(6 * 24 * 60 * minute)
  const again = await anotherSession(member)
  const replies = await Promise.all([1, 2].map(() => as(again).call(api.withdrawAccountDeletion)))
  for (const { status, body } of replies) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ due_at: null, owned: [{ choice: null }] })
  }
  expect((await as(again).call(api.getAccount)).body.deletion_due_at).toBeNull()
  expect(await actionsOf(member.userId)).toEqual(['deletion_requested', 'deletion_withdrawn'])
})

test('it takes a recent sign-in', async () => {
  const member = await makeMember()
  const body = [{ id: member.workspaceId, action: 'delete' }]
  now = later(14 * minute)
  expect((await as(member).call(api.getAccountDeletion)).body.needs_sign_in).toBe(false)
  now = later(2 * minute)
  expect((await as(member).call(api.getAccountDeletion)).body.needs_sign_in).toBe(true)
  expect(await request(member, body)).toMatchObject({ status: 403, code: 'recent_sign_in_required' })
  expect((await as(member).call(api.getAccount)).body.deletion_due_at).toBeNull()
  expect((await request(await anotherSession(member), body)).status).toBe(200)
})

test('a second factor confirmed just now makes an old session recent; otherwise it is refused', async () => {
  const member = await makeMember()
  const body = [{ id: member.workspaceId, action: 'delete' }]
  await addFactor(member)
  const old = await anotherSession(member, { aal: 'aal2', createdAt: later(-3 * 24 * 60 * minute) })
  expect(await request(member, body)).toMatchObject({ status: 403, code: 'second_factor_required' })
  expect(await request(old, body)).toMatchObject({ status: 403, code: 'recent_sign_in_required' })
  const shown = { method: 'totp', timestamp: Math.floor(now.getTime() / 1000) - 60 }
  await inAuthScope(deps.db, (trx) =>
    trx
      .updateTable('auth.sessions')
      .set({ amr: JSON.stringify([shown, { method: 'password', timestamp: shown.timestamp - 300_000 }]) })
      .where('id', '=', old.sessionId)
      .execute(),
  )
  expect((await request(old, body)).status).toBe(200)
})

test('every workspace owned alone needs a valid choice, and no other workspace accepts one', async () => {
  const member = await makeMember()
  const second = await foundAnother(member)
  const stranger = await makeMember()
  const both = [
    { id: member.workspaceId, action: 'delete' },
    { id: second, action: 'delete' },
  ]
  const refusals: [unknown[], string][] = [
    [[], 'workspaces'],
    [both.slice(0, 1), 'workspaces'],
    [[...both, both[0]], 'workspaces.2.id'],
    [[...both, { id: stranger.workspaceId, action: 'delete' }], 'workspaces.2.id'],
    [[...both, { id: randomUUID(), action: 'delete' }], 'workspaces.2.id'],
    [[both[0], { id: second, action: 'transfer', new_owner_id: member.userId }], 'workspaces.1.new_owner_id'],
    [[both[0], { id: second, action: 'transfer', new_owner_id: stranger.userId }], 'workspaces.1.new_owner_id'],
    [[both[0], { id: second, action: 'transfer' }], 'workspaces.1.new_owner_id'],
    [[both[0], { id: second, action: 'burn' }], 'workspaces.1.action'],
    [[both[0], { ...both[1], new_owner_id: stranger.userId }], 'workspaces.1'],
  ]
  for (const [workspaces, path] of refusals) {
    const reply = await request(member, workspaces)
    expect(reply, path).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(reply.errors!.map((problem) => problem.path)).toContain(path)
  }
  expect((await as(member).call(api.getAccount)).body.deletion_due_at).toBeNull()
  expect(await mailsTo(member.email)).toEqual([])
  expect((await request(member, both)).status).toBe(200)
})

test('the address must be typed, in any case', async () => {
  const member = await makeMember()
  const body = [{ id: member.workspaceId, action: 'delete' }]
  for (const typed of ['', 'delete', `${member.email}x`, 'x'.repeat(400)]) {
    const reply = await request(member, body, typed)
    expect(reply.errors).toMatchObject([{ path: 'confirmation' }])
  }
  expect((await request(member, body, ` ${member.email.toUpperCase()} `)).status).toBe(200)
})

test('an account without an address asks for a phrase and emails nobody', async () => {
  const member = await makeMember()
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ email: null, is_anonymous: true }).where('id', '=', member.userId).execute(),
  )
  expect((await as(member).call(api.getAccountDeletion)).body.confirmation).toBe('delete my account')
  const body = [{ id: member.workspaceId, action: 'delete' }]
  expect((await request(member, body)).errors).toMatchObject([{ path: 'confirmation' }])
  expect((await request(member, body, 'delete my account')).status).toBe(200)
})
