import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { externalApp, fragmentOf, site } from '../../testing/external-app.ts'
import { insertAccount } from '../accounts/add-account.ts'
import { makeOneTimeToken } from '../codes/one-time-tokens.ts'
import { mailCode } from '../codes/send-code.ts'

const { app, deps, comeBack, follow, authorizeUrl } = await externalApp({ auth: { signupDisabled: true } })

/** Somebody who is invited, and the token of the link that they got. */
async function invite(email = `${randomUUID()}@example.com`) {
  return inAuthScope(deps.db, async (trx) => {
    const now = deps.now()
    const data = { team: 'west' }
    const account = {
      kind: 'email',
      address: email,
      passwordHash: null,
      data,
      confirmed: false,
      invited: true,
    } as const
    const user = await insertAccount(trx, account, now)
    const token = { user, kind: 'confirmation', method: 'invite', address: email, flowStateId: null } as const
    return { user, email, hash: (await makeOneTimeToken(trx, deps, { ...token, redirectTo: site })).hash }
  })
}
const accept = async (invite_token: string, email: string, more = {}) =>
  follow(await comeBack(authorizeUrl({ invite_token }), { email, ...more }))
const errorOf = (end: URL) => [fragmentOf(end).error_code, fragmentOf(end).error_description]

test('an invitation is accepted with the provider’s account of the same address, even an unverified one', async () => {
  const { user, email, hash } = await invite()
  const end = await accept(hash, email, { verified: false })
  const { access_token } = fragmentOf(end)
  const reply = await app.inject({
    method: 'GET',
    url: '/auth/v1/user',
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(reply.json()).toMatchObject({
    id: user.id,
    email,
    email_confirmed_at: expect.any(String),
    app_metadata: { providers: ['email', 'google'] },
    user_metadata: { team: 'west', email_verified: true },
  })
})

test('an invitation is only for its address, and lasts until it is accepted', async () => {
  const { email, hash } = await invite()
  const wrong = ['invite_not_found', 'Invited email does not match emails from external provider']
  expect(errorOf(await accept(hash, `${randomUUID()}@example.com`))).toEqual(wrong)
  expect(fragmentOf(await accept(hash, email))).toHaveProperty('access_token')
})

test('an identity that belongs to somebody cannot accept another invitation', async () => {
  const first = await invite()
  const subject = randomUUID()
  await accept(first.hash, first.email, { subject })
  const second = await invite()
  expect(errorOf(await accept(second.hash, second.email, { subject }))[0]).toBe('identity_already_exists')
})

test('a used or unknown invitation, or something else in its place, leads nowhere', async () => {
  const used = await invite()
  await accept(used.hash, used.email)
  const other = await invite()
  const mail = { user: other.user, kind: 'confirmation', method: 'signup', mail: 'confirmation' } as const
  await inAuthScope(deps.db, (trx) => mailCode(trx, deps, { ...mail, redirectTo: site, flowStateId: null }))
  for (const token of [used.hash, other.hash, 'x', '\0']) {
    const query = new URLSearchParams({ provider: 'google', invite_token: token })
    const reply = await app.inject({ method: 'GET', url: `/auth/v1/authorize?${query}` })
    expect([reply.statusCode, reply.json().error_code]).toEqual([404, 'invite_not_found'])
  }
})

test('somebody who is invited may also just sign in with the provider, if it has verified the address', async () => {
  const { user, email } = await invite()
  const end = await follow(await comeBack(authorizeUrl({}), { email, name: 'Rina' }))
  const reply = await app.inject({
    method: 'GET',
    url: '/auth/v1/user',
    headers: { authorization: `Bearer ${fragmentOf(end).access_token}` },
  })
  expect(reply.json()).toMatchObject({ id: user.id, user_metadata: { team: 'west', full_name: 'Rina' } })
})
