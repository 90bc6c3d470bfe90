import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { addTotp, codeAt } from '../../testing/second-factor.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadSeconds = 0
const testing = await testApp(() => ({ now: () => new Date(Date.now() + aheadSeconds * 1000) }))
const { deps } = testing
const { newClient, signedUp } = await authClients(testing)

async function signIn(email: string) {
  const client = newClient()
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client.auth
}

/** A person with an authenticator app and recovery codes, at aal2. */
async function prepared() {
  const { client, email, user } = await signedUp()
  const totp = await addTotp(client, deps.now())
  const { data, error } = await client.auth.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  return { auth: client.auth, email, user, totp, codes: data!.codes, id: data!.id }
}

const levelOf = async ({ mfa }: Awaited<ReturnType<typeof signIn>>) =>
  (await mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel

test('ten codes are shown once and appear as a factor; only hashes are stored', async () => {
  const { client } = await signedUp()
  await addTotp(client, deps.now())
  const { data, error } = await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'On paper' })
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'recovery_code', friendly_name: 'On paper', total: 10 })
  expect(new Set(data!.codes).size).toBe(10)
  for (const code of data!.codes) expect(code).toMatch(/^[2-9a-km-np-z]{16}$/)
  expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toEqual({
    id: data!.id,
    type: 'recovery_code',
    total: 10,
    remaining: 10,
  })
  expect((await client.auth.mfa.listFactors()).data!.recovery_code).toMatchObject([
    { id: data!.id, status: 'verified', friendly_name: 'On paper' },
  ])
  const rows = await inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.recovery_codes').selectAll().where('factor_id', '=', data!.id).execute(),
  )
  expect(rows.map((row) => row.code_hash.length)).toEqual(Array.from({ length: 10 }, () => 32))
})

test('a code raises a session once, whatever way it is typed', async () => {
  const { email, codes, user } = await prepared()
  const typed = codes[0]!.toUpperCase().replace(/(.{4})(?=.)/g, '$1- ')
  const auth = await signIn(email)
  const { data, error } = await auth.mfa.recoveryCodes.verify({ code: typed })
  expect(error).toBeNull()
  expect(decodeJwt(data!.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  })
  expect(await levelOf(auth)).toBe('aal2')
  expect((await auth.refreshSession()).error).toBeNull()
  expect(await levelOf(auth)).toBe('aal2')
  expect((await auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })

  const again = await signIn(email)
  expect((await again.mfa.recoveryCodes.verify({ code: codes[0]! })).error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
  })
  expect(await levelOf(again)).toBe('aal1')
  const entries = await inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.audit_entries').selectAll().where('user_id', '=', user.id).execute(),
  )
  expect(entries.map((entry) => entry.action)).toEqual(
    expect.arrayContaining(['recovery_codes_made', 'recovery_code_used', 'factor_failed']),
  )
  for (const code of codes) expect(JSON.stringify(entries)).not.toContain(code)
})

test('if one code is used in parallel, exactly one use succeeds', async () => {
  const { email, codes } = await prepared()
  const people = await Promise.all([1, 2, 3].map(() => signIn(email)))
  const replies = await Promise.all(people.map((auth) => auth.mfa.recoveryCodes.verify({ code: codes[3]! })))
  expect(replies.filter((reply) => !reply.error)).toHaveLength(1)
})

test('codes need another factor and aal2, and there is one set of them', async () => {
  const { client } = await signedUp()
  const { recoveryCodes } = client.auth.mfa
  expect((await recoveryCodes.generate()).error).toMatchObject({ status: 422, code: 'mfa_recovery_codes_sole_factor' })
  expect((await recoveryCodes.getStatus()).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  expect((await recoveryCodes.verify({ code: 'k4m9x7qp2ab8ht3z' })).error?.code).toBe('mfa_verification_failed')

  const { auth, email } = await prepared()
  const low = (await signIn(email)).mfa.recoveryCodes
  const refused = { status: 403, code: 'insufficient_aal' }
  expect((await low.generate()).error).toMatchObject(refused)
  expect((await low.regenerate()).error).toMatchObject(refused)
  expect((await low.unenroll()).error).toMatchObject(refused)
  const many = await Promise.all([1, 2].map(() => auth.mfa.recoveryCodes.generate()))
  for (const { error } of many) expect(error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
})

test('new codes replace the old ones', async () => {
  const { auth, email, codes, id } = await prepared()
  const { data } = await auth.mfa.recoveryCodes.regenerate()
  expect(data).toMatchObject({ id, friendly_name: 'Recovery codes', total: 10 })
  expect(data!.codes.filter((code) => codes.includes(code))).toEqual([])
  const other = await signIn(email)
  expect((await other.mfa.recoveryCodes.verify({ code: codes[1]! })).error?.code).toBe('mfa_verification_failed')
  expect((await other.mfa.recoveryCodes.verify({ code: data!.codes[1]! })).error).toBeNull()
})

test('ten wrong codes lock the set for five minutes, but not the authenticator app', async () => {
  const { email, codes, totp } = await prepared()
  const auth = await signIn(email)
  for (let count = 0; count < 10; count++) {
    expect((await auth.mfa.recoveryCodes.verify({ code: `wrong ${count}` })).error?.code).toBe(
      'mfa_verification_failed',
    )
  }
  expect((await auth.mfa.recoveryCodes.verify({ code: codes[0]! })).error).toMatchObject({
    status: 429,
    code: 'mfa_recovery_codes_locked',
  })
  aheadSeconds += 60
  const code = codeAt(totp.secret, deps.now())
  expect((await auth.mfa.challengeAndVerify({ factorId: totp.id, code })).error).toBeNull()
  aheadSeconds += 241
  expect((await (await signIn(email)).mfa.recoveryCodes.verify({ code: codes[0]! })).error).toBeNull()
})

test('they cannot be challenged, and are removed together with the last other factor', async () => {
  const { auth, email, codes, id, totp } = await prepared()
  expect((await auth.mfa.challenge({ factorId: id })).error?.code).toBe('mfa_factor_not_found')
  const low = await signIn(email)
  expect((await low.mfa.recoveryCodes.verify({ code: codes[0]! })).error).toBeNull()
  // The phone is lost: with a code one gets in, removes the app, and is back to a password alone.
  expect((await low.mfa.unenroll({ factorId: totp.id })).error).toBeNull()
  expect((await low.mfa.listFactors()).data!.all).toEqual([])
  const { data } = await low.refreshSession()
  expect(decodeJwt(data.session!.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect((await low.mfa.recoveryCodes.verify({ code: codes[1]! })).error?.code).toBe('mfa_verification_failed')
})

test('recovery codes can be removed without the other factors', async () => {
  const { auth, id, totp } = await prepared()
  expect((await auth.mfa.recoveryCodes.unenroll()).data).toEqual({ id })
  expect((await auth.mfa.listFactors()).data!.all.map((factor) => factor.id)).toEqual([totp.id])
  expect((await auth.mfa.recoveryCodes.unenroll()).error?.code).toBe('mfa_factor_not_found')
})
