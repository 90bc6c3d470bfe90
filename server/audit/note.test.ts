import { expect, test } from 'vitest'
import { createDelivery, importDeliveries } from '#domain/api/deliveries.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { auditContentHash, auditLink, recordsHash, type AuditContent } from '#domain/audit/entry.ts'
import { inAuthScope, inWorkspace } from '../db/connect.ts'
import { testApp } from '../testing/test-app.ts'
import { noteAudit } from './note.ts'

const { as, deps, makeMember } = await testApp()

const entriesOf = (workspaceId: string) =>
  inWorkspace(deps.db, workspaceId, (trx) =>
    trx.selectFrom('audit_entries').selectAll().where('action', '<>', 'session.began').orderBy('number').execute(),
  )

test('a changed setting is an entry with the value before and after, who and from where', async () => {
  const owner = await makeMember()
  await as(owner).call(changeWorkspace, { body: { speed_kmh: 31 } })
  await as(owner).call(changeWorkspace, { body: { speed_kmh: 40 }, headers: { 'user-agent': 'Browser' } })
  const [, entry] = await entriesOf(owner.workspaceId)
  expect(entry).toMatchObject({
    action: 'workspace.updated',
    actor_kind: 'member',
    actor_id: owner.userId,
    record_id: owner.workspaceId,
    changes: { speed_kmh: { from: 31, to: 40 } },
  })
  expect(entry!.opened).toMatchObject({
    actor: { value: { id: owner.userId, name: owner.email } },
    origin: { value: { ip: '127.0.0.1', user_agent: 'Browser' } },
  })
})

const delivery = { delivery_address: 'Jalan Mawar 1', recipient_name: 'Sari', scheduled_date: '2027-01-05' }

test('an import is one entry with the ids of what it added, and no values of recipients', async () => {
  const owner = await makeMember()
  const rows = [1, 2, 3].map((n) => ({ ...delivery, reference: `R-${n}` }))
  await as(owner).call(importDeliveries, { body: { deliveries: rows } })
  const created = (await entriesOf(owner.workspaceId)).filter(({ action }) => action === 'delivery.created')
  expect(created).toHaveLength(1)
  expect(created[0]!.record_ids).toHaveLength(3)
  expect(created[0]).toMatchObject({ record_kind: 'delivery', record_id: null })
  expect(JSON.stringify(created)).not.toContain('Mawar')
})

test('the database links entries as the verifier expects, in the order of commits', async () => {
  const { workspaceId, userId } = await makeMember()
  const who = { workspaceId, userId, name: 'Sari' }
  const note = (detail: object, before?: Promise<void>) =>
    inWorkspace(deps.db, workspaceId, async (trx) => {
      noteAudit(trx, who, { action: 'custody.exported', detail: { ...detail } }, deps.now())
      await before
    })
  // The first to begin commits last.
  const late = Promise.withResolvers<void>()
  const first = note({ began: 1 }, late.promise)
  await Promise.all([2, 3, 4, 5].map((began) => note({ began })))
  late.resolve()
  await first
  const entries = await entriesOf(workspaceId)
  expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(entries.at(-1)!.detail).toEqual({ began: 1 })
  let previous = ''
  for (const { record_ids, hash, number, ...row } of entries) {
    const content = {
      ...row,
      format: 1,
      records: record_ids?.length ?? 0,
      records_hash: record_ids && recordsHash(record_ids),
    }
    previous = auditLink(number, previous, auditContentHash(content as AuditContent))
    expect(hash).toBe(previous)
  }
  const left = await inAuthScope(deps.db, (trx) => trx.selectFrom('audit_heads').selectAll().execute())
  expect(left).toEqual([])
})

test('a refused command leaves no entry, and strange text does no harm', async () => {
  const { workspaceId, userId } = await makeMember()
  const who = { workspaceId, userId, name: 'Half \ud800 a pair\u0000' }
  const failing = inWorkspace(deps.db, workspaceId, async (trx) => {
    noteAudit(trx, who, { action: 'audit.exported' }, deps.now())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await inWorkspace(deps.db, workspaceId, async (trx) =>
    noteAudit(trx, who, { action: 'audit.exported', detail: { text: 'x'.repeat(100_000), at: NaN } }, deps.now()),
  )
  const entries = await entriesOf(workspaceId)
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries).length).toBeLessThan(3000)
})

test('nobody adds, changes or removes an entry but the commit of what happened', async () => {
  const owner = await makeMember()
  await as(owner).call(createDelivery, { body: delivery })
  for (const statement of [
    'update audit_entries set hash = $$$$',
    'delete from audit_entries',
    'update audit_heads set length = 1',
  ]) {
    const attempt = deps.pool.query(statement)
    await expect(attempt, statement).rejects.toThrow(/permission denied/)
  }
})
