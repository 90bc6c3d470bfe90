import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDelivery } from '#domain/api/deliveries.ts'
import {
  deleteWorkspaceExport,
  listWorkspaceExports,
  makeWorkspaceExportLink,
  startWorkspaceExport,
} from '#domain/api/workspace-exports.ts'
import { inSiteScope, inWorkspace } from '../db/connect.ts'
import { collect } from '../objects/collect.ts'
import { peopleOf } from '../testing/people.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import { checkExport } from './import.ts'
import { tidyExports, writeExport } from './tasks.ts'

let ahead = 0
beforeEach(() => void (ahead = 0))
const testing = await testApp(({ now }) => ({ now: () => new Date(now().getTime() + ahead) }))
const { app, as, deps, makeMember, databaseUrl } = testing
const folder = mkdtempSync(join(tmpdir(), 'karta-owner-export-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hour = 3_600_000

async function start(owner: TestMember, passphrase: string | null = null) {
  return as(owner).call(startWorkspaceExport, { body: { passphrase } })
}

/** What the worker of the queue does. */
async function write(owner: TestMember, id: string) {
  await writeExport(deps, databaseUrl, { workspaceId: owner.workspaceId, id })
  return (await as(owner).call(listWorkspaceExports)).body.data.find((each) => each.id === id)!
}

const pathOf = (url: string) => url.slice(deps.config.publicUrl.length)
const actions = (owner: TestMember) =>
  inWorkspace(deps.db, owner.workspaceId, async (trx) => {
    const rows = await trx.selectFrom('audit_entries').select('action').orderBy('number').execute()
    return rows.map(({ action }) => action as string).filter((action) => action.startsWith('workspace.export'))
  })

test('an owner gets a file with everything, by a link that ends', async () => {
  const owner = await makeMember()
  await as(owner).call(createDelivery, { body: { delivery_address: 'Jl. Merdeka 1', scheduled_date: '2026-03-16' } })
  const started = await start(owner, 'four words of mine')
  expect(started).toMatchObject({ status: 201, body: { state: 'waiting', is_encrypted: true, bytes: null } })
  const { id } = started.body
  expect((await start(owner)).code).toBe('workspace_export_running')
  expect((await as(owner).call(makeWorkspaceExportLink, { params: { id } })).code).toBe('workspace_export_not_ready')

  const ready = await write(owner, id)

  expect(ready).toMatchObject({ state: 'ready', downloads: 0, objects: 0, progress: null })
  const { rows: secrets } = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    sql<{ passphrase: Buffer | null }>`select passphrase from workspace_exports`.execute(trx),
  )
  expect(secrets).toEqual([{ passphrase: null }])
  const mails = await inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').select(['recipient', 'text_part']).execute(),
  )
  const mail = mails.find(({ recipient }) => recipient === owner.email)!
  expect(mail.text_part).toContain(`/dashboard/settings?workspace=${owner.workspaceId}#export-workspace`)
  expect(mail.text_part).not.toContain('/workspace-exports/')

  const first = (await as(owner).call(makeWorkspaceExportLink, { params: { id } })).body
  const link = (await as(owner).call(makeWorkspaceExportLink, { params: { id } })).body
  expect((await app.inject({ url: pathOf(first.url) })).statusCode).toBe(404)
  const file = await app.inject({ url: pathOf(link.url) })
  expect(file.statusCode).toBe(200)
  expect(file.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="karta-test-deliveries-.*\.karta"$/),
    'cache-control': 'no-store',
    'content-length': String(ready.bytes),
  })
  const part = await app.inject({ url: pathOf(link.url), headers: { range: 'bytes=10-19' } })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload).toEqual(file.rawPayload.subarray(10, 20))
  const saved = join(folder, 'file')
  await pipeline(Readable.from([file.rawPayload]), createWriteStream(saved))
  const { header, manifest } = await checkExport(saved, 'four words of mine')
  expect(header).toMatchObject({ with_secrets: true, with_sign_in: false, workspace: { id: owner.workspaceId } })
  expect(manifest.tables.deliveries!.rows).toBe(1)
  expect((await as(owner).call(listWorkspaceExports)).body.data[0]!.downloads).toBe(1)
  expect(await actions(owner)).toEqual(['workspace.export_asked', 'workspace.exported', 'workspace.export_downloaded'])

  ahead = 25 * hour
  expect((await app.inject({ url: pathOf(link.url) })).statusCode).toBe(404)
  // No row of an uploaded file refers to it, and it is kept all the same, until its time is over.
  expect(await collect(deps, 0)).toBe(0)
  ahead = 73 * hour
  await tidyExports(deps)
  expect((await as(owner).call(listWorkspaceExports)).body.data[0]).toMatchObject({ state: 'ended', ends_at: null })
  expect(await collect(deps, 0)).toBe(1)
  ahead = 0
})

test('only an owner who signed in a short while ago gets it, and only theirs', async () => {
  const owner = await makeMember()
  const other = await makeMember()
  const { id } = (await start(owner)).body
  await write(owner, id)
  for (const role of ['admin', 'dispatcher', 'viewer', 'driver', 'client'] as const) {
    const member = await makeMember({ role, workspaceId: owner.workspaceId })
    expect((await start(member)).code, role).toBe('not_allowed')
    expect((await as(member).call(listWorkspaceExports)).code, role).toBe('not_allowed')
    expect((await as(member).call(makeWorkspaceExportLink, { params: { id } })).code, role).toBe('not_allowed')
  }
  const foreign = { params: { id } }
  expect((await as(other).call(makeWorkspaceExportLink, foreign)).code).toBe('workspace_export_not_found')
  expect((await as(other).call(deleteWorkspaceExport, foreign)).code).toBe('workspace_export_not_found')
  const hourAgo = new Date(deps.now().getTime() - hour)
  const old = await peopleOf(testing).anotherSession(owner, { createdAt: hourAgo })
  expect((await start(old)).code).toBe('recent_sign_in_required')
  expect((await as(old).call(makeWorkspaceExportLink, foreign)).code).toBe('recent_sign_in_required')
  expect((await start(owner, 'short')).code).toBe('validation_failed')
  for (const token of ['x', 'x'.repeat(5000), '..%2f..%2fetc', '%00']) {
    expect((await app.inject({ url: `/workspace-exports/${token}` })).statusCode, token).toBeGreaterThanOrEqual(400)
  }
})

test('an export is stopped, deleted, and given up when its server is gone', async () => {
  const owner = await makeMember()
  const { id } = (await start(owner)).body
  expect((await as(owner).call(deleteWorkspaceExport, { params: { id } })).body.state).toBe('canceled')
  expect((await write(owner, id)).state).toBe('canceled')

  const second = (await start(owner)).body.id
  expect((await write(owner, second)).state).toBe('ready')
  const link = (await as(owner).call(makeWorkspaceExportLink, { params: { id: second } })).body
  expect((await as(owner).call(deleteWorkspaceExport, { params: { id: second } })).body.state).toBe('ended')
  expect((await app.inject({ url: pathOf(link.url) })).statusCode).toBe(404)

  const third = (await start(owner)).body.id
  ahead = hour
  await tidyExports(deps)
  ahead = 0
  const failed = (await as(owner).call(listWorkspaceExports)).body.data.find((each) => each.id === third)
  expect(failed).toMatchObject({ state: 'failed', failure: expect.stringMatching(/stopped/) })
})
