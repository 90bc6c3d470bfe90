import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createApiKey } from '#domain/api/api-keys.ts'
import { listDrivers } from '#domain/api/drivers.ts'
import { keyScopes } from '#domain/permissions.ts'
import { testApp } from '../testing/test-app.ts'

/*
 * The clients that `npm run clients` writes, against a listening server.
 */
const { app, as, makeMember } = await testApp()
const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
mkdirSync(join(root, 'build'), { recursive: true })
// Inside the repository, where its packages are found.
const folder = mkdtempSync(join(root, 'build/clients-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
let url = ''

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  await run(process.execPath, [join(root, 'scripts/clients.ts'), '--url', url, '--into', folder])
})

async function begin() {
  const { call } = as(await makeMember())
  const key = (await call(createApiKey, { body: { name: 'Client', scopes: [...keyScopes] } })).body.secret
  const env = { PATH: process.env.PATH, NO_PROXY: '*', KARTA_URL: url, KARTA_API_KEY: key }
  const names = async () => (await call(listDrivers)).body.data.map(({ name }) => name)
  return { env, names }
}

const told = { names: ['Ana', 'Budi', 'Citra'], status: 404, code: 'driver_not_found', renamed: 'Dewi' }

const typescript = `
import { karta } from './typescript/karta.ts'
const api = karta(process.env.KARTA_URL!, process.env.KARTA_API_KEY!)
for (const name of ['Ana', 'Budi', 'Citra']) await api.POST('/drivers', { body: { name } })
const names: string[] = []
let cursor: string | null | undefined
let id = ''
do {
  const { data } = await api.GET('/drivers', { params: { query: { limit: 2, ...(cursor && { cursor }) } } })
  for (const driver of data!.data) { names.push(driver.name); id = driver.id }
  cursor = data!.next_cursor
} while (cursor)
const missing = await api.GET('/drivers/{id}', { params: { path: { id: '00000000-0000-4000-8000-000000000000' } } })
const { data } = await api.PATCH('/drivers/{id}', { params: { path: { id } }, body: { name: 'Dewi' } })
console.log(JSON.stringify({ names, status: missing.response.status, code: missing.error!.code, renamed: data!.name }))
`

test('the TypeScript client works, and its types know the API', async () => {
  const { env, names } = await begin()
  const program = join(folder, 'use.ts')
  writeFileSync(program, typescript)
  const { stdout } = await run(process.execPath, [program], { env })
  expect(JSON.parse(stdout)).toEqual(told)
  expect(await names()).toEqual(['Ana', 'Budi', 'Dewi'])

  const wrong = join(folder, 'wrong.ts')
  writeFileSync(wrong, typescript.replace("name: 'Dewi'", 'name: 7').replace('driver.name', 'driver.nmae'))
  const options =
    '--ignoreConfig --noEmit --strict --skipLibCheck --target es2024 --module nodenext --types node'.split(' ')
  const files = ['--allowImportingTsExtensions', program, wrong]
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout: said } = spawnSync(process.execPath, [compiler, ...options, ...files], {
    encoding: 'utf8',
    cwd: folder,
  })
  const complaints = said.split('\n').filter((line) => line.includes(': error '))
  expect(complaints).toEqual([
    expect.stringMatching(/^wrong\.ts.*'nmae' does not exist/),
    expect.stringMatching(/^wrong\.ts.*'number' is not assignable/),
  ])
})

const python = `
import json, os, sys, typing
sys.path.insert(0, "python")
import karta
for each in vars(karta).values():
    if isinstance(each, type) and each.__module__ == "karta":
        typing.get_type_hints(each)
        for member in vars(each).values():
            if callable(member): typing.get_type_hints(member)
api = karta.Karta(os.environ["KARTA_URL"], os.environ["KARTA_API_KEY"])
for name in ["Ana", "Budi", "Citra"]:
    api.create_driver({"name": name}, idempotency_key="driver " + name)
    api.create_driver({"name": name}, idempotency_key="driver " + name)
drivers = list(api.pages(api.list_drivers, limit=2))
try:
    api.get_driver("00000000-0000-4000-8000-000000000000")
except karta.KartaError as error:
    refused = error
renamed = api.change_driver(drivers[-1]["id"], {"name": "Dewi"}, if_match='"%d"' % drivers[-1]["version"])
print(json.dumps({"names": [each["name"] for each in drivers], "status": refused.status, "code": refused.code, "renamed": renamed["name"]}))
`

test('the Python client works with nothing but Python, and all its types can be read', async ({ skip }) => {
  const found = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'])
  skip(found.status !== 0, 'Python 3.11 is not on this machine')
  const { env, names } = await begin()
  const { stdout } = await run('python3', ['-I', '-W', 'error', '-c', python], { env, cwd: folder })
  expect(JSON.parse(stdout)).toEqual(told)
  expect(await names()).toEqual(['Ana', 'Budi', 'Dewi'])
})

test('the collection has a request for every operation, and what a model reads first names addresses that exist', async () => {
  const get = async (path: string) => (await fetch(url + path)).text()
  const { info, item } = JSON.parse(await get('/karta.postman_collection.json'))
  expect(info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
  const requests = item.flatMap((each: { item: object[] }) => each.item)
  const { paths } = parse(await get('/openapi.yaml'))
  expect(requests).toHaveLength(Object.values(paths).flatMap((each) => Object.keys(each as object)).length)
  expect(requests).toContainEqual(
    expect.objectContaining({
      request: expect.objectContaining({
        method: 'GET',
        url: expect.objectContaining({ raw: '{{url}}/v1/drivers/:id' }),
      }),
    }),
  )
  const named = [...(await get('/llms.txt')).matchAll(/`(GET|POST) [^/`]*(?:\/\/[^/`]+)?\/v1(\/[^?`\s]+)/g)]
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method} ${path}`),
  )
  expect(named.length).toBeGreaterThan(8)
  for (const [, method, path] of named)
    expect(known).toContain(`${method!.toLowerCase()} ${path!.replaceAll(/\bID\b/g, '{id}')}`)
})
