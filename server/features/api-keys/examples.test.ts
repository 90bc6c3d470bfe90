import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { listOperations } from '#domain/api/optimize.ts'
import { problemExample } from '#domain/api/optimize-examples.ts'
import { newDeliveryExample } from '#domain/api/delivery-examples.ts'
import { getDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { errors } from '#domain/errors.ts'
import { keyScopes } from '#domain/permissions.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnOperations } from '../../testing/workers.ts'

/*
 * Runs the programs on the API page as a reader would, against a listening server.
 */
const { app, as, deps, makeMember } = await testApp()
const folder = join(import.meta.dirname, '../../../web/marketing/api/examples')
let url = ''

const problem = join(mkdtempSync(join(tmpdir(), 'karta-example-')), 'problem.json')
writeFileSync(problem, JSON.stringify(problemExample))
afterAll(() => rmSync(dirname(problem), { recursive: true }))

beforeAll(async () => {
  workOnOperations(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})

type Outcome = { exitCode: number; said: string; complained: string }

function run(command: string, file: string, key: string, ...args: string[]): Promise<Outcome> {
  // Bypass any proxy on this machine.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_PROXY: '*', KARTA_URL: url, KARTA_API_KEY: key }
  return new Promise((resolve) => {
    execFile(command, [join(folder, file), ...args], { env, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, said: stdout.trim(), complained: stderr.trim() })
    })
  })
}

async function makeKey(owner: TestMember): Promise<string> {
  const made = await as(owner).call(createApiKey, { body: { name: 'Example', scopes: [...keyScopes] } })
  return made.body.secret
}

const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined

test('the first call on the page creates a delivery', async ({ skip }) => {
  skip(isMissing('curl'), 'curl is not on this machine')
  const owner = await makeMember()
  const called = await run('sh', 'first-call.sh', await makeKey(owner))
  expect(JSON.parse(called.said)).toMatchObject({ status: 'pending', delivery_address: 'Jl. M.H. Thamrin 10, Jakarta' })
})

describe.each([
  { language: 'curl', needs: 'curl', command: 'sh', ending: 'sh' },
  { language: 'JavaScript', needs: process.execPath, command: process.execPath, ending: 'mjs' },
  { language: 'Python', needs: 'python3', command: 'python3', ending: 'py' },
])('the examples in $language', ({ needs, command, ending }) => {
  test('create a delivery once, even when repeated, and look it up', async ({ skip }) => {
    skip(isMissing(needs), `${needs} is not on this machine`)
    const owner = await makeMember()
    const key = await makeKey(owner)

    const created = await run(command, `create-delivery.${ending}`, key)
    expect(created).toMatchObject({ exitCode: 0, complained: '' })
    const [id, status] = created.said.split(' ')
    expect(status).toBe('pending')
    const { body } = await as(owner).call(getDelivery, { params: { id: id! } })
    expect(body).toMatchObject({ ...newDeliveryExample, id, source: 'api', status: 'pending' })

    expect(await run(command, `create-delivery.${ending}`, key)).toEqual(created)
    expect((await as(owner).call(listDeliveries)).body.total).toBe(1)
    expect(await run(command, `get-delivery.${ending}`, key, id!)).toEqual(created)
  })

  test('optimize routes directly and as an operation', async ({ skip }) => {
    skip(isMissing(needs), `${needs} is not on this machine`)
    const owner = await makeMember()
    const key = await makeKey(owner)
    expect(await run(command, `optimize.${ending}`, key)).toEqual({ exitCode: 0, said: '1 0', complained: '' })
    const later = await run(command, `optimize-later.${ending}`, key, problem)
    expect(later).toEqual({ exitCode: 0, said: 'succeeded 1', complained: '' })
    expect((await as(owner).call(listOperations)).body.total).toBe(2)

    writeFileSync(`${problem}.wrong`, '{"vehicles":[]}')
    const refused = await run(command, `optimize-later.${ending}`, key, `${problem}.wrong`)
    expect(refused).toMatchObject({
      exitCode: 1,
      said: '',
      complained: expect.stringContaining(errors.problem_unusable.say),
    })
  })

  test('fail with a reason', async ({ skip }) => {
    skip(isMissing(needs), `${needs} is not on this machine`)
    const key = await makeKey(await makeMember())
    const failures = [
      [await run(command, `create-delivery.${ending}`, 'karta_live_none'), errors.api_key_unknown.say],
      [await run(command, `get-delivery.${ending}`, 'karta_live_none', randomUUID()), errors.api_key_unknown.say],
      [await run(command, `get-delivery.${ending}`, key, randomUUID()), errors.delivery_not_found.say],
    ] as const
    for (const [{ exitCode, said, complained }, sentence] of failures) {
      expect(exitCode).toBe(1)
      expect(said).toBe('')
      expect(complained).toContain(sentence)
    }
  })
})
