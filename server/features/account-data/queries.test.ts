import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { downloadAccountData } from '#domain/api/account.ts'
import { createApiKey } from '#domain/api/api-keys.ts'
import { changeDelivery, createDelivery } from '#domain/api/deliveries.ts'
import { changeAlertChoices } from '#domain/api/push.ts'
import { inAuthScope } from '../../db/connect.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { most } from './rules.ts'
import { rig } from '../../testing/rig.ts'
import { dayMaker } from '../../testing/planning-day.ts'

const at = new Date('2026-03-15T02:00:00.000Z')
const testing = await testApp(() => ({ now: () => at }))
const { app, as, deps, makeMember } = testing
const { anotherSession, addFactor, join } = peopleOf(testing)

const dataOf = async (member: TestMember) => (await as(member).call(downloadAccountData)).body

const addEntries = (userId: string, actorId: string | null, action: string, count = 1) =>
  inAuthScope(deps.db, (trx) =>
    trx
      .insertInto('auth.audit_entries')
      .values(
        Array.from({ length: count }, () => ({
          at,
          action,
          user_id: userId,
          actor_id: actorId,
          detail: '{}',
          actor: actorId === userId ? null : 'Ada Admin',
          ip: '192.0.2.1',
          user_agent: 'curl/8',
        })),
      )
      .execute(),
  )

test('the document holds the account, its sign-in methods, its log and the person’s actions', async () => {
  const boss = await makeMember()
  const member = await makeMember({ workspaceId: boss.workspaceId, role: 'admin' })
  const full = await anotherSession(member, { aal: 'aal2', ip: '192.0.2.7', userAgent: 'curl/8.5.0' })
  await addFactor(member)
  await inAuthScope(deps.db, async (trx) => {
    const { userId } = member
    await trx
      .updateTable('auth.users')
      .set({ password_hash: '$argon2id$secret', user_metadata: JSON.stringify({ full_name: 'Budi' }) })
      .where('id', '=', userId)
      .execute()
    await trx
      .insertInto('auth.identities')
      .values({ user_id: userId, provider: 'google', provider_id: '117', identity_data: '{"sub":"117"}', email: null })
      .execute()
    const passkey = { credential_id: 'credential-secret', public_key: Buffer.from('k'), friendly_name: 'Laptop' }
    await trx
      .insertInto('auth.passkeys')
      .values({ ...passkey, user_id: userId, created_at: at })
      .execute()
  })
  await addEntries(member.userId, member.userId, 'login')
  await addEntries(member.userId, boss.userId, 'user_modified')
  const body = { delivery_address: 'Jl. Rahasia 7', recipient_name: 'Siti Rahasia', scheduled_date: '2026-03-15' }
  const { id } = (await as(full).call(createDelivery, { body })).body
  await as(full).call(changeDelivery, { params: { id }, body: { notes: 'Rahasia' } })
  await as(boss).call(createDelivery, { body })
  const { secret } = (await as(full).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } })).body

  const reply = await as(full).call(downloadAccountData)
  expect(reply.headers['content-disposition']).toBe('attachment; filename="karta-account-2026-03-15.json"')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.body).toMatchObject({
    made_at: at.toISOString(),
    account: { id: member.userId, email: member.email, user_metadata: { full_name: 'Budi' } },
    identities: [{ provider: 'google', provider_id: '117' }],
    second_factors: [{ factor_type: 'totp', status: 'verified', friendly_name: 'Phone' }],
    passkeys: [{ friendly_name: 'Laptop' }],
    workspaces: [
      {
        id: boss.workspaceId,
        role: 'admin',
        your_name: member.email,
        delivery_events: [
          { kind: 'updated', delivery_number: 1 },
          { kind: 'created', delivery_number: 1 },
        ],
        api_keys: [{ name: 'Shop', revoked_at: null }],
      },
    ],
    left_out: { security_log: 0, delivery_events: 0, plans: 0, positions: 0 },
  })
  expect(reply.body.sessions.map((session) => [session.id, session.is_current]).toSorted()).toEqual(
    [
      [member.sessionId, false],
      [full.sessionId, true],
    ].toSorted(),
  )
  expect(reply.body.security_log.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
    { action: 'login', by: 'you', ip: '192.0.2.1' },
    { action: 'user_modified', by: 'somebody else', ip: null, user_agent: null },
  ])

  const whole = JSON.stringify(reply.body)
  const hidden = ['argon2', 'credential-secret', Buffer.from('sealed secret').toString('base64'), 'sealed', secret]
  for (const text of [...hidden, boss.userId, boss.email, 'Ada Admin', 'Rahasia']) expect(whole).not.toContain(text)
})

test('a driver finds where they were, and who gets notifications in which browser, and nobody else does', async () => {
  const boss = await makeMember()
  const driver = await makeMember({ workspaceId: boss.workspaceId, role: 'driver' })
  const { id } = await dayMaker(deps.db, boss.workspaceId).driver({ user_id: driver.userId }, {})
  const choices = { choices: { message: { inbox: true, push: false, mail: true } } }
  await as(driver).call(changeAlertChoices, { body: choices })
  await rig(deps.db, boss.workspaceId, async (trx) => {
    const of = { workspace_id: boss.workspaceId, user_id: driver.userId }
    const endpoint = 'https://push.example/secret'
    await trx
      .insertInto('push_subscriptions')
      .values({ ...of, app: 'driver', endpoint, p256dh: 'p', auth: 'a' })
      .execute()
    await sql`set local role none`.execute(trx)
    await sql`insert into positions (workspace_id, driver_id, recorded_at, received_at, lat, lng, source, shift_id)
      values (${boss.workspaceId}, ${id}, ${at}, ${at}, -6.2, 106.8, 'app', gen_random_uuid())`.execute(trx)
  })
  const [mine] = (await dataOf(driver)).workspaces
  expect(mine).toMatchObject({
    positions: [{ recorded_at: at.toISOString(), lat: -6.2, lng: 106.8, source: 'app' }],
    notifications: [{ app: 'driver', service: 'push.example' }],
    alert_choices: choices.choices,
  })
  expect(JSON.stringify(mine)).not.toContain('secret')
  expect((await dataOf(boss)).workspaces).toMatchObject([{ positions: [], notifications: [], alert_choices: null }])
})

test('it has nothing from a workspace the person left or about another person', async () => {
  const member = await makeMember()
  const other = await makeMember()
  await join(member, other.workspaceId, 'dispatcher')
  const body = { delivery_address: 'A', scheduled_date: '2026-03-15' }
  const inOther = { headers: { 'karta-workspace': other.workspaceId } }
  await as(member).call(createDelivery, { body, ...inOther })
  await addEntries(other.userId, other.userId, 'login')
  expect((await dataOf(member)).workspaces).toHaveLength(2)
  await rig(deps.db, other.workspaceId, (trx) =>
    trx.deleteFrom('members').where('user_id', '=', member.userId).execute(),
  )
  const data = await dataOf(member)
  expect(data.workspaces.map(({ id }) => id)).toEqual([member.workspaceId])
  expect(data.security_log).toEqual([])
  expect(JSON.stringify(data)).not.toContain(other.userId)
})

test('a document that is too long leaves out the oldest entries and says how many', async () => {
  const member = await makeMember()
  for (let left = most.security_log + 5; left > 0; left -= 1000) {
    await addEntries(member.userId, member.userId, 'login', Math.min(left, 1000))
  }
  const data = await dataOf(member)
  expect(data.security_log).toHaveLength(most.security_log)
  expect(data.left_out.security_log).toBe(5)
})

test('without a token there is no document', async () => {
  const reply = await app.inject({ method: 'GET', url: '/v1/account/data' })
  expect(reply.statusCode).toBe(401)
  expect(reply.headers['content-disposition']).toBeUndefined()
})
