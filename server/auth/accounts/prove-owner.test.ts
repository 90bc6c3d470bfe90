import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { authClients, password } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { addTotp, authCalls, codeAt } from '../../testing/second-factor.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const minutesLater = (minutes: number) => (aheadMs += minutes * 60_000)
const testing = await testApp(({ config }) => ({
  now,
  config: { ...config, auth: { ...config.auth, manualLinking: true, jwtExpirySeconds: 604_800 } },
}))
const clients = await authClients(testing)
const { signedUp } = clients
const { post, tokenOf, actionsOf } = authCalls(testing, clients)
const { mailTo, mailsTo } = keptMail(testing.deps)
const newEmail = () => `${randomUUID()}@example.com`
type Client = Awaited<ReturnType<typeof signedUp>>['client']

beforeEach(() => (aheadMs = 0))

/** Everything that gives somebody with a session a way to keep the account. */
const changes: Record<string, (client: Client) => Promise<{ error: { code?: string | undefined } | null }>> = {
  'the password': ({ auth }) => auth.updateUser({ password: `new ${randomUUID()}` }),
  'the address': ({ auth }) => auth.updateUser({ email: newEmail() }),
  'second factors': ({ auth }) => auth.mfa.enroll({ factorType: 'totp', friendlyName: randomUUID() }),
  async passkeys(client) {
    const { code, status } = await post(await tokenOf(client), '/passkeys/registration/options', {})
    return { error: status === 200 ? null : { code } }
  },
  async identities(client) {
    const { code, status } = await post(await tokenOf(client), `/user/identities/${randomUUID()}`, undefined, 'DELETE')
    // The only one cannot be unlinked, which is asked last.
    return { error: status === 422 ? null : { code } }
  },
}

test.each(Object.keys(changes))(
  '%s can be changed until 15 minutes after the sign-in, then after a confirmation',
  async (what) => {
    const { client } = await signedUp()
    const change = changes[what]!
    minutesLater(14)
    expect((await change(client)).error).toBeNull()
    minutesLater(2)
    expect((await change(client)).error).toMatchObject({ code: 'reauthentication_needed' })
  },
)

test('the current password confirms it for all of them, and a wrong one does not', async () => {
  const { client, user } = await signedUp()
  minutesLater(16)
  const confirm = async (proof: object) => post(await tokenOf(client), '/reauthenticate', proof)
  expect(await confirm({ current_password: 'not mine' })).toMatchObject({
    status: 400,
    code: 'current_password_invalid',
  })
  expect(await confirm({})).toMatchObject({ status: 400, code: 'validation_failed' })
  expect((await changes['passkeys']!(client)).error).not.toBeNull()
  expect(await confirm({ current_password: password })).toEqual({ status: 200 })
  for (const change of Object.values(changes)) expect((await change(client)).error).toBeNull()
  expect((await actionsOf(user.id)).map(({ action }) => action)).toContain('reauthenticated')
})

test('somebody without a password confirms with an emailed code, which works once', async () => {
  const { client, email } = await signedUp()
  minutesLater(16)
  await client.auth.reauthenticate()
  const { code } = await mailTo(email)
  expect(await post(await tokenOf(client), '/reauthenticate', { nonce: code })).toEqual({ status: 200 })
  expect((await changes['second factors']!(client)).error).toBeNull()
  minutesLater(16)
  expect(await post(await tokenOf(client), '/reauthenticate', { nonce: code })).toMatchObject({ status: 422 })
  expect((await changes['second factors']!(client)).error).not.toBeNull()
})

test('a change may bring its proof along, as the official client does', async () => {
  const { client } = await signedUp()
  minutesLater(16)
  const wrong = { email: newEmail(), current_password: 'not mine' }
  expect((await client.auth.updateUser(wrong)).error).toMatchObject({ code: 'current_password_invalid' })
  expect((await client.auth.updateUser({ ...wrong, current_password: password })).error).toBeNull()
  expect((await client.auth.updateUser({ data: { city: 'Bandung' } })).error).toBeNull()
})

test('a second factor confirms it too, and is needed to remove the factor later', async () => {
  const { client, email } = await signedUp()
  const { id, secret } = await addTotp(client, now())
  minutesLater(16)
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({ code: 'reauthentication_needed' })
  await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeAt(secret, now()) })
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('Your account was changed')
})

test('whoever holds a stolen session may not try many passwords', async () => {
  const { client } = await signedUp()
  const token = await tokenOf(client)
  const replies = []
  for (let at = 0; at < 11; at++) replies.push(await post(token, '/reauthenticate', { current_password: `no ${at}` }))
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429])
})
