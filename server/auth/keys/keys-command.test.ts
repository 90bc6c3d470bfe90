import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { authClients } from '../../testing/auth-client.ts'
import { sealingKey } from '../../testing/databases.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { deps, databaseUrl } = testing
const { signedUp } = await authClients(testing)

function keys(...args: string[]) {
  const script = join(import.meta.dirname, '../../../scripts/keys.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl, KARTA_SEALING_KEY: sealingKey }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { status, lines: stdout.split('\n').filter(Boolean), stderr }
}

test('the running server picks up a key rotation from the command line, and everybody stays signed in', async () => {
  const { client, session } = await signedUp()
  const old = decodeProtectedHeader(session.access_token).kid
  const rotated = keys('rotate')
  expect(rotated).toMatchObject({ status: 0, lines: [expect.stringMatching(/^[0-9a-f-]{36}$/)] })
  expect(keys('list').lines).toEqual([
    expect.stringMatching(new RegExp(`^${rotated.lines[0]} .*signs$`)),
    expect.stringMatching(new RegExp(`^${old} .*still accepted$`)),
  ])

  await deps.keys.reload()
  expect((await client.auth.getUser()).error).toBeNull()
  const { data } = await client.auth.refreshSession()
  expect(decodeProtectedHeader(data.session!.access_token).kid).toBe(rotated.lines[0])
  // The client's own check fetches the key set again for a key that it does not know.
  expect((await client.auth.getClaims()).error).toBeNull()

  expect(keys('retire')).toMatchObject({ status: 0, lines: [] })
  expect(keys('retire', old!)).toMatchObject({ status: 1, stderr: expect.stringContaining('was not retired') })
  expect(keys('retire', rotated.lines[0]!, '--now')).toMatchObject({ status: 1, lines: [] })
  expect(keys('retire', old!, '--now')).toMatchObject({ status: 0, lines: [old] })
  await deps.keys.reload()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await client.auth.getUser(session.access_token)).error?.code).toBe('bad_jwt')
})

test('the operator can read the API keys; a wrong command explains itself', () => {
  expect(keys('api').lines).toEqual([`publishable  ${deps.keys.publishableKey}`, `secret       ${deps.keys.secretKey}`])
  // Servers would go on with the old data key, and could not open what is sealed anew.
  const refused = 'Something is connected to the database'
  expect(keys('reseal')).toMatchObject({ status: 1, stderr: expect.stringContaining(refused) })
  for (const wrong of [['drop'], ['--force']]) {
    expect(keys(...wrong)).toMatchObject({ status: 1, lines: [], stderr: expect.stringContaining('npm run keys') })
  }
})
