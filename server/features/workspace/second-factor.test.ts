import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getAccount } from '#domain/api/account.ts'
import { createApiKey } from '#domain/api/api-keys.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { changeWorkspace, getMe } from '#domain/api/workspace.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

const testing = await testApp()
const { as, deps, makeMember } = testing
const { anotherSession, addFactor, join } = peopleOf(testing)

const ask = (member: TestMember, requires_two_factors: boolean) =>
  as(member).call(changeWorkspace, { body: { requires_two_factors } })

/** An owner with a second factor in this session, in a workspace that requires one. */
async function strictOwner() {
  const half = await makeMember()
  await addFactor(half)
  const full = await anotherSession(half, { aal: 'aal2' })
  expect((await ask(full, true)).body.requires_two_factors).toBe(true)
  return { half, full }
}

const refused = { status: 403, code: 'second_factor_required' }

test('a person with a second factor needs it in every workspace, so a stolen password opens nothing', async () => {
  const half = await makeMember()
  expect((await as(half).call(getMe)).status).toBe(200)
  await addFactor(half)
  expect(await as(half).call(getMe)).toMatchObject({ ...refused, body: { has_second_factor: true } })
  expect((await as(half).call(getAccount)).body.workspaces.map(({ is_open }) => is_open)).toEqual([false])
  const full = await anotherSession(half, { aal: 'aal2' })
  expect((await as(full).call(getMe)).status).toBe(200)
  expect((await as(full).call(getAccount)).body.workspaces.map(({ is_open }) => is_open)).toEqual([true])
})

test('members of every role need one, and those without are told so', async () => {
  const { full } = await strictOwner()
  for (const role of ['admin', 'dispatcher', 'driver', 'viewer'] as const) {
    const member = await makeMember({ workspaceId: full.workspaceId, role })
    expect(await as(member).call(getMe)).toMatchObject({ ...refused, body: { has_second_factor: false } })
    expect((await as(await anotherSession(member, { aal: 'aal2' })).call(getMe)).status).toBe(200)
  }
})

test('the account itself stays open and lists the closed workspaces', async () => {
  const { half, full } = await strictOwner()
  const guest = await makeMember()
  await join(guest, full.workspaceId, 'viewer')
  expect((await as(guest).call(getAccount)).body.workspaces.map(({ id, is_open }) => [id, is_open])).toEqual([
    [guest.workspaceId, true],
    [full.workspaceId, false],
  ])
  expect((await as(half).call(getAccount)).body.workspaces[0]).toMatchObject({ is_open: false })
  expect((await as(full).call(getAccount)).body.workspaces[0]).toMatchObject({ is_open: true })

  // Their own workspace does not require one and stays open.
  expect((await as(guest).call(getMe)).body.workspace.id).toBe(guest.workspaceId)
  const there = { headers: { 'karta-workspace': full.workspaceId } }
  expect(await as(guest).call(getMe, there)).toMatchObject(refused)
})

test('people who would lock themselves out cannot turn it on', async () => {
  const owner = await makeMember()
  expect(await ask(owner, true)).toMatchObject({ status: 409, code: 'own_second_factor_first' })
  expect((await as(owner).call(getMe)).body.workspace.requires_two_factors).toBe(false)
  expect((await ask(owner, false)).status).toBe(200)
})

test('only owners and admins can turn it on and off', async () => {
  const { full } = await strictOwner()
  for (const role of ['dispatcher', 'driver', 'viewer'] as const) {
    const member = await anotherSession(await makeMember({ workspaceId: full.workspaceId, role }), { aal: 'aal2' })
    expect(await ask(member, false)).toMatchObject({ code: 'not_allowed' })
  }
  const admin = await makeMember({ workspaceId: full.workspaceId, role: 'admin' })
  expect(await ask(admin, false)).toMatchObject(refused)
  expect((await ask(await anotherSession(admin, { aal: 'aal2' }), false)).body.requires_two_factors).toBe(false)
  expect((await as(admin).call(getMe)).body).toMatchObject({ aal: 'aal1', role: 'admin' })
})

test('other settings and programs with a key do not need it', async () => {
  const { full } = await strictOwner()
  const { secret } = (await as(full).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } })).body
  expect((await as({ ...full, token: secret }).call(listDeliveries)).status).toBe(200)
  expect((await as(full).call(changeWorkspace, { body: { name: 'North' } })).body).toMatchObject({
    name: 'North',
    requires_two_factors: true,
  })
  for (const requires_two_factors of ['yes', 1, null]) {
    const reply = await as(full).call(changeWorkspace, { body: { requires_two_factors } as never })
    expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  }
})

test('a refused call has no workspace', async () => {
  const { half, full } = await strictOwner()
  const seenBy = ({ sessionId, userId }: TestMember) =>
    deps.db.transaction().execute(async (trx) => {
      await sql`select begin_request(${sessionId}, ${userId}, null)`.execute(trx)
      return trx.selectFrom('members').select('user_id').execute()
    })
  expect(await seenBy(full)).toEqual([{ user_id: full.userId }])
  expect(await seenBy(half)).toEqual([])
})
